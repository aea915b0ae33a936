"""# param-groups-on-nn-optimizer (MSL305)

## What it does

Finds `param_groups` read from an optimizer of `mindspore.nn`.

## Why is this bad

These optimizers have no such attribute: AttributeError. Only those of
`mindspore.experimental.optim` and `mindspore.mint.optim` have PyTorch's groups.

## Example

```python
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
for group in optimizer.param_groups:
    group["lr"] = 0.01
```

## Use instead

```python
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
ops.assign(optimizer.learning_rate, 0.01)
```

## Fix safety

Where the optimizer has one rate and all that is done is
`for group in optimizer.param_groups: group["lr"] = value`, or
`optimizer.param_groups[0]["lr"] = value`, `ops.assign` takes the place of it. The
fix is unsafe: the value may be a Tensor of another type, which `ops.assign` does
not take. No fix for what else is done with the groups, for a value that reads
them, and where the file has no name for `ops` or `mindspore`.

## Limits

The optimizer has to be known. Classes of one's own are not flagged, nor is code
that asks for `"param_groups"` by `hasattr` or `getattr` first, or catches the error.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: `mindspore.nn.Optimizer`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.assignments import Assigner
from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.training.events import GroupsRead, RateForm

RULE = Rule(
    code="MSL305",
    symbol="param-groups-on-nn-optimizer",
    summary="param_groups of an optimizer that has none",
    message=(
        "{what} mindspore.nn.{optimizer}: on MindSpore {target} {effect}; "
        "use ops.assign(optimizer.learning_rate, value), or an optimizer of mindspore.experimental.optim"
    ),
    seen=(Seen("1.10", None, Severity.ERROR, "it has none, which raises AttributeError"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def moves(step, weight, change):
    """What each of four steps moves the weight by, where the rate is changed after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": found}


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    if variant == "Momentum":
        optimizer = nn.Momentum([weight], learning_rate=0.1, momentum=0.0)
    else:
        optimizer = nn.SGD([weight], learning_rate=0.1)

    def step(gradient):
        optimizer((gradient,))

    def change():
        for group in optimizer.param_groups:  # MSL305
            group["lr"] = 0.5

    def change_first():
        optimizer.param_groups[0]["lr"] = 0.5  # MSL305

    return moves(step, weight, change_first if variant == "index" else change)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def moves(step, weight, change):
    """What each of four steps moves the weight by, where the rate is changed after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": found}


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    if variant == "Momentum":
        optimizer = nn.Momentum([weight], learning_rate=0.1, momentum=0.0)
    else:
        optimizer = nn.SGD([weight], learning_rate=0.1)

    def step(gradient):
        optimizer((gradient,))

    def change():
        ops.assign(optimizer.learning_rate, ms.Tensor(0.5, ms.float32))

    return moves(step, weight, change)
''',
    confidence=Confidence.INFERENCE,
    related=("MSL301", "MSL303"),
    proofs=(
        Proof((Raises("AttributeError", "param_groups"),), since="1.10", variant="SGD"),
        Proof((Raises("AttributeError", "param_groups"),), since="1.10", variant="Momentum"),
        Proof((Raises("AttributeError", "param_groups"),), since="1.10", variant="index"),
    ),
    original="""\
import torch


def observe(variant=""):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    moves = []
    for number in range(4):
        if number == 2:
            for group in optimizer.param_groups:
                group["lr"] = 0.5
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        moves.append(round(before - float(weight.mean()), 4))
    return {"moves": moves}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every place that reads it, once."""
    reported = set()
    assigner = Assigner(context.module)
    reads = context.training.of(GroupsRead)
    for read in reads:
        if read.place.node in reported:
            continue
        reported.add(read.place.node)
        what = "param_groups of" if read.place.is_direct else "this call reads param_groups of"
        fix = _fix([each for each in reads if each.place.node is read.place.node], assigner)
        yield context.finding(RULE, read.place.node, what=what, optimizer=read.optimizer.name, fix=fix)


def _fix(reads: list[GroupsRead], assigner: Assigner) -> Fix | None:
    """`ops.assign`, where every optimizer that the place is about has one rate."""
    place = reads[0].place
    if not place.is_direct or not isinstance(place.node, ast.Attribute):
        return None
    if any(read.form is not RateForm.ONE for read in reads):
        return None
    return assigner.in_place_of_groups(place.node, place.scope)
