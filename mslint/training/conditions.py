"""Operators, comparisons and conditions: what is known to be true on a path."""

from __future__ import annotations

import ast
import operator
from abc import abstractmethod
from collections.abc import Callable, Hashable
from typing import Any

from mslint.model.operations import ARITHMETIC
from mslint.training.core import Core, truth_of_symbol
from mslint.training.kinds import is_number, is_tensor
from mslint.training.objects import (
    FALSE,
    MAX_ITEMS,
    NONE,
    NUMBER,
    TENSOR,
    TRUE,
    Bound,
    Builtin,
    ClassValue,
    Compiled,
    Constant,
    Frame,
    Function,
    Gradient,
    Instance,
    Library,
    Mapping,
    Method,
    Partial,
    ProjectModule,
    Rate,
    Sequence,
    Symbol,
    Tuple,
    Union,
    Value,
    constant,
    derived,
    fresh,
    join,
    marks_of,
    of_kind,
)
from mslint.training.state import Facts, holds

MAX_TEXT = 200
"""Characters of a text that is put together."""
_MAX_NUMBER = 10**12
_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_TESTS = frozenset({"all", "any", "endswith", "hasattr", "isinstance", "len", "lower", "startswith"})
"""Functions and methods that only look at something."""
_ALWAYS_TRUE = (Function, Bound, Method, ClassValue, Library, Builtin, Partial, Compiled, Gradient, ProjectModule)


class Conditions(Core):
    """Evaluation of operators."""

    @abstractmethod
    def elements(self, value: Value) -> tuple[Value, ...] | None:
        """The elements of an iterable where they are known."""

    @abstractmethod
    def new_list(self, items: list[Value], is_open: bool = False) -> Sequence:
        """A new list."""

    # -- operators -----------------------------------------------------

    def binary(self, node: ast.BinOp, frame: Frame) -> Value:
        """The value of a binary operation."""
        return self.operate(node.op, self.evaluate(node.left, frame), self.evaluate(node.right, frame))

    def operate(self, operation: ast.operator, left: Value, right: Value) -> Value:
        """The value of a binary operation."""
        if isinstance(left, Constant) and isinstance(right, Constant):
            return _calculated(operation, left, right)
        if isinstance(operation, ast.Add):
            first, second = self.elements(left), self.elements(right)
            if first is not None and second is not None:
                if isinstance(left, Tuple) and len(first) + len(second) <= MAX_ITEMS:
                    return Tuple((*first, *second))
                return self.new_list([*first, *second])
        if isinstance(left, Rate) or isinstance(right, Rate):
            return Rate(left.optimizer if isinstance(left, Rate) else right.optimizer, is_computed=True)  # type: ignore[attr-defined]
        if is_tensor(left) or is_tensor(right):
            return of_kind(TENSOR, marks_of(left, right))
        name = type(operation).__name__
        if isinstance(left, Symbol | Constant) and isinstance(right, Symbol | Constant):
            return derived((name, key_of(left), key_of(right)), left, right)
        return fresh(marks_of(left, right))

    def unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        """The value of `not`, `-` and the like."""
        value = self.evaluate(node.operand, frame)
        if isinstance(node.op, ast.Not):
            known = self.truth(value)
            if known is not None:
                return FALSE if known else TRUE
            if isinstance(value, Symbol):
                key, polarity = truth_of_symbol(value)
                return Symbol(("not", key) if polarity else key, value.marks, value.depth)
            return fresh()
        if isinstance(node.op, ast.USub) and isinstance(value, Constant) and isinstance(value.value, int | float):
            return constant(-value.value)
        return fresh(marks_of(value))

    def compare(self, node: ast.Compare, frame: Frame) -> Value:
        """The value of a comparison."""
        left = self.evaluate(node.left, frame)
        rights = [self.evaluate(right, frame) for right in node.comparators]
        if len(rights) > 1:
            return fresh()
        return self.compared(node.ops[0], left, rights[0])

    def compared(self, operation: ast.cmpop, left: Value, right: Value) -> Value:
        """The value of one comparison."""
        if isinstance(operation, ast.Is | ast.IsNot):
            same = _is_same(left, right)
            if same is not None:
                return TRUE if same is isinstance(operation, ast.Is) else FALSE
            return _negated_if(isinstance(operation, ast.IsNot), self._relation("is", left, right))
        if isinstance(operation, ast.In | ast.NotIn):
            known = self.elements(right)
            if isinstance(left, Constant) and known is not None and all(isinstance(item, Constant) for item in known):
                return TRUE if (left in known) is isinstance(operation, ast.In) else FALSE
            if isinstance(left, Constant) and isinstance(right, Mapping) and right.state.get("open") is False:
                return TRUE if (left.value in right.fields) is isinstance(operation, ast.In) else FALSE
            return _negated_if(isinstance(operation, ast.NotIn), self._relation("in", left, right))
        if isinstance(left, Constant) and isinstance(right, Constant):
            action = _COMPARE.get(type(operation))
            try:
                return constant(bool(action(left.value, right.value))) if action else fresh()
            except TypeError:
                return fresh()
        if isinstance(operation, ast.Eq | ast.NotEq):
            if isinstance(left, Constant):
                left, right = right, left
            return _negated_if(isinstance(operation, ast.NotEq), self._relation("==", left, right))
        return self._relation(type(operation).__name__, left, right)

    def _relation(self, name: str, left: Value, right: Value) -> Symbol:
        if isinstance(right, Sequence | Tuple):
            known = self.elements(right)
            right = Tuple(known) if known and all(isinstance(item, Constant) for item in known) else fresh()
        if isinstance(left, Symbol | Constant) and isinstance(right, Symbol | Constant | Tuple):
            return derived((name, key_of(left), key_of(right)), left, right)
        return fresh()

    def boolean(self, node: ast.BoolOp, frame: Frame) -> Value:
        """The value of `and` and `or`."""
        is_and = isinstance(node.op, ast.And)
        value = self.evaluate(node.values[0], frame)
        for number, other in enumerate(node.values[1:], 1):
            known = self.truth(value)
            if known is not None and known is not is_and:
                return value
            if known is not None:
                value = self.evaluate(other, frame)
                continue
            rest = node.values[number:]
            return self._undecided(is_and, value, rest, frame)
        return value

    def _undecided(self, is_and: bool, first: Value, rest: list[ast.expr], frame: Frame) -> Value:
        if not any(_has_effects(inner) for node in rest for inner in ast.walk(node)):
            values = [first, *(self.evaluate(node, frame) for node in rest)]
        else:
            values = [first]
            for node in rest:
                facts = self.facts_if(values[-1], is_and)
                options: list[tuple[Facts, Callable[[], Value]]] = [
                    (facts, lambda node=node: self.evaluate(node, frame)),  # type: ignore[misc]
                    (self.facts_if(values[-1], not is_and), lambda: NONE),
                ]
                values.append(self.alternatives(options))
        if all(isinstance(value, Symbol) for value in values):
            keys = tuple(value.key for value in values if isinstance(value, Symbol))
            return derived(("and" if is_and else "or", keys), *values)
        if not is_and:
            return join(values)
        return fresh(marks_of(*values))

    def conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        """The value of `a if b else c`."""
        test = self.evaluate(node.test, frame)
        known = self.truth(test)
        if known is not None:
            return self.evaluate(node.body if known else node.orelse, frame)
        return self.alternatives(
            [
                (self.facts_if(test, True), lambda: self.evaluate(node.body, frame)),
                (self.facts_if(test, False), lambda: self.evaluate(node.orelse, frame)),
            ]
        )

    # -- truth ---------------------------------------------------------

    def truth(self, value: Value) -> bool | None:
        """Whether a value counts as true; None where that is not known."""
        if isinstance(value, Constant):
            return bool(value.value)
        if isinstance(value, _ALWAYS_TRUE):
            return True
        if isinstance(value, Instance):
            return True if value.cls is None or not self._has_length(value) else None
        if isinstance(value, Tuple):
            return bool(value.items)
        if isinstance(value, Sequence):
            return bool(value.state["items"]) if value.state.get("open") is False else None
        if isinstance(value, Mapping):
            return bool(value.fields) if value.state.get("open") is False else None
        if isinstance(value, Union):
            found = {self.truth(item) for item in value.items}
            return found.pop() if len(found) == 1 else None
        if isinstance(value, Symbol):
            return holds(value.key, self.store.facts)
        return None

    def _has_length(self, value: Instance) -> bool:
        bases = self.bases_of(value)
        return None in bases or any(
            isinstance(base, ClassValue) and ({"__len__", "__bool__"} & base.scope.bindings.keys()) for base in bases
        )

    def facts_if(self, value: Value, is_true: bool) -> Facts:
        """What is known where a condition came out true or false; never empty."""
        if not isinstance(value, Symbol):
            return {("path", fresh().key): is_true}
        key, polarity = truth_of_symbol(value)
        wanted = is_true is polarity
        facts: Facts = {key: wanted}
        if isinstance(key, tuple) and len(key) == 2 and key[0] in ("and", "or") and wanted is (key[0] == "and"):
            for part in key[1]:
                facts.update(self.facts_if(Symbol(part), wanted))
        return facts


