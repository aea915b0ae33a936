"""Which values are iterators that can be walked only once, and which are lists."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from mslint import edits
from mslint.finding import Applicability, Fix
from mslint.model.evaluator import Evaluator
from mslint.model.names import Binding, BindingKind, Scope, lookup, start_of
from mslint.model.values import Definition, External, Instance, Mapping, Member, Possible, Sequence, Site, Value

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


class Use(NamedTuple):
    """Another place where the same iterator is walked."""

    line: int
    is_earlier: bool


def as_list(
    site: Site,
    possible: Possible,
    node: ast.expr,
    evaluator: Evaluator,
    kind: Callable[[Value, Evaluator], str | None],
) -> Fix | None:
    """`x` -> `list(x)` for an argument at `site` that is reported at `node`; `kind` tells what is no list.

    Where `x` is a name that others read too, they would find it used up: the
    list is made where the name is assigned. None where that is elsewhere, or
    where `node` only holds the iterator.
    """
    given = next((each for each in (site, possible.passed) if each is not None and each.node is node), None)
    if given is None or not any(kind(each.value, evaluator) for each in evaluator.at(given)):
        return None
    if other_use(given) is None:
        return edits.wrap_in_list(node)
    binding = _only_binding(given)
    if binding is None or binding.value is None:
        return None
    return replace(edits.wrap_in_list(binding.value), applicability=Applicability.UNSAFE)


def _only_binding(site: Site) -> Binding | None:
    """The assignment of the name at `site`, where it is the only one."""
    node = site.node
    home = lookup(site.scope, node.id) if isinstance(node, ast.Name) else None
    if home is None or not isinstance(node, ast.Name) or len(home.bindings[node.id]) != 1:
        return None
    binding = home.bindings[node.id][0]
    return binding if binding.kind is BindingKind.ASSIGNMENT else None


def other_use(site: Site) -> Use | None:
    """Where the name at `site` is read again, without being bound anew."""
    binding = _only_binding(site)
    if binding is None:
        return None
    node, home = site.node, binding.scope
    here = start_of(node)
    for other in _reads(home, binding.name):
        if other is node or start_of(other) < binding.position:
            continue
        if _exclusive(home, other, node):
            continue
        return Use(other.lineno, start_of(other) < here)
    return None


def _reads(scope: Scope, name: str) -> list[ast.Name]:
    """The places that read `name` in the function, in order of the text."""
    found = [
        node
        for node in ast.walk(scope.node)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    return sorted(found, key=start_of)


def _exclusive(scope: Scope, first: ast.expr, second: ast.expr) -> bool:
    """Whether two places stand in different arms of one if, so that only one of them runs."""
    one, two = scope.block_at(start_of(first)), scope.block_at(start_of(second))
    if one is None or two is None:
        return False
    return any(
        a.statement is b.statement and a.branch != b.branch and isinstance(a.statement, ast.If)
        for a in one.chain()
        for b in two.chain()
    )


def text_of(node: ast.expr, limit: int = 40) -> str:
    """The source of an expression, short enough for a message."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= limit else f"{text[: limit - 3]}..."
