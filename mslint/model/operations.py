"""What operators, subscripts and displays (`[...]`, `{...}`, comprehensions) can be."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from mslint.model.values import (
    UNKNOWN,
    Constant,
    Definition,
    External,
    Instance,
    Mapping,
    Possible,
    Sequence,
    Site,
    Value,
)

if TYPE_CHECKING:
    from mslint.model.evaluator import Evaluator

ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
"""The operators between numbers that are followed."""


def _conditional(evaluator: Evaluator, node: ast.IfExp, site: Site) -> Iterator[Possible]:
    yield from evaluator.evaluate(node.body, site.scope, site.frame)
    yield from evaluator.evaluate(node.orelse, site.scope, site.frame)


def _either(evaluator: Evaluator, node: ast.BoolOp, site: Site) -> Iterator[Possible]:
    for operand in node.values:
        yield from evaluator.evaluate(operand, site.scope, site.frame)


def _binary(evaluator: Evaluator, node: ast.BinOp, site: Site) -> Iterator[Possible]:
    operation = ARITHMETIC.get(node.op.__class__)
    for left in evaluator.evaluate(node.left, site.scope, site.frame):
        for right in evaluator.evaluate(node.right, site.scope, site.frame):
            value: Value = UNKNOWN
            if operation and isinstance(left.value, Constant) and isinstance(right.value, Constant):
                value = _compute(operation, left.value.value, right.value.value)
            elif isinstance(left.value, Sequence) and isinstance(right.value, Sequence):
                value = _joined(left.value, right.value)
            passed = left.passed or right.passed
            yield Possible(value, site, passed, left.is_default or right.is_default)


def _unary(evaluator: Evaluator, node: ast.UnaryOp, site: Site) -> Iterator[Possible]:
    for operand in evaluator.evaluate(node.operand, site.scope, site.frame):
        number = operand.value.value if isinstance(operand.value, Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(number, int | float):
            yield Possible(Constant(-number), site, operand.passed, operand.is_default)
        else:
            yield Possible(UNKNOWN, site)


def _subscript(evaluator: Evaluator, node: ast.Subscript, site: Site) -> Iterator[Possible]:
    for base in evaluator.evaluate(node.value, site.scope, site.frame):
        if isinstance(base.value, Mapping):
            yield from evaluator.lookup(base.value, node.slice, site)
        elif isinstance(base.value, Sequence):
            index = evaluator.only(node.slice, site.scope, site.frame)
            if isinstance(index, Constant) and isinstance(index.value, int):
                yield evaluator.item(base, index.value, site)
            else:
                yield from evaluator.elements(base, site)
        else:
            yield Possible(UNKNOWN, site)


def _sequence(evaluator: Evaluator, node: ast.List | ast.Tuple | ast.Set, site: Site) -> Iterator[Possible]:
    kind = node.__class__.__name__.lower()
    elements: list[Site] = []
    is_open = False
    for element in node.elts:
        if not isinstance(element, ast.Starred):
            elements.append(Site(element, site.scope, site.frame))
            continue
        inner = evaluator.only(element.value, site.scope, site.frame)
        if isinstance(inner, Sequence):
            elements.extend(inner.elements)
        is_open = is_open or not isinstance(inner, Sequence) or inner.is_open
    yield Possible(Sequence(kind, tuple(elements), is_open), site)


def _comprehension(evaluator: Evaluator, node: ast.ListComp | ast.SetComp, site: Site) -> Iterator[Possible]:
    element = Site(node.elt, site.scope.module.scopes[node], site.frame)
    kind = "list" if isinstance(node, ast.ListComp) else "set"
    yield Possible(Sequence(kind, (element,), is_open=True), site)


def _generator(evaluator: Evaluator, node: ast.GeneratorExp, site: Site) -> Iterator[Possible]:
    yield Possible(Instance(External("builtins.generator"), site), site)


def _dict(evaluator: Evaluator, node: ast.Dict, site: Site) -> Iterator[Possible]:
    items: dict[str, Site] = {}
    is_open = False
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            inner = evaluator.only(value, site.scope, site.frame)
            if isinstance(inner, Mapping):
                items.update(inner.items)
                is_open = is_open or inner.is_open
            else:
                is_open = True
            continue
        name = evaluator.only(key, site.scope, site.frame)
        if isinstance(name, Constant) and isinstance(name.value, str):
            items[name.value] = Site(value, site.scope, site.frame)
        else:
            is_open = True
    yield Possible(Mapping(tuple(items.items()), is_open), site)


def _walrus(evaluator: Evaluator, node: ast.NamedExpr, site: Site) -> Iterator[Possible]:
    yield from evaluator.evaluate(node.value, site.scope, site.frame)


def _lambda(evaluator: Evaluator, node: ast.Lambda, site: Site) -> Iterator[Possible]:
    yield Possible(Definition(site.scope.module.scopes[node]), site)


def _compute(operation: Callable[[Any, Any], Any], left: object, right: object) -> Value:
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return UNKNOWN
    try:
        return Constant(operation(left, right))
    except (ArithmeticError, ValueError):
        return UNKNOWN


def _joined(left: Sequence, right: Sequence) -> Sequence:
    return Sequence(left.kind, (*left.elements, *right.elements), left.is_open or right.is_open)


HANDLERS: dict[type[ast.AST], Callable[[Evaluator, Any, Site], Iterator[Possible]]] = {
    ast.IfExp: _conditional,
    ast.BoolOp: _either,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Subscript: _subscript,
    ast.List: _sequence,
    ast.Tuple: _sequence,
    ast.Set: _sequence,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _generator,
    ast.Dict: _dict,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
}
"""How the evaluator answers for each kind of expression."""
