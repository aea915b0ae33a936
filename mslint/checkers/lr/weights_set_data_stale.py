"""# weights-set-data-stale (MSL309)

## What it does

Finds weights that get other data between two steps of the optimizer that trains
them: `load_param_into_net(net, ...)`, `load_checkpoint(file, net)`, or
`parameter.set_data(value)` and `assign_value` for parameters of the network.
Flagged for the optimizers of `mindspore.nn`, and for others where the step is
compiled.

## Why is this bad

The optimizers of `mindspore.nn` compile their own step when it is first called,
in plain Python too, and that holds on to the memory of the weights. `set_data`
and loading a checkpoint put other memory in its place. The network computes
with the new values, the optimizer goes on updating the old ones: from there on
the network does not train any more, without a message.

## Example

```python
for epoch in range(epochs):
    train_epoch(net, optimizer)
    if is_worse(net):
        ms.load_param_into_net(net, best)
```

## Use instead

```python
for epoch in range(epochs):
    train_epoch(net, optimizer)
    if is_worse(net):
        for parameter in net.trainable_params():
            ops.assign(parameter, best[parameter.name])
```

A new optimizer after loading is right as well.

## Fix safety

`parameter.set_data(value)` and `assign_value` as a statement become
`ops.assign(parameter, value)`. The fix is unsafe: `ops.assign` raises for a value
of another shape, or of a type that the parameter does not hold. No fix for
`load_param_into_net` and `load_checkpoint`, where a loop has to take the place of
the call, and where the file has no name for `ops` or `mindspore`.

## Limits

Both steps and the change have to be seen, on one path. Before the first step,
and after the last one, loading is right; so it is in graph mode. Parameters that
are picked by a condition on themselves are not judged, nor are single ones such
as `net.fc.weight`. Only optimizers that were measured are flagged.

## Versions

MindSpore 2.5 to 2.10. 2.0 trained on. In 2.5 to 2.7 the old memory is freed and
still written to, which ended the process in about half of the runs; only where
something else kept that memory was the result always the same.

## References

- MindSpore: `mindspore.load_param_into_net`, `mindspore.Parameter.set_data`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.assignments import SETTERS, Assigner
from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import Change, Changed

RULE = Rule(
    code="MSL309",
    symbol="weights-set-data-stale",
    summary="weights get other data between two steps of a compiled optimizer",
    message="{what} between steps of {optimizer}: on MindSpore {target} {effect}; use ops.assign(parameter, value)",
    seen=(
        Seen(
            "2.5",
            "2.7",
            Severity.WARNING,
            "it goes on updating the old data: the weights stay frozen, or the process dies",
        ),
        Seen("2.8", None, Severity.WARNING, "it goes on updating the old data and the weights stay frozen"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim


def values(step, net, change):
    """The weight after each of four steps by 0.1, where it is set to 10 after the second."""
    found = []
    kept = []  # what 2.5 to 2.7 would free and go on using
    for number in range(4):
        if number == 2:
            kept.append(net.weight.value())
            change()
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(float(net.weight.asnumpy().mean()), 3))
    return {"values": found}


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")

    def construct(self, x):
        return (self.weight * x).sum()


def observe(variant):
    """Training that loads other weights in between."""
    net = Net()
    wanted = np.full((2, 2), 10.0, np.float32)
    if variant == "Adam":
        optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
    else:
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    other = optim.SGD(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)

    def step(x):
        _, grads = grad_fn(x)
        optimizer(grads)

    @ms.jit
    def other_step(x):
        loss, grads = grad_fn(x)
        other(grads)
        return loss

    def load():
        ms.load_param_into_net(net, {"weight": ms.Parameter(ms.Tensor(wanted), name="weight")})  # MSL309

    def set_each():
        for parameter in net.trainable_params():
            parameter.set_data(ms.Tensor(wanted))  # MSL309

    if variant == "set_data":
        return values(step, net, set_each)
    if variant == "compiled step":
        return values(other_step, net, load)
    return values(step, net, load)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim


def values(step, net, change):
    """The weight after each of four steps by 0.1, where it is set to 10 after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(float(net.weight.asnumpy().mean()), 3))
    return {"values": found}


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")

    def construct(self, x):
        return (self.weight * x).sum()


def observe(variant):
    """Training that loads other weights in between."""
    net = Net()
    wanted = np.full((2, 2), 10.0, np.float32)
    if variant == "Adam":
        optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
    else:
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    other = optim.SGD(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)

    def step(x):
        _, grads = grad_fn(x)
        optimizer(grads)

    @ms.jit
    def other_step(x):
        loss, grads = grad_fn(x)
        other(grads)
        return loss

    def assign():
        for parameter in net.trainable_params():
            ops.assign(parameter, ms.Tensor(wanted))

    return values(other_step if variant == "compiled step" else step, net, assign)
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL304",),
    proofs=(
        Proof((Differs("values", 0.09),), since="2.5", variant="set_data"),
        *(
            Proof((Differs("values", 0.09),), since="2.8", variant=variant)
            for variant in ("load_param_into_net", "Adam", "compiled step")
        ),
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = (torch.optim.Adam if variant == "Adam" else torch.optim.SGD)([weight], lr=0.1)
    values = []
    for number in range(4):
        if number == 2:
            with torch.no_grad():
                weight.copy_(torch.full((2, 2), 10.0))
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        values.append(round(float(weight.mean()), 3))
    return {"values": values}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every such change, once."""
    reported = set()
    assigner = Assigner(context.module)
    for change in context.training.of(Change):
        if change.changed is not Changed.WEIGHTS or change.place.node in reported:
            continue
        if change.optimizer.cls is not None or change.is_graph or change.graph_mode is not False:
            continue
        if change.is_between_compiled_steps:
            reported.add(change.place.node)
            what = change.name if change.place.is_direct else f"this call leads to {change.name}"
            is_set = change.place.is_direct and change.name in SETTERS
            fix = assigner.in_place_of(change.place.node, change.place.scope) if is_set else None
            yield context.finding(RULE, change.place.node, what=what, optimizer=change.optimizer.name, fix=fix)
