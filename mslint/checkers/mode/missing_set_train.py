"""# missing-set-train (MSL101)

## What it does

Finds the train step of a hand-written loop that trains a network with a
mode-dependent layer (Dropout, BatchNorm, SyncBatchNorm, `mindspore.mint`'s as
well, or a `construct` that reads `self.training`) while nothing has put the
network into training mode. A step is an optimizer called with gradients, a
`TrainOneStepCell` called directly, or a train cell of the project.

## Why is this bad

A Cell starts in inference mode, the opposite of PyTorch, and neither
`value_and_grad`, `grad`, `GradOperation` nor `TrainOneStepCell` changes that.
Dropout passes everything, BatchNorm normalises with its start values and never
moves its statistics. The loss falls and nothing is raised.

## Example

```python
net = Net()
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
for x, y in data:
    loss, grads = grad_fn(x, y)
    optimizer(grads)
```

## Use instead

```python
net = Net()
net.set_train()
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
for x, y in data:
    loss, grads = grad_fn(x, y)
    optimizer(grads)
```

## Fix safety

No fix: where the call belongs depends on where the network is evaluated.

## Limits

The network has to be built where mslint can follow it. The rule is silent where
a `set_train()` exists whose receiver or moment is not known (a callback, a hook,
a method that nothing in sight calls), where the network is given to code outside
the project, and where only some of its layers are as constructed. Layers with a
rate of 0 do not count, nor do layers whose parameters the optimizer does not
have. `Model(network, loss, optimizer)` sets the mode itself.

Not found: layers kept in a plain list or dict, or attached after `set_train()`
(both stay as constructed); a `set_train()` that stands in a function which is
never called counts as one that may be; a copy that is switched in place of the
network; weights that are updated by hand, without an optimizer.

## Versions

MindSpore 1.10 to 2.10, all measured alike. The norms of
`mindspore.mint.nn` start in training mode on 2.5, 2.6 and 2.7, and are not
flagged there.

## References

- MindSpore: `mindspore.nn.Cell.set_train`
- PyTorch: `torch.nn.Module.train`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import TrainStep

RULE = Rule(
    code="MSL101",
    symbol="missing-set-train",
    summary="a network with mode-dependent layers is trained by hand without set_train()",
    message=(
        "this step trains {network}, which nothing has put into training mode: on MindSpore {target} {effect}, "
        "so {layer} acts as in evaluation; call set_train() before"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "cells start in inference mode"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Dense(4, 1)

    def construct(self, x):
        return self.head(self.norm(x))


def observe():
    """How far the running mean of the norm moves in three steps on data around 3."""
    net = Net()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.01)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    y = ms.Tensor(np.ones((8, 1)), ms.float32)
    for _ in range(3):
        loss, grads = grad_fn(x, y)
        optimizer(grads)  # MSL101
    return {"running mean": float(net.norm.moving_mean.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Dense(4, 1)

    def construct(self, x):
        return self.head(self.norm(x))


def observe():
    """How far the running mean of the norm moves in three steps on data around 3."""
    net = Net()
    net.set_train()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.01)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    y = ms.Tensor(np.ones((8, 1)), ms.float32)
    for _ in range(3):
        loss, grads = grad_fn(x, y)
        optimizer(grads)
    return {"running mean": float(net.norm.moving_mean.asnumpy().mean())}
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL102",),
    proofs=(Proof((Differs("running mean", 0.5),)),),
    original="""\
import torch
from torch import nn


def observe():
    norm = nn.BatchNorm1d(4)
    net = nn.Sequential(norm, nn.Linear(4, 1))
    optimizer = torch.optim.SGD(net.parameters(), 0.01)
    x, y = torch.full((8, 4), 3.0), torch.ones(8, 1)
    for _ in range(3):
        loss = nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return {"running mean": float(norm.running_mean.mean())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every network that is trained as it was constructed, once in each function that trains it."""
    reported = set()
    for step in context.training.of(TrainStep):
        for network in step.networks:
            key = (step.place.scope, network.root.site)
            if not network.is_never_set() or key in reported:
                continue
            if context.training.may_be_set_elsewhere(step, network):
                continue
            reported.add(key)
            yield context.finding(RULE, step.place.node, network=network.root.name, layer=network.layer_name)
