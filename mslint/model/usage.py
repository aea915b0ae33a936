"""What becomes of the values of calls: dropped, or bound to a name that nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.model.names import Binding, BindingKind, Call, Module, ScopeKind, end_of, start_of


def unused_calls(module: Module) -> Iterator[tuple[Call, bool]]:
    """The calls whose value nothing uses, and whether the call is a statement by itself."""
    statements = _statements(module.tree)
    for call in module.calls:
        if id(call.node) in statements:
            yield call, statements[id(call.node)]
    for scope in (module.scope, *module.scopes.values()):
        for bindings in scope.bindings.values():
            for binding in bindings:
                if isinstance(binding.value, ast.Call) and _is_never_read(binding):
                    yield Call(binding.value, binding.scope), False


def _statements(tree: ast.Module) -> dict[int, bool]:
    """The calls whose value a statement drops, by identity."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            value = node.value
            if isinstance(value, ast.Call):
                found[id(value)] = True
            elif isinstance(value, ast.ListComp) and isinstance(value.elt, ast.Call):
                found[id(value.elt)] = False
    return found


def _is_never_read(binding: Binding) -> bool:
    """Whether a name is assigned a value that nothing reads: a local one, or the variable of a loop in its body."""
    scope, statement = binding.scope, binding.node
    if binding.kind is not BindingKind.ASSIGNMENT or not isinstance(statement, ast.Assign):
        return False
    if binding.name in scope.outer_names or len(statement.targets) > 1:
        return False
    reads = [
        node
        for node in ast.walk(scope.node)
        if isinstance(node, ast.Name) and node.id == binding.name and isinstance(node.ctx, ast.Load)
    ]
    loop = _loop_around(binding)
    if loop is not None and _binds(loop, binding.name):
        return not any(end_of(statement) < start_of(read) < end_of(loop) for read in reads)
    return scope.kind is ScopeKind.FUNCTION and all(
        start_of(statement) <= start_of(read) < end_of(statement) for read in reads
    )


def _loop_around(binding: Binding) -> ast.For | None:
    """The innermost loop around a binding."""
    for block in binding.block.chain() if binding.block is not None else ():
        if block.is_loop:
            return block.statement if isinstance(block.statement, ast.For) else None
    return None


def _binds(loop: ast.For, name: str) -> bool:
    """Whether a name is a variable of a loop."""
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(loop.target))