def _has_effects(node: ast.AST) -> bool:
    """Whether a part of an expression may do more than give a value."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name not in _TESTS


def key_of(value: Value) -> Hashable:
    """The key of a symbol or constant inside another key."""
    if isinstance(value, Symbol):
        return value.key
    if isinstance(value, Constant):
        return ("constant", value.kind.__name__, value.value)
    return value


def _negated_if(is_negated: bool, value: Symbol) -> Symbol:
    return Symbol(("not", value.key), value.marks, value.depth) if is_negated else value


def _is_same(left: Value, right: Value) -> bool | None:
    if right is NONE or right == NONE:
        if left == NONE:
            return True
        if isinstance(left, Symbol):
            return None
        if isinstance(left, Union):
            found = {_is_same(item, right) for item in left.items}
            return found.pop() if len(found) == 1 else None
        return False
    if isinstance(left, Constant) and isinstance(right, Constant):
        return left == right
    return None


def _calculated(operation: ast.operator, left: Constant, right: Constant) -> Value:
    """The result of arithmetic on literals, where it stays cheap."""
    action = ARITHMETIC.get(type(operation))
    if action is None or not (_is_small_number(left) and _is_small_number(right)):
        is_text = isinstance(left.value, str) and isinstance(right.value, str)
        if action is not operator.add or not is_text or len(left.value) + len(right.value) > MAX_TEXT:
            return of_kind(NUMBER) if is_number(left) and is_number(right) else fresh()
    try:
        return constant(action(left.value, right.value))
    except ArithmeticError:
        return fresh()


def _is_small_number(value: Constant) -> bool:
    held = value.value
    return isinstance(held, bool | float) or (isinstance(held, int) and abs(held) < _MAX_NUMBER)
