"""What becomes of the values of calls: dropped, or bound to a name that nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from mslint.model.names import Binding, BindingKind, Call, Module, Scope, ScopeKind, end_of, start_of


def unused_calls(module: Module, is_wanted: Callable[[str], bool]) -> Iterator[tuple[Call, bool]]:
    """The calls of wanted names whose value nothing uses, and whether the call is a statement by itself."""
    wanted = list(module.calls_named(filter(is_wanted, module.calls_by_name)))
    if not wanted:
        return
    by_home: dict[Scope, dict[int, bool]] = {}
    reads = _Reads()
    for call in wanted:
        home = _home(call.scope)
        if home not in by_home:
            by_home[home] = _dropped(home)
        if id(call.node) in by_home[home]:
            yield call, by_home[home][id(call.node)]
            continue
        named = (bindings for name, bindings in call.scope.bindings.items() if name.strip("_"))
        bindings = (each for of_name in named for each in of_name)
        if any(binding.value is call.node and _is_never_read(binding, reads) for binding in bindings):
            yield call, False


def _home(scope: Scope) -> Scope:
    """The scope whose statements hold the code of this one."""
    while scope.kind is ScopeKind.COMPREHENSION and scope.parent is not None:
        scope = scope.parent
    return scope


def _dropped(home: Scope) -> dict[int, bool]:
    """The calls whose value a statement of a scope drops, by identity."""
    found = {}
    for statement in _statements(getattr(home.node, "body", [])):
        if isinstance(statement, ast.Expr):
            value = statement.value
            if isinstance(value, ast.Call):
                found[id(value)] = True
            elif isinstance(value, ast.ListComp) and isinstance(value.elt, ast.Call):
                found[id(value.elt)] = False
    return found


def _statements(body: object) -> Iterator[ast.stmt]:
    """The statements of a body, those inside others included."""
    pending = list(body) if isinstance(body, list) else []
    while pending:
        statement = pending.pop()
        if isinstance(statement, ast.stmt):
            yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not _expects(statement):
            for part in ("body", "orelse", "finalbody", "handlers", "cases"):
                pending.extend(getattr(statement, part, ()))


def _expects(statement: object) -> bool:
    """Whether a `with` or `try` is there to see what its body raises or warns of, not what it gives."""
    if isinstance(statement, ast.Try) and statement.handlers and len(statement.body) == 1:
        return isinstance(statement.body[0], ast.Expr)
    items = statement.items if isinstance(statement, ast.With) else []
    for item in items:
        called = item.context_expr.func if isinstance(item.context_expr, ast.Call) else item.context_expr
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name.lower().endswith(("raises", "raisesregex", "warns", "suppress")):
            return True
    return False


class _Reads(dict[Scope, dict[str, list[ast.Name]]]):
    """Where the names of a scope are read in it, worked out when it is first asked for."""

    def __missing__(self, scope: Scope) -> dict[str, list[ast.Name]]:
        found: dict[str, list[ast.Name]] = {}
        for node in ast.walk(scope.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.setdefault(node.id, []).append(node)
        self[scope] = found
        return found


def _is_never_read(binding: Binding, reads_in: _Reads) -> bool:
    """Whether a name is assigned a value that nothing reads: a local one, or the variable of a loop in its body."""
    scope, statement = binding.scope, binding.node
    if binding.kind is not BindingKind.ASSIGNMENT or not isinstance(statement, ast.Assign):
        return False
    if binding.name in scope.outer_names or len(statement.targets) > 1:
        return False
    reads = reads_in[scope].get(binding.name, [])
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
