"""Compatibility shims: code that only runs on some versions, or is meant to fail."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from mslint.model.names import BindingKind, Block, Module, Position, Scope, dotted, end_of, lookup, start_of

_GUARD_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "TypeError"})
_ALL_ERRORS = frozenset({"BaseException", "Exception"})
_GUARD_CALLS = frozenset({"hasattr", "signature", "find_spec"})
_ERROR_MANAGERS = frozenset({"assertRaises", "assertRaisesRegex", "raises", "suppress"})
_VERSION_NAMES = 2
"""How many names may stand between a version and a name for what follows from it."""
_GUARD_WORDS = re.compile(r"hasattr|signature|find_spec|getattr|version|_available|suppress|raises", re.IGNORECASE)
"""Without one of these words a file has no conditional expression or with that is a guard."""


class _Part(NamedTuple):
    """A part of a file that runs only if `tests` allow it; without tests it may always fail."""

    start: Position
    end: Position
    tests: tuple[ast.expr, ...] = ()

    def holds(self, position: Position) -> bool:
        return self.start <= position < self.end

    def is_guarded(self, scope: Scope) -> bool:
        return not self.tests or any(_asks_for_version(test, scope) for test in self.tests)


class _Guards:
    """What in a file decides by versions, worked out when it is first asked for."""

    def __init__(self, module: Module) -> None:
        self._module = module

    @cached_property
    def parts(self) -> list[_Part]:
        """The parts of the file that only run where something is asked, or may fail."""
        return list(_guarded_parts(self._module)) if _GUARD_WORDS.search(self._module.source.text) else []

    @cached_property
    def mentions_version(self) -> bool:
        """Whether the text asks for a version, without which nothing in it follows from one."""
        text = self._module.source.text
        return "__version__" in text or "version(" in text

    @cached_property
    def version_attributes(self) -> frozenset[str]:
        """The attributes that are given a version, or what follows from one."""
        if not self.mentions_version:
            return frozenset()
        given = [(write.target.attr, write.value, write.scope) for write in self._module.attribute_writes]
        for scope in self._module.classes:
            given += [(name, each.value, scope) for name, bindings in scope.bindings.items() for each in bindings]
        return frozenset(name for name, value, scope in given if value is not None and _tells_version(value, scope))


def _guards(module: Module) -> _Guards:
    known: _Guards | None = module.notes.get(__name__)
    if known is None:
        known = module.notes[__name__] = _Guards(module)
    return known


def is_guarded(scope: Scope, node: ast.expr | ast.stmt, *, by_hasattr: bool = True) -> bool:
    """Whether `node` stands in a compatibility shim.

    That is a try that catches ImportError, AttributeError or TypeError, an if
    or a conditional expression that asks for a version or, with `by_hasattr`,
    for `hasattr`, or a with that expects an error. What looks wrong there is
    usually written for another version, or meant to fail.
    """
    calls = _GUARD_CALLS if by_hasattr else _GUARD_CALLS - {"hasattr"}
    position = start_of(node)
    if any(part.holds(position) and part.is_guarded(scope) for part in _guards(scope.module).parts):
        return True
    current: Scope | None = scope
    while current is not None:
        block = current.block_at(position)
        around = list(block.chain()) if block is not None else []
        if any(_is_guard(each.statement, current, calls) for each in around) or _has_left(current, around, position):
            return True
        current = current.parent
    return False


def asks_for_version(scope: Scope) -> bool:
    """Whether a function around the code of `scope` decides by a version."""
    current = scope.function
    while current is not None:
        tests = [block.statement.test for block in current.blocks if isinstance(block.statement, ast.If)]
        names = {name for test in tests for name in _names_in(test)}
        if any("version" in name.lower() or _holds_version(name, current) for name in names):
            return True
        if not names.isdisjoint(_guards(current.module).version_attributes):
            return True
        current = current.parent.function if current.parent is not None else None
    return False


def _is_guard(statement: ast.stmt, scope: Scope, calls: frozenset[str]) -> bool:
    if isinstance(statement, ast.If):
        return _asks_for_version(statement.test, scope, calls)
    handlers = getattr(statement, "handlers", ())
    return any(_catches_guard_error(handler) for handler in handlers) or _tries_one_thing(statement)


def _catches_guard_error(handler: ast.ExceptHandler) -> bool:
    return not _GUARD_ERRORS.isdisjoint(_caught(handler))


def _caught(handler: ast.ExceptHandler) -> list[str]:
    caught = handler.type
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return [name.id for name in names if isinstance(name, ast.Name)]


def _tries_one_thing(statement: ast.stmt) -> bool:
    """Whether a try goes on in another way when the one thing that it does fails, whatever the error."""
    if not isinstance(statement, ast.Try) or not _is_one_thing(statement.body):
        return False
    return any(
        (handler.type is None or not _ALL_ERRORS.isdisjoint(_caught(handler)))
        and not any(isinstance(node, ast.Raise) for child in handler.body for node in ast.walk(child))
        for handler in statement.handlers
    )


def _is_one_thing(body: list[ast.stmt]) -> bool:
    """Whether code is one plain statement, or calls one method of several objects."""
    if len(body) == 1:
        return not hasattr(body[0], "body")
    calls = [each.value for each in body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    methods = [call.func.attr for call in calls if isinstance(call.func, ast.Attribute)]
    return len(methods) == len(body) and len(set(methods)) == 1


def _has_left(scope: Scope, around: list[Block], position: Position) -> bool:
    """Whether code before `position` leaves where an object lacks an attribute."""
    return any(
        block.branch == 0
        and block.end <= position
        and (block.parent is None or block.parent in around)
        and isinstance(block.statement, ast.If)
        and isinstance(block.statement.body[-1], ast.Return | ast.Continue)
        and isinstance(block.statement.test, ast.UnaryOp)
        and isinstance(block.statement.test.operand, ast.Call)
        and dotted(block.statement.test.operand.func) == ["hasattr"]
        for block in scope.blocks
    )


def _guarded_parts(module: Module) -> Iterator[_Part]:
    for node in module.choices:
        if isinstance(node, ast.IfExp):
            yield _Part(start_of(node.body), end_of(node.body), (node.test,))
            yield _Part(start_of(node.orelse), end_of(node.orelse), (node.test,))
        elif isinstance(node, ast.BoolOp):
            for number, value in enumerate(node.values[1:], 1):
                yield _Part(start_of(value), end_of(value), tuple(node.values[:number]))
        elif any(_expects_error(item.context_expr) for item in node.items):
            yield _Part(start_of(node.body[0]), end_of(node.body[-1]))
    for comprehension in module.scopes:
        tests = tuple(test for generator in getattr(comprehension, "generators", ()) for test in generator.ifs)
        if isinstance(comprehension, ast.expr) and tests:
            yield _Part(start_of(comprehension), end_of(comprehension), tests)
    for call in module.calls_named(_ERROR_MANAGERS):
        if len(call.node.args) > 1:
            yield _Part(start_of(call.node), end_of(call.node))


def _expects_error(call: ast.expr) -> bool:
    function = call.func if isinstance(call, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in _ERROR_MANAGERS


def _asks_for_version(test: ast.expr, scope: Scope, calls: frozenset[str] = _GUARD_CALLS) -> bool:
    """Whether a condition decides by what is installed, or by what an object has."""
    for node in ast.walk(test):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name in calls or "version" in name.lower() or name.endswith("_available"):
            return True
        if isinstance(node, ast.Call) and len(node.args) == 3 and dotted(node.func) == ["getattr"]:
            return True
        if isinstance(node, ast.Name) and _holds_version(node.id, scope):
            return True
        if isinstance(node, ast.Attribute) and node.attr in _guards(scope.module).version_attributes:
            return True
    return False


def _holds_version(name: str, scope: Scope, depth: int = _VERSION_NAMES) -> bool:
    """Whether a name was assigned a version, or what follows from one: `NEW = ms.__version__ >= "2.0"`."""
    home = lookup(scope, name) if _guards(scope.module).mentions_version else None
    if home is None:
        return False
    bindings = home.bindings[name]
    if any(binding.imported is not None and binding.imported.name == "__version__" for binding in bindings):
        return True
    values = [binding.value for binding in bindings if binding.kind is BindingKind.ASSIGNMENT]
    return any(_tells_version(value, home, depth) for value in values if value is not None)


def _tells_version(value: ast.expr, scope: Scope, depth: int = _VERSION_NAMES) -> bool:
    """Whether an expression has a version in it, or a name for one or for what follows from it."""
    for node in ast.walk(value):
        if isinstance(node, ast.Attribute) and node.attr == "__version__":
            return True
        if isinstance(node, ast.Call) and (dotted(node.func) or [""])[-1] == "version":
            return True
        if depth and isinstance(node, ast.Name) and _holds_version(node.id, scope, depth - 1):
            return True
    return False


def _names_in(test: ast.expr) -> Iterator[str]:
    for node in ast.walk(test):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
