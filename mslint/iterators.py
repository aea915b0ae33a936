"""Which values are iterators that can be walked only once, and which are lists."""

from __future__ import annotations

import ast

from mslint.model.evaluator import Evaluator
from mslint.model.values import Definition, External, Instance, Mapping, Member, Possible, Sequence, Value

_BUILTINS = {
    "builtins.generator": "a generator",
    "builtins.filter": "a filter object",
    "builtins.map": "a map object",
    "builtins.iter": "an iterator",
    "builtins.zip": "a zip object",
    "builtins.reversed": "a reversed iterator",
    "builtins.enumerate": "an enumerate object",
}


def iterator(value: Value, evaluator: Evaluator) -> str | None:
    """What kind of one-pass iterator `value` is, in words; None where it is not known to be one."""
    if not isinstance(value, Instance):
        return None
    function = value.of
    if isinstance(function, External):
        if function.name.startswith("itertools."):
            return f"an {function.name} iterator"
        return _BUILTINS.get(function.name)
    if isinstance(function, Member) and function.name == "get_parameters":
        own = any("get_parameters" in class_.bindings for class_ in evaluator.module.classes)
        is_known = isinstance(function.base, Instance) and isinstance(function.base.of, Definition)
        return None if own and not is_known else "the generator that get_parameters() returns"
    return None


def not_a_list(value: Value, evaluator: Evaluator) -> str | None:
    """As `iterator`, and also sets, dicts and the views of dicts."""
    if isinstance(value, Mapping):
        return "a dict"
    if isinstance(value, Sequence):
        return "a set" if value.kind == "set" else None
    if isinstance(value, Instance):
        if value.of == External("builtins.set"):
            return "a set"
        if isinstance(value.of, Member):
            if value.of.name == "parameters_dict":
                return "the dict that parameters_dict() returns"
            if value.of.name == "values" and _is_dict(value.of.base):
                return "a view of a dict's values"
    return iterator(value, evaluator)


def _is_dict(value: Value) -> bool:
    if isinstance(value, Instance) and isinstance(value.of, Member):
        return value.of.name == "parameters_dict"
    return isinstance(value, Mapping)


def first_iterator(possible: tuple[Possible, ...], evaluator: Evaluator) -> tuple[Possible, str] | None:
    """The first of several possibilities that is a one-pass iterator, with its kind."""
    for each in possible:
        kind = iterator(each.value, evaluator)
        if kind is not None:
            return each, kind
    return None


def text_of(node: ast.expr, limit: int = 40) -> str:
    """The source of an expression, short enough for a message."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= limit else f"{text[: limit - 3]}..."
