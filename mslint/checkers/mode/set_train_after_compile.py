"""# set-train-after-compile (MSL103)

## What it does

Finds the `set_train(...)` that compiled code does not notice: a function under
`@jit` that ran before in the other mode, or a cell in GRAPH_MODE (or with a
compiled `construct`) that ran before any mode was set, or of which only a part
is switched.

## Why is this bad

A compiled function keeps the branches of its first run, whatever `set_train`
says later. A compiled cell is compiled anew only when its phase changes; the
phase is "train" from the start and changes with `set_train` called on this very
cell. So after a first run as constructed, which is evaluation, training goes on
without Dropout and with frozen statistics, or the evaluation after training
goes on dropping. Nothing is raised.

## Example

```python
@ms.jit
def forward(x):
    return net(x)

forward(sample)
net.set_train()
train_epoch(forward, data)
```

## Use instead

```python
@ms.jit
def train_forward(x):
    return net(x)

@ms.jit
def forward(x):
    return net(x)

forward(sample)
net.set_train()
train_epoch(train_forward, data)
```

## Fix safety

No fix: a cell needs `set_train(False)` before its first run, a function one
copy for each mode.

## Limits

The function, the network and both runs have to be in sight. A function that is
given the network as an argument is not judged, nor is one compiled with
`capture_mode="bytecode"`, which does notice. What goes on being trained in
training mode after `set_train(False)` is left alone. Inputs of another shape
are compiled anew, in the mode of that moment; mslint does not know shapes, so
where those of the two runs always differ the finding is about nothing yet.

## Versions

MindSpore 1.10 to 2.10. `ms.jit` came with 2.0. Up to 2.6 a compiled `construct`
keeps the mode of its first run even where the mode had been set before; that is
not flagged.

## References

- MindSpore: `mindspore.jit`, `mindspore.nn.Cell.set_train`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import RegionKind, StaleMode

RULE = Rule(
    code="MSL103",
    symbol="set-train-after-compile",
    summary="set_train() after compiled code has run in the other mode",
    message=(
        "{network} was compiled in {before} mode before: on MindSpore {target} {effect}, so this is not noticed "
        "when it runs again; {remedy}"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "compiled code keeps the mode of its first run"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def moved(norm):
    """How far the running mean of the norm has moved on data around 3."""
    return {"moved": float(norm.moving_mean.asnumpy().mean())}


def observe(region):
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    if region == "function":
        net = nn.SequentialCell([nn.BatchNorm1d(4)])

        @ms.jit
        def forward(x):
            return net(x)

        forward(x)
        net.set_train()  # MSL103
        forward(x)
        return moved(net[0])
    if region == "construct":

        class Compiled(nn.Cell):
            def __init__(self):
                super().__init__()
                self.norm = nn.BatchNorm1d(4)

            @ms.jit
            def construct(self, x):
                return self.norm(x)

        cell = Compiled()
        cell(x)
        cell.set_train()  # MSL103
        cell(x)
        return moved(cell.norm)
    ms.set_context(mode=ms.GRAPH_MODE)
    net = nn.SequentialCell([nn.BatchNorm1d(4)])
    net(x)
    net.set_train()  # MSL103
    net(x)
    return moved(net[0])
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def moved(norm):
    """How far the running mean of the norm has moved on data around 3."""
    return {"moved": float(norm.moving_mean.asnumpy().mean())}


def observe(region):
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    if region == "function":
        net = nn.SequentialCell([nn.BatchNorm1d(4)])

        @ms.jit
        def forward(x):
            return net(x)

        @ms.jit
        def train_forward(x):
            return net(x)

        forward(x)
        net.set_train()
        train_forward(x)
        return moved(net[0])
    if region == "construct":

        class Compiled(nn.Cell):
            def __init__(self):
                super().__init__()
                self.norm = nn.BatchNorm1d(4)

            @ms.jit
            def construct(self, x):
                return self.norm(x)

        cell = Compiled()
        cell.set_train()
        cell(x)
        return moved(cell.norm)
    ms.set_context(mode=ms.GRAPH_MODE)
    net = nn.SequentialCell([nn.BatchNorm1d(4)])
    net.set_train(False)
    net(x)
    net.set_train()
    net(x)
    return moved(net[0])
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL101", "MSL107"),
    proofs=(
        Proof((Differs("moved", 0.2),), since="2.0", variant="function"),
        Proof((Differs("moved", 0.2),), since="2.0", variant="construct"),
        Proof((Differs("moved", 0.2),), variant="graph mode"),
    ),
    original="""\
import torch
from torch import nn


def observe(region):
    net = nn.Sequential(nn.BatchNorm1d(4))
    x = torch.full((8, 4), 3.0)
    net.eval()
    net(x)
    net.train()
    net(x)
    return {"moved": float(net[0].running_mean.mean())}
""",
)

_REMEDIES = {
    RegionKind.FUNCTION: "compile one function for each mode",
    RegionKind.CELL: "set the mode of the cell that is called, from its first run on",
}


def check(context: Context) -> Iterator[Finding]:
    """Every mode that is set and not noticed."""
    for stale in context.training.of(StaleMode):
        yield context.finding(
            RULE,
            stale.place.node,
            network=stale.network.name,
            before="training" if stale.is_training else "inference",
            remedy=_REMEDIES[stale.kind],
        )
