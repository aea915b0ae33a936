"""Parameter groups: the dicts that an optimizer is given in place of parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mslint.calls import LibraryCall
from mslint.model.names import BindingKind, Module, start_of
from mslint.model.values import Mapping, Possible, Sequence, Site


class Group(NamedTuple):
    """One dict among the params of an optimizer.

    `is_sure` is False where the list or the dict is only one of several that
    may be given.
    """

    possible: Possible
    items: dict[str, Site]
    is_sure: bool


def groups(call: LibraryCall, params: Site) -> Iterator[Group]:
    """The parameter groups that `params`, an argument of `call`, can be."""
    lists = call.evaluator.at(params)
    for possible in lists:
        if not isinstance(possible.value, Sequence):
            continue
        for element in possible.value.elements:
            dicts = call.evaluator.at(element)
            for group in dicts:
                if isinstance(group.value, Mapping):
                    items = {**dict(group.value.items), **_set_in_loops(params)}
                    yield Group(group, items, len(lists) == len(dicts) == 1)


def _set_in_loops(params: Site) -> dict[str, Site]:
    """What `for group in groups: group["key"] = value` puts into each group before the list is used."""
    node, scope = params.node, params.scope
    if not isinstance(node, ast.Name):
        return {}
    found = {}
    for binding in (binding for bindings in scope.bindings.values() for binding in bindings):
        source = binding.value
        if binding.kind is BindingKind.LOOP and not binding.index and isinstance(source, ast.Name):
            for key, value in scope.items.get(binding.name, ()) if source.id == node.id else ():
                if start_of(value) < start_of(node):
                    found[key] = Site(value, scope, params.frame)
    return found


def takes_out(module: Module, key: str) -> bool:
    """Whether code of the file takes entries under `key` out of a dict."""
    if any(key == deleted for _, deleted in module.deleted_keys):
        return True
    for call in module.calls_named(["pop"]):
        function, arguments = call.node.func, call.node.args
        if isinstance(function, ast.Attribute) and arguments:
            first = arguments[0]
            if not isinstance(first, ast.Constant) or first.value == key:
                return True
    return False
