"""Parameter groups: the dicts that an optimizer is given in place of parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mslint.calls import LibraryCall
from mslint.model.names import Module
from mslint.model.values import Mapping, Possible, Sequence, Site


@dataclass(frozen=True, slots=True)
class Group:
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
                    yield Group(group, dict(group.value.items), len(lists) == len(dicts) == 1)


def takes_out(module: Module, key: str) -> bool:
    """Whether code of the file takes entries under `key` out of a dict."""
    if key in module.deleted_keys:
        return True
    for call in module.calls:
        function, arguments = call.node.func, call.node.args
        if isinstance(function, ast.Attribute) and function.attr == "pop" and arguments:
            first = arguments[0]
            if not isinstance(first, ast.Constant) or first.value == key:
                return True
    return False
