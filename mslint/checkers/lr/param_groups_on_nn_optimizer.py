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

No fix: what is done with the groups decides what to write.

## Limits

The optimizer has to be known. Classes of one's own are not flagged, nor is code
that asks for `"param_groups"` by `hasattr` or `getattr` first, or catches the error.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: `mindspore.nn.Optimizer`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.training.events import GroupsRead

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
    if variant == "SGD":
        optimizer = nn.SGD([weight], learning_rate=0.1)
    else:
        optimizer = nn.Momentum([weight], learning_rate=0.1, momentum=0.0)

    def step(gradient):
        optimizer((gradient,))

    def change():
        for group in optimizer.param_groups:  # MSL305
            group["lr"] = 0.5

    return moves(step, weight, change)
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
    if variant == "SGD":
        optimizer = nn.SGD([weight], learning_rate=0.1)
    else:
        optimizer = nn.Momentum([weight], learning_rate=0.1, momentum=0.0)

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
    ),
    original='''\
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
''',
)


def check(context: Context) -> Iterator[Finding]:
    """Every place that reads it, once."""
    reported = set()
    for read in context.training.of(GroupsRead):
        if read.place.node in reported:
            continue
        reported.add(read.place.node)
        what = "param_groups of" if read.place.is_direct else "this call reads param_groups of"
        yield context.finding(RULE, read.place.node, what=what, optimizer=read.optimizer.name)
