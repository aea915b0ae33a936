"""Whether a program reckons with a name's absence at the place where it uses it."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

from mslint.model.names import BindingKind, Scope, lookup
from mslint.model.places import Path, blocks_on

_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError"})
_BROAD = frozenset({"Exception", "BaseException"})
_SUPPRESSING = frozenset({"suppress", "raises", "assertRaises"})
_LEAVING = (ast.Continue, ast.Return, ast.Raise, ast.Break)
_LEAVING_CALLS = frozenset({"exit", "skip", "skipTest"})
_ASKING = re.compile(
    r"version|_available$|^(find_spec|signature|TYPE_CHECKING|importorskip)$|^(is|has|supports?)_.*\d|^has_",
    re.IGNORECASE,
)
"""Names in a test that decides by what is installed."""
_ATTRIBUTE_TESTS = frozenset({"hasattr", "getattr"})


def reckons_with_absence(path: Path, scope: Scope) -> bool:
    """Whether the last node of `path` stands where only some versions of a library come by.

    In a try that catches what a missing name raises; behind a test for a
    version, `hasattr` or the like, also one that stands before and leaves; in
    a function whose decorator asks so; in `with suppress(...)`; under
    `TYPE_CHECKING`, where nothing runs.
    """
    return any(_is_guard(node, child, scope) for node, child in pairwise(path)) or any(
        _leaves_before(block, statement, scope) for block, statement in blocks_on(path)
    )


def _is_guard(node: ast.AST, child: ast.AST, scope: Scope) -> bool:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return child is not node.test and _asks(node.test, scope)
    if isinstance(node, ast.BoolOp):
        return any(_asks(value, scope) for value in node.values[: node.values.index(child)])  # type: ignore[arg-type]
    if isinstance(node, ast.With | ast.AsyncWith):
        return child in node.body and any(_last_name(item.context_expr) in _SUPPRESSING for item in node.items)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return any(_asks(decorator, scope) for decorator in node.decorator_list if decorator is not child)
    handlers: list[ast.ExceptHandler] = getattr(node, "handlers", [])
    if any(_caught(handler) & _ERRORS for handler in handlers):
        return True
    is_tried = bool(handlers) and child in getattr(node, "body", ())
    return is_tried and any(_swallows(handler) for handler in handlers)


def _caught(handler: ast.ExceptHandler) -> set[str]:
    """The names of the errors that a handler catches; every error is Exception."""
    if handler.type is None:
        return {"Exception"}
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {_last_name(each) for each in caught}


def _swallows(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches every error and goes on."""
    return bool(_caught(handler) & _BROAD) and not any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def _leaves_before(block: list[ast.stmt], statement: ast.stmt, scope: Scope) -> bool:
    """Whether a statement before says that the rest of the block runs on some versions only."""
    for before in block[: block.index(statement)]:
        is_leaving = isinstance(before, ast.If) and (_leaves(before.body) or _leaves(before.orelse))
        if isinstance(before, ast.If) and is_leaving and _asks(before.test, scope):
            return True
        if isinstance(before, ast.Assert) and _asks(before.test, scope):
            return True
    return False


def _leaves(body: list[ast.stmt]) -> bool:
    last = body[-1] if body else None
    is_call = isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)
    return isinstance(last, _LEAVING) or (is_call and _last_name(last.value) in _LEAVING_CALLS)  # type: ignore[union-attr]


def _asks(test: ast.expr, scope: Scope) -> bool:
    """Whether a test decides by what is installed, itself or by a name that was assigned the answer."""
    if _asks_itself(test, scope):
        return True
    for node in ast.walk(test):
        home = lookup(scope, node.id) if isinstance(node, ast.Name) else None
        if home is not None and isinstance(node, ast.Name):
            values = (binding.value for binding in home.bindings[node.id])
            if any(value is not None and _asks_itself(value, scope) for value in values):
                return True
    return False


def _asks_itself(test: ast.expr, scope: Scope) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and _last_name(node) in _ATTRIBUTE_TESTS:
            if node.args and _is_imported(node.args[0], scope):
                return True
        elif isinstance(node, ast.Name | ast.Attribute) and _ASKING.search(_last_name(node)):
            return True
    return False


def _is_imported(node: ast.expr, scope: Scope) -> bool:
    """Whether a dotted name begins with an import: what `hasattr` asks of an object says nothing of a library."""
    while isinstance(node, ast.Attribute):
        node = node.value
    home = lookup(scope, node.id) if isinstance(node, ast.Name) else None
    return home is not None and isinstance(node, ast.Name) and home.bindings[node.id][0].kind is BindingKind.IMPORT


def _last_name(node: ast.expr) -> str:
    """The name of a function, called or not, without what stands before its last dot."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
