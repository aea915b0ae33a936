"""What the text of a function says about its arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.facts import results
from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.names import Call, Scope
from mslint.model.values import External, Instance

_ASKING = frozenset({"isinstance", "hasattr", "getattr", "is_tensor", "callable"})


def names_tensor(annotation: ast.expr, scope: Scope, evaluator: Evaluator) -> bool:
    """Whether an annotation is `Tensor`, `"Tensor"`, `Optional[Tensor]` or `Tensor | None` of MindSpore."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        quoted = _quoted(annotation.value, annotation)
        return quoted is not None and names_tensor(quoted, scope, evaluator)
    if isinstance(annotation, ast.BinOp):
        sides = [side for side in (annotation.left, annotation.right) if not _is_none(side)]
        return len(sides) == 1 and names_tensor(sides[0], scope, evaluator)
    if isinstance(annotation, ast.Subscript):
        is_optional = evaluator.only(annotation.value, scope) == External("typing.Optional")
        return is_optional and names_tensor(annotation.slice, scope, evaluator)
    value = evaluator.only(annotation, scope)
    return isinstance(value, External) and canonical(value.name) == "mindspore.Tensor"


def _quoted(text: str, annotation: ast.expr) -> ast.expr | None:
    """The expression that an annotation in quotes stands for, placed where it stands."""
    try:
        expression: ast.expr = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    for part in ast.walk(expression):
        ast.copy_location(part, annotation)
    return expression


def asked_about(function: Scope) -> frozenset[str]:
    """The names of which the function looks at what kind of thing they are."""
    return frozenset(
        call.node.args[0].id
        for call in function.module.calls
        if _called_name(call.node) in _ASKING
        and call.node.args
        and isinstance(call.node.args[0], ast.Name)
        and call.scope.function is function
    )


def is_argument(name: str, call: Call) -> bool:
    """Whether `name` is handed to a call by position."""
    return any(isinstance(argument, ast.Name) and argument.id == name for argument in call.node.args)


def calls_tensor_method(name: str, call: Call) -> bool:
    """Whether a call is one of a method of `name` that tells a tensor."""
    function = call.node.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr in results.TELLING_METHODS
        and isinstance(function.value, ast.Name)
        and function.value.id == name
    )


def other_operands(name: str, function: ast.AST) -> Iterator[ast.expr]:
    """What stands on the other side of the arithmetic that a function does with `name`."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp):
            for side, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(side, ast.Name) and side.id == name:
                    yield other


def takes_tensors(call: Call, evaluator: Evaluator) -> bool:
    """Whether a call is one of a function, layer or operator of MindSpore that works on tensors."""
    for value in evaluator.values(call.node.func, call.scope):
        if isinstance(value, External) and results.gives_tensor(canonical(value.name)):
            return True
        if isinstance(value, Instance) and isinstance(value.of, External):
            return results.call_gives_tensor(canonical(value.of.name))
    return False


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _called_name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
