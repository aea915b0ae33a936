"""What tests around a place say about the class of an object there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.model.names import Block, Scope, end_of, reaching, start_of
from mslint.model.values import Site

_LEAVING = (ast.Continue, ast.Return, ast.Raise, ast.Break)


def asked_classes(node: ast.expr, scope: Scope) -> Iterator[Site]:
    """The class arguments of the `isinstance(node, ...)` tests that hold where code of `scope` evaluates `node`.

    `type(node) is C` counts as well, and so does a test before that leaves
    the loop or the function where it fails. `node` is a name with or without
    attributes and subscripts.
    """
    name = _first_name(node)
    position = start_of(node)
    block = scope.block_at(position)
    if name is None:
        return
    around = list(block.chain()) if block is not None else []
    text = ast.dump(node)
    for test in _holding_tests(around, scope, node):
        subject, classes = _class_test(test)
        if subject is None or classes is None or ast.dump(subject) != text:
            continue
        if reaching(scope, name, start_of(subject)) == reaching(scope, name, position):
            yield Site(classes, scope)


def _first_name(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _holding_tests(around: list[Block], scope: Scope, node: ast.expr) -> Iterator[ast.expr]:
    for block in around:
        if isinstance(block.statement, ast.If) and block.branch == 0:
            yield from _conjuncts(block.statement.test)
    parents = (None, *around)
    for block in scope.blocks:
        statement = block.statement
        if (
            isinstance(statement, ast.If)
            and block.branch == 0
            and block.parent in parents
            and end_of(statement) <= start_of(node)
            and isinstance(statement.body[-1], _LEAVING)
            and isinstance(statement.test, ast.UnaryOp)
            and isinstance(statement.test.op, ast.Not)
        ):
            yield statement.test.operand


def _conjuncts(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        for value in test.values:
            yield from _conjuncts(value)
    else:
        yield test


def _class_test(test: ast.expr) -> tuple[ast.expr | None, ast.expr | None]:
    """The object and the classes of a test: `isinstance(x, C)`, `type(x) is C`, `type(x) == C`."""
    if isinstance(test, ast.Call) and _calls(test, "isinstance", 2):
        return test.args[0], test.args[1]
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is | ast.Eq) and len(test.ops) == 1:
        left = test.left
        if isinstance(left, ast.Call) and _calls(left, "type", 1):
            return left.args[0], test.comparators[0]
    return None, None


def _calls(call: ast.Call, name: str, arguments: int) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name and len(call.args) == arguments
