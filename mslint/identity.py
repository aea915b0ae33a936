"""What stays the same about a finding when the code around it moves."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mslint.finding import Finding
from mslint.model.source import Source

MODULE_SCOPE = "<module>"
"""The scope of what stands outside of all functions and classes."""

_LONGEST = 160
_TOKENS = re.compile(
    r"""
    (?P<string> \"{3}(?:[^"\\]|\\.|"(?!""))*\"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
              | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
    | (?P<blank> (?:\s|\\\n|\#[^\n]*)+)
    | (?P<word> \w+)
    | (?P<other> .)
    """,
    re.VERBOSE | re.DOTALL,
)
_Place = tuple[int, int]


class Identity(NamedTuple):
    """A finding without its place: its rule, the function or class it is in, and what the code says there.

    `occurrence` counts from 1 among findings of a file that are alike.
    """

    rule: str
    scope: str
    text: str
    occurrence: int


def identities(source: Source, findings: Sequence[Finding]) -> list[Identity]:
    """The identities of all findings of one file, in the order of `findings`, which is that of place."""
    if not findings:
        return []
    outline = _Outline(source.parse())
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for finding in findings:
        start, end = (finding.span.line, finding.span.column), (finding.span.end_line, finding.span.end_column)
        text = _shortened(outline.text_at(source, start, end))
        key = (finding.code, outline.scope_at(start), text)
        seen[key] += 1
        found.append(Identity(*key, seen[key]))
    return found


def fingerprint(file: str, identity: Identity) -> str:
    """A hash of an identity in a file, for programs that compare reports."""
    import json

    return _digest(json.dumps([file, *identity]))


def normalised(text: str) -> str:
    """Code on one line, however it was laid out: without comments, line breaks and a comma before a closing bracket.

    Strings stay as they are, apart from single quotes that might be double
    ones. It is the same under every Python, as baselines are shared.
    """
    parts: list[str] = []
    after_blank = False
    for kind, token in _tokens(text):
        if kind == "blank":
            after_blank = True
            continue
        if token in (")", "]", "}") and parts and parts[-1] == ",":
            parts.pop()
        if after_blank and parts and _needs_blank(parts[-1], token):
            parts.append(" ")
        parts.append(_double_quoted(token) if kind == "string" else token)
        after_blank = False
    return "".join(parts)


def _shortened(text: str) -> str:
    """`text`, or its beginning and a hash of it where it is long."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}… {_digest(text)[:12]}"


def _digest(text: str) -> str:
    # Only few runs need it, and importing it takes longer than checking a small file.
    import hashlib

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for match in _TOKENS.finditer(text):
        assert match.lastgroup is not None
        yield match.lastgroup, match.group()


def _needs_blank(before: str, after: str) -> bool:
    """Whether a blank between two tokens says something: between words and strings."""
    return _is_word(before[-1]) and _is_word(after[0])


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_\"'"


def _double_quoted(string: str) -> str:
    inside = string[1:-1]
    is_plain = string[0] == "'" and not string.startswith("'''") and not set(inside) & {'"', "\\"}
    return f'"{inside}"' if is_plain else string


class _Outline:
    """What of a file's structure identities need: functions, classes, statements with a body, arguments of calls."""

    def __init__(self, tree: ast.Module) -> None:
        self._scopes: list[tuple[_Place, _Place, str]] = []
        self._bodies: dict[tuple[_Place, _Place], _Place] = {}
        self._arguments: dict[tuple[_Place, _Place], tuple[ast.expr, str]] = {}
        pending: list[tuple[ast.AST, str]] = [(tree, "")]
        while pending:
            node, scope = pending.pop()
            if isinstance(node, ast.Call):
                self._add_call(node)
            elif isinstance(node, ast.stmt):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    scope = f"{scope}.{node.name}" if scope else node.name
                    self._scopes.append((*_range(node), scope))
                body = getattr(node, "body", None)
                if isinstance(body, list) and body:
                    self._bodies[_range(node)] = _range(body[0])[0]
            pending.extend((child, scope) for child in ast.iter_child_nodes(node))

    def _add_call(self, call: ast.Call) -> None:
        for argument in call.args:
            self._arguments[_range(argument)] = (call.func, "")
        for keyword in call.keywords:
            self._arguments[_range(keyword)] = (call.func, "")
            self._arguments[_range(keyword.value)] = (call.func, f"{keyword.arg}=" if keyword.arg else "**")

    def scope_at(self, place: _Place) -> str:
        """The qualified name of the innermost function or class around `place`."""
        around = [scope for scope in self._scopes if scope[0] <= place < scope[1]]
        return max(around)[2] if around else MODULE_SCOPE

    def text_at(self, source: Source, start: _Place, end: _Place) -> str:
        """What the code says in a range.

        Of a statement that has a body this is the header, for the body may
        change. An argument is shown in its call, without the other arguments.
        """
        text = normalised(source.extract(start, self._bodies.get((start, end), end)))
        if (start, end) not in self._arguments:
            return text
        function, keyword = self._arguments[start, end]
        return f"{normalised(source.extract(*_range(function)))}({keyword}{text})"


def _range(node: ast.expr | ast.stmt | ast.keyword) -> tuple[_Place, _Place]:
    end_line = node.lineno if node.end_lineno is None else node.end_lineno
    end_column = node.col_offset if node.end_col_offset is None else node.end_col_offset
    return (node.lineno, node.col_offset), (end_line, end_column)
