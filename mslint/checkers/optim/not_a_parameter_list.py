"""# not-a-parameter-list (MSL211)

## What it does

Finds optimizers, and parameter groups, that are given something else than
parameters: `net.parameters_and_names()`, `net.parameters_dict()`, the network
itself, a method that was not called, one dict instead of a list of dicts, a
list of lists, a number.

## Why is this bad

The optimizer raises `TypeError`, and the message speaks of a type
("must be 'Parameter' or 'dict'") rather than of what was forgotten; where the
rate and the parameters changed places it can be `AttributeError`.
`mindspore.experimental.optim` and `mindspore.mint.optim` stop with `can only
concatenate str (not "type") to str`.

## Example

```python
optimizer = nn.Adam(net.parameters_and_names(), learning_rate=1e-3)
```

## Use instead

```python
optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3)
```

## Fix safety

Safe for a single group, which is put into a list, and for a method that was
not called. Unsafe where `trainable_params()` takes the place of something else.

## Limits

Something that may also be a right list is not judged, so neither is a function
that looks at what it was given. One parameter as `'params'` of a group is
right in `mindspore.experimental.optim` and `mindspore.mint.optim`. Objects of
classes that define `__iter__` are never flagged.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Optimizer`, `mindspore.nn.Cell.trainable_params`
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mslint import edits
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts.names import canonical
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.groups import groups
from mslint.model.evaluator import Evaluator
from mslint.model.values import (
    Constant,
    Definition,
    External,
    Instance,
    Mapping,
    Member,
    Possible,
    Sequence,
    Site,
    Value,
)
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.training.library import is_cell

RULE = Rule(
    code="MSL211",
    symbol="not-a-parameter-list",
    summary="an optimizer that is given something else than a list of parameters",
    message="{place} {what}: on MindSpore {target} {effect}; {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "the optimizer refuses that and raises"),),
    bad='''\
import mindspore as ms
from mindspore import nn


def observe(given):
    """How many parameters the optimizer has."""
    net = nn.SequentialCell([nn.Dense(2, 2)])
    if given == "pairs":
        optimizer = nn.SGD(net.parameters_and_names(), learning_rate=0.1)  # MSL211
    elif given == "dict":
        optimizer = nn.SGD(net.parameters_dict(), learning_rate=0.1)  # MSL211
    elif given == "network":
        optimizer = nn.SGD(net, learning_rate=0.1)  # MSL211
    elif given == "method":
        optimizer = nn.SGD(net.trainable_params, learning_rate=0.1)  # MSL211
    elif given == "one group":
        optimizer = nn.SGD({"params": net.trainable_params()}, learning_rate=0.1)  # MSL211
    elif given == "lists":
        optimizer = nn.SGD([net[0].trainable_params()], learning_rate=0.1)  # MSL211
    elif given == "networks":
        optimizer = nn.SGD([net], learning_rate=0.1)  # MSL211
    elif given == "one parameter":
        weight = ms.Parameter(ms.Tensor([1.0, 2.0]), name="weight")
        optimizer = nn.SGD(weight, learning_rate=0.1)  # MSL211
    elif given == "number":
        optimizer = nn.SGD(0.1, net.trainable_params())  # MSL211
    elif given == "group":
        optimizer = nn.SGD([{"params": net.parameters_dict()}], learning_rate=0.1)  # MSL211
    elif given == "experimental":
        from mindspore.experimental import optim

        optimizer = optim.SGD(net.parameters_and_names(), lr=0.1)  # MSL211
    else:
        from mindspore import mint

        optimizer = mint.optim.AdamW([{"params": set(net.trainable_params())}], lr=0.1)  # MSL211
    return {"parameters": len(optimizer.parameters)}
''',
    good='''\
import mindspore as ms
from mindspore import nn


def observe(given):
    """How many parameters the optimizer has."""
    net = nn.SequentialCell([nn.Dense(2, 2)])
    if given == "one parameter":
        weight = ms.Parameter(ms.Tensor([1.0, 2.0]), name="weight")
        optimizer = nn.SGD([weight], learning_rate=0.1)
    elif given in ("one group", "group"):
        optimizer = nn.SGD([{"params": net.trainable_params()}], learning_rate=0.1)
    elif given == "experimental":
        from mindspore.experimental import optim

        optimizer = optim.SGD(net.trainable_params(), lr=0.1)
    elif given == "mint":
        from mindspore import mint

        optimizer = mint.optim.AdamW([{"params": net.trainable_params()}], lr=0.1)
    else:
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    return {"parameters": len(optimizer.parameters)}
''',
    related=("MSL203", "MSL204"),
    proofs=(
        *(
            Proof((Raises("TypeError"),), variant=variant)
            for variant in (
                "pairs", "dict", "network", "method", "one group", "lists", "networks", "one parameter", "group",
            )
        ),
        Proof((Raises(("TypeError", "AttributeError")),), variant="number"),
        Proof((Raises("TypeError"),), since="2.5", variant="experimental"),
        Proof((Raises("TypeError"),), since="2.5", variant="mint"),
    ),
    original='''\
import torch


def observe(given):
    net = torch.nn.Sequential(torch.nn.Linear(2, 2))
    given_to_it = [torch.nn.Parameter(torch.ones(2))] if given == "one parameter" else net.parameters()
    optimizer = torch.optim.SGD(given_to_it, lr=0.1)
    return {"parameters": sum(len(group["params"]) for group in optimizer.param_groups)}
''',
)  # fmt: skip

_WORLDS = (World.NATIVE, World.EXPERIMENTAL, World.MINT)
_ASK_FOR_PARAMETERS = "give it net.trainable_params()"
_GIVEN_BY_METHODS = {
    "parameters_and_names": "pairs of name and parameter",
    "parameters_dict": "a dict",
    "cells": "networks, not parameters",
    "cells_and_names": "pairs of name and network",
    "name_cells": "a dict of networks",
}
"""What the methods of a Cell that give no list of parameters give."""
_LISTING = ("trainable_params", "get_parameters", "untrainable_params")
_METHODS = (*_GIVEN_BY_METHODS, *_LISTING)


class _Mistake(NamedTuple):
    """What is not a list of parameters, and where it is written."""

    site: Site
    possible: Possible
    what: str
    advice: str = _ASK_FOR_PARAMETERS
    repair: Callable[[ast.expr], Fix | None] | None = None


def check(context: Context) -> Iterator[Finding]:
    """Every such argument, and every such entry of a group."""
    for optimizer in context.optimizers:
        if optimizer.world not in _WORLDS or optimizer.params_keyword is None:
            continue
        for call in context.calls.to(optimizer.name):
            params = call.expression(optimizer.params_keyword, optimizer.params_position)
            if params is None:
                continue
            place = f"{optimizer.name.rpartition('.')[2]} is given"
            yield from _finding(context, call, place, _Judge(context.evaluator).mistake(params))
            for group in groups(call, params):
                entry = group.items.get("params")
                if entry is not None:
                    judge = _Judge(context.evaluator, is_group_of=optimizer.world)
                    yield from _finding(context, call, "'params' of this group is", judge.mistake(entry))


def _finding(context: Context, call: LibraryCall, place: str, found: _Mistake | None) -> Iterator[Finding]:
    node = call.place(found.site, found.possible) if found is not None else None
    if found is not None and node is not None:
        is_here = found.possible.written.node is node
        yield context.finding(
            RULE,
            node,
            confidence=Confidence.HIGH if is_here else Confidence.INFERENCE,
            fix=found.repair(node) if found.repair is not None and is_here else None,
            place=place,
            what=found.what,
            advice=found.advice,
        )


class _Judge:
    """Tells lists of parameters from other things."""

    def __init__(self, evaluator: Evaluator, is_group_of: World | None = None) -> None:
        self._evaluator = evaluator
        self._group_world = is_group_of

    def mistake(self, site: Site) -> _Mistake | None:
        """What is wrong with the expression at `site`, where no right value may take its way there."""
        values = self._evaluator.at(site)
        found = [self._judged(site, each) for each in values]
        for possible, wrong in zip(values, found, strict=True):
            if wrong is not None and all(
                other is not None
                for each, other in zip(values, found, strict=True)
                if each.passed in (None, possible.passed)
            ):
                return wrong
        return None

    def _judged(self, site: Site, possible: Possible) -> _Mistake | None:
        value = possible.value
        if isinstance(value, Constant) and isinstance(value.value, int | float | str):
            what = "a string" if isinstance(value.value, str) else "a number"
            return None if isinstance(value.value, bool) else _Mistake(site, possible, what)
        if isinstance(value, Mapping):
            if self._group_world is None and any(key == "params" for key, _ in value.items):
                return _Mistake(site, possible, "one group", "put it into a list", edits.put_into_list)
            return _Mistake(site, possible, "a dict")
        if isinstance(value, Sequence):
            return self._judged_list(site, possible, value)
        if isinstance(value, Instance):
            return self._judged_object(site, possible, value)
        if isinstance(value, Member) and value.name in _METHODS and self._is_cell(value.base):
            return _Mistake(site, possible, "a method that is not called", "call it", edits.call_it)
        if isinstance(value, Definition) and isinstance(value.scope.node, ast.FunctionDef):
            is_plain = not value.scope.node.decorator_list
            return _Mistake(site, possible, "a function that is not called", "call it") if is_plain else None
        return None

    def _judged_list(self, site: Site, possible: Possible, value: Sequence) -> _Mistake | None:
        if value.kind == "set" and self._group_world not in (None, World.NATIVE):
            return _Mistake(site, possible, "a set", "write a list")
        for element in value.elements:
            inner = self._evaluator.at(element)
            kinds = {self._kind(each.value) for each in inner}
            if None not in kinds and len(inner) == 1:
                return _Mistake(element, inner[0], f"a list that holds {kinds.pop()}", "put parameters into it")
        return None

    def _kind(self, value: Value) -> str | None:
        """What an element of a list is that no optimizer takes, in words; None where it may be right."""
        if isinstance(value, Sequence):
            return f"{value.kind}s"
        if isinstance(value, Instance):
            if isinstance(value.of, Member) and value.of.name in _LISTING and not self._is_own(value.of):
                return "lists"
            if self._is_cell(value):
                return "networks"
        return None

    def _judged_object(self, site: Site, possible: Possible, value: Instance) -> _Mistake | None:
        function = value.of
        if isinstance(function, Member):
            if function.name in ("items", "keys") and self._is_dict(function.base):
                return _Mistake(site, possible, f"the {function.name} of a dict")
            if function.name in _GIVEN_BY_METHODS and not self._is_own(function):
                what = f"{_GIVEN_BY_METHODS[function.name]}, as {function.name}() gives"
                return _Mistake(site, possible, what, repair=edits.call_trainable_params)
        if isinstance(function, External) and canonical(function.name) == "mindspore.Parameter":
            is_right = self._group_world not in (None, World.NATIVE)
            wrong = _Mistake(site, possible, "one parameter", "put it into a list", edits.put_into_list)
            return None if is_right else wrong
        if function == External("builtins.set") and self._group_world not in (None, World.NATIVE):
            return _Mistake(site, possible, "a set", "write a list")
        if self._is_cell(value):
            return _Mistake(site, possible, "a network")
        return None

    def _is_cell(self, value: Value) -> bool:
        """Whether this is surely a Cell, and none that says itself what it iterates over."""
        if not isinstance(value, Instance):
            return False
        if isinstance(value.of, External):
            return is_cell(canonical(value.of.name))
        if not isinstance(value.of, Definition) or not value.of.is_class:
            return False
        classes = self._evaluator.classes
        library = [each for each in classes.ancestry(value.of.scope) if isinstance(each, External)]
        return any(is_cell(canonical(each.name)) for each in library) and not classes.method(value.of.scope, "__iter__")

    def _is_dict(self, value: Value) -> bool:
        if isinstance(value, Instance) and isinstance(value.of, Member):
            return value.of.name == "parameters_dict" and not self._is_own(value.of)
        return isinstance(value, Mapping)

    def _is_own(self, method: Member) -> bool:
        """Whether the method may well be one of the file's own, which can give anything."""
        own = any(method.name in class_.bindings for class_ in self._evaluator.module.classes)
        return own and not self._is_cell(method.base)
