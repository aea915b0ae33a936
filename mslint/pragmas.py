"""What pylint's comments switch: their grammar and the lines they cover.

The scopes are pylint's, as they can be observed: a comment belongs to the
innermost construct that covers its line. A module, class or function is
switched from the comment on, and as a whole where the comment stands before
its first statement. In any other construct, what remains of the block that
the comment stands in is switched; for a simple statement on one line that is
the line itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

_COMMENT = re.compile(r".*#.*?\bpylint:\s*([^;#\n]+)")
_WORD = re.compile(
    r"\b(?:disable-next|disable-all|disable-msg|enable-msg|skip-file|disable|enable)\b|[\w-]{2,}|[CEFIRW]|=", re.ASCII
)
_WHOLE_FILE = frozenset({"disable-all", "skip-file"})
_NAMING = {
    "disable": "disable",
    "disable-msg": "disable",
    "disable-next": "disable-next",
    "enable": "enable",
    "enable-msg": "enable",
}


class Pragma(NamedTuple):
    """One order to pylint: `action` is "disable", "disable-next", "enable" or "skip-file"."""

    action: str
    names: tuple[str, ...] = ()

    @property
    def skips_file(self) -> bool:
        """Whether the whole file is left out."""
        return self.action == "skip-file"


def pragmas(comment: str) -> Iterator[Pragma]:
    """The orders that a comment gives to pylint, up to the first that is not well formed."""
    match = _COMMENT.match(comment)
    if match is None:
        return
    keyword = ""
    names: list[str] = []
    wants_equals = False
    for word in _WORD.findall(match[1]):
        if wants_equals != (word == "="):
            return
        if word == "=":
            wants_equals = False
        elif word in _WHOLE_FILE or word in _NAMING:
            if keyword:
                if keyword in _NAMING and not names:
                    return
                yield _pragma(keyword, names)
            keyword, names, wants_equals = word, [], word in _NAMING
        else:
            names.append(word)
    if keyword and (names or keyword in _WHOLE_FILE):
        yield _pragma(keyword, names)


def _pragma(keyword: str, names: list[str]) -> Pragma:
    if keyword in _WHOLE_FILE or (keyword == "disable" and "all" in names):
        return Pragma("skip-file")
    return Pragma(_NAMING[keyword], tuple(names))


class LineStates:
    """On which lines of a file one message is switched on or off."""

    def __init__(self, tree: ast.Module) -> None:
        """Nothing is switched off yet in the file with this tree."""
        self._tree = tree
        self._states: dict[int, bool] = {}

    def is_enabled(self, line: int) -> bool:
        """Whether the message may be reported at `line`."""
        return self._states.get(line, True)

    def set_line(self, line: int, *, enabled: bool) -> None:
        """Switch the message at `line` alone."""
        self._states[line] = enabled

    def set_block(self, line: int, *, enabled: bool) -> None:
        """Switch the message where a comment at `line` reaches."""
        owner = _owner(self._tree, line)
        if owner is None:
            return
        if not isinstance(owner, _SCOPES):
            for at in range(line, _end_of_block(owner, line) + 1):
                self._states[at] = enabled
            return
        first = _first_line(owner)
        covers_all = not (owner_body := _body(owner)) or line <= _first_line(owner_body[0])
        for at in range(first, line):
            if at not in self._states or (at == first and not isinstance(owner, ast.Module)):
                self._states[at] = enabled if covers_all else True
        for at in range(max(first, line), _last_line(owner) + 1):
            self._states[at] = enabled


class _Group(NamedTuple):
    """Lines that form a construct for pylint, though `ast` has no node with a place for them."""

    first_line: int
    last_line: int
    nodes: list[ast.AST]


_Node = ast.AST | _Group
_SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_UNPLACED = (ast.comprehension, ast.match_case)
"""Constructs without a place of their own: pylint does not look inside them."""


def _owner(tree: ast.Module, line: int) -> _Node | None:
    """The innermost construct that covers `line`."""
    path: list[_Node] = [tree]
    while True:
        node = path[-1]
        if isinstance(node, _UNPLACED) or (node is not tree and _start(node) == _last_line(node)):
            break
        inner = next((child for child in _children(node) if _start(child) <= line <= _last_line(child)), None)
        if inner is None:
            break
        path.append(inner)
    return next((node for node in reversed(path) if _first_line(node) <= line <= _last_line(node)), None)


def _children(node: _Node) -> Iterator[_Node]:
    if isinstance(node, _Group):
        yield from node.nodes
    elif isinstance(node, ast.Module):
        yield from _body(node)
    elif isinstance(node, _DEFINITIONS):
        if node.decorator_list:
            first, last = node.decorator_list[0], node.decorator_list[-1]
            yield _Group(_first_line(first), _last_line(last), list(node.decorator_list))
        if isinstance(node, ast.ClassDef):
            yield from (*node.bases, *node.keywords)
        else:
            yield _parameters(node, node.args)
            if node.returns is not None:
                yield node.returns
        yield from _body(node)
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.withitem):
                yield from ast.iter_child_nodes(child)
            elif isinstance(child, ast.arguments) and isinstance(node, ast.Lambda):
                yield _parameters(node, child)
            elif isinstance(child, _UNPLACED) or (_is_placed(child) and not isinstance(child, ast.alias)):
                yield child


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, arguments: ast.arguments) -> _Group:
    """The parameters of `function`, from the first name to the end of the last; their defaults may lie beyond."""
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    names += [name for name in (arguments.vararg, arguments.kwarg) if name is not None]
    start = _first_line(function)
    first = max(min((name.lineno for name in names), default=start), start)
    last = max((_last_line(name) for name in names), default=start)
    return _Group(first, last, list(ast.iter_child_nodes(arguments)))


def _body(scope: _Node) -> list[ast.stmt]:
    """The statements of a scope after its docstring."""
    assert isinstance(scope, _SCOPES)
    return scope.body[1:] if ast.get_docstring(scope, clean=False) is not None else scope.body


def _start(node: _Node) -> int:
    """The first line of all that belongs to `node`."""
    if isinstance(node, _DEFINITIONS) and node.decorator_list:
        return node.decorator_list[0].lineno
    return _first_line(node)


def _first_line(node: _Node) -> int:
    """The line from which `node` counts: that of `def` for a decorated function."""
    if isinstance(node, ast.Module):
        return 0
    if isinstance(node, _Group):
        return node.first_line
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.decorator_list:
        return node.decorator_list[0].lineno + sum(_height(decorator) for decorator in node.decorator_list)
    if isinstance(node, _UNPLACED):
        return min((_first_line(child) for child in ast.iter_child_nodes(node) if _is_placed(child)), default=0)
    return int(getattr(node, "lineno", 0))


def _last_line(node: _Node) -> int:
    if isinstance(node, ast.Module):
        body = _body(node)
        return _last_line(body[-1]) if body else 0
    if isinstance(node, _Group):
        return node.last_line
    if isinstance(node, _UNPLACED):
        return max((_last_line(child) for child in ast.iter_child_nodes(node) if _is_placed(child)), default=0)
    return int(getattr(node, "end_lineno", 0) or 0)


def _is_placed(node: ast.AST) -> bool:
    return hasattr(node, "lineno")


def _height(node: ast.expr) -> int:
    return _last_line(node) - node.lineno + 1


class _Blocks(NamedTuple):
    """The parts of a construct that can have an `else`."""

    body: list[ast.stmt]
    orelse: list[ast.stmt]
    final: list[ast.stmt]


def _blocks(node: _Node) -> _Blocks | None:
    if isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While):
        return _Blocks(node.body, node.orelse, [])
    if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
        return _Blocks(*(getattr(node, part) for part in ("body", "orelse", "finalbody")))
    return None


def _end_of_block(node: _Node, line: int) -> int:
    """The last line of the block of `node`, no scope, in which a comment at `line` stands."""
    blocks = _blocks(node)
    if blocks is None:
        return _last_line(node)
    if blocks.final:
        first, last = blocks.final[0], blocks.final[-1]
        if line == first.lineno - 1:
            return _last_line(first)
        if first.lineno <= line <= _last_line(last):
            return _last_line(last)
    if line <= _last_line(blocks.body[-1]):
        return _last_line(blocks.body[-1])
    return _end_of_else(node, blocks, line) if blocks.orelse else blocks.body[0].lineno - 1


def _end_of_else(node: _Node, blocks: _Blocks, line: int) -> int:
    """As `_end_of_block`, for a comment after the body of `node`, at its `else` or beyond."""
    while True:
        if line == _last_line(node):
            return line
        if not blocks.orelse:
            return _last_line(node)
        if line <= _last_line(blocks.body[-1]):
            return _last_line(blocks.body[-1])
        first = blocks.orelse[0]
        inner = _blocks(first)
        if inner is None:
            return _last_line(blocks.orelse[-1])
        node, blocks = first, inner
