"""# left-in-eval-mode (MSL102)

## What it does

Finds the train step that a network reaches in inference mode, because
`set_train(False)`, `Model.eval` or `Model.predict` came before it and no
`set_train()` after. Most often an evaluation in the epoch loop leaves the
network so, and every epoch but the first is trained in inference mode.

## Why is this bad

The mode stays until it is set again. Dropout passes everything and BatchNorm
uses and keeps its old statistics while the weights go on being trained. The
loss falls and nothing is raised.

## Example

```python
net.set_train()
for epoch in range(epochs):
    train_epoch(net, data)
    net.set_train(False)
    evaluate(net, test_data)
```

## Use instead

```python
for epoch in range(epochs):
    net.set_train()
    train_epoch(net, data)
    net.set_train(False)
    evaluate(net, test_data)
```

## Fix safety

No fix: the call can stand at the start of each epoch or at the end of the
evaluation.

## Limits

The network and what happens to it have to be in sight, as for MSL101. A part of
a network that is put in inference mode while the network itself is in training
mode, such as a frozen backbone, is taken to be meant. An evaluation in the last
iteration of a loop is harmless and not flagged where the condition says so in
terms of the loop's own end.

Not found: a context manager written as a generator that restores the wrong mode
or none; layers in a plain list or dict, which no `set_train` reaches; a deep
copy that is put back into training mode in place of the network.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Cell.set_train`, `mindspore.train.Model.eval`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import TrainStep

RULE = Rule(
    code="MSL102",
    symbol="left-in-eval-mode",
    summary="a network is still in inference mode when it is trained",
    message=(
        "{network} can be in inference mode in this step: set_train(False), Model.eval or Model.predict came before, "
        "and on MindSpore {target} {effect}; call set_train() again before training"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "the mode stays until it is set again"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def evaluate(net, x):
    net.set_train(False)
    return net(x)


def observe():
    """How far the running mean of the norm moves in each of three epochs on data around 3."""
    norm = nn.BatchNorm1d(4)
    net = nn.SequentialCell(norm, nn.Dense(4, 1))
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.01)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    y = ms.Tensor(np.ones((8, 1)), ms.float32)
    net.set_train()
    moves = []
    for _ in range(3):
        before = float(norm.moving_mean.asnumpy().mean())
        loss, grads = grad_fn(x, y)
        optimizer(grads)  # MSL102
        moves.append(float(norm.moving_mean.asnumpy().mean()) - before)
        evaluate(net, x)
    return {"moves": moves}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def evaluate(net, x):
    net.set_train(False)
    return net(x)


def observe():
    """How far the running mean of the norm moves in each of three epochs on data around 3."""
    norm = nn.BatchNorm1d(4)
    net = nn.SequentialCell(norm, nn.Dense(4, 1))
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.01)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    y = ms.Tensor(np.ones((8, 1)), ms.float32)
    moves = []
    for _ in range(3):
        net.set_train()
        before = float(norm.moving_mean.asnumpy().mean())
        loss, grads = grad_fn(x, y)
        optimizer(grads)
        moves.append(float(norm.moving_mean.asnumpy().mean()) - before)
        evaluate(net, x)
    return {"moves": moves}
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL101",),
    proofs=(Proof((Differs("moves", 0.2),)),),
    original="""\
import torch
from torch import nn


def evaluate(net, x):
    net.eval()
    return net(x)


def observe():
    norm = nn.BatchNorm1d(4)
    net = nn.Sequential(norm, nn.Linear(4, 1))
    optimizer = torch.optim.SGD(net.parameters(), 0.01)
    x, y = torch.full((8, 4), 3.0), torch.ones(8, 1)
    moves = []
    for _ in range(3):
        net.train()
        before = float(norm.running_mean.mean())
        loss = nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        moves.append(float(norm.running_mean.mean()) - before)
        evaluate(net, x)
    return {"moves": moves}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every network that is trained in inference mode, once in each function that trains it."""
    training = context.training
    reported = {
        (step.place.scope, network.root.site)
        for step in training.of(TrainStep)
        for network in step.networks
        if network.is_never_set() and not training.may_be_set_elsewhere(step, network)
    }
    for step in training.of(TrainStep):
        for network in step.networks:
            key = (step.place.scope, network.root.site)
            if network.is_in_evaluation(step.entry) and key not in reported and not training.hands_on_set_train():
                reported.add(key)
                yield context.finding(RULE, step.place.node, network=network.root.name)
