"""# freeze-after-optimizer (MSL215)

## What it does

Finds parameters that are frozen (`requires_grad = False`) after the optimizer got
them, where the optimizer then steps.

## Why is this bad

The optimizer keeps its list of parameters. In PyTorch a frozen parameter has no
gradient, and the optimizer passes over it. MindSpore's optimizers know no missing
gradients, and what happens depends on where the weights of the gradient function
come from:

- `net.trainable_params()` called after the freeze leaves the frozen ones out: fewer
  gradients than parameters, and the step raises.
- Otherwise the gradient is 0 from MindSpore 2.0 on. With weight decay the parameter
  goes on shrinking; with momentum (Momentum, Adam, AdamWeightDecay, SGD with
  `momentum`) one that was trained before goes on moving. Without either it stands
  still, and nothing is said.
- MindSpore 1.10 gives the gradient as before: the parameter is trained on.

## Example

```python
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9, weight_decay=1e-4)
for param in net.backbone.get_parameters():
    param.requires_grad = False
```

## Use instead

```python
for param in net.backbone.get_parameters():
    param.requires_grad = False
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9, weight_decay=1e-4)
```

In the middle of training, build another optimizer and another gradient function.

## Fix safety

No fix: statements have to change their order.

## Limits

The optimizer has to hold all parameters of the network, as far as can be seen; one that
was given parameters picked by name is not judged, nor one that never steps afterwards.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: `mindspore.Parameter.requires_grad`
"""

from __future__ import annotations

from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.training.events import FrozenUpdate, Moves

RULE = Rule(
    code="MSL215",
    symbol="freeze-after-optimizer",
    summary="parameters are frozen after the optimizer got them",
    message=(
        "{optimizer} was given these parameters before they are frozen: on MindSpore {target} {result}; "
        "build the optimizer and the gradient function after it"
    ),
    seen=(
        Seen("1.10", "1.10", Severity.WARNING, "it trains them on"),
        Seen("2.0", None, Severity.WARNING, "it goes on changing them"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """How far a weight of 1 moves in a step after it was frozen."""
    net = nn.Dense(2, 2, weight_init="ones", bias_init="ones")
    x = ms.Tensor(np.ones((1, 2)), ms.float32)

    def forward(x):
        return net(x).sum()

    def step(optimizer, weights):
        before = float(net.weight.asnumpy().mean())
        optimizer(ops.value_and_grad(forward, None, weights)(x)[1])
        return {"moved": before - float(net.weight.asnumpy().mean())}

    if variant == "weight decay":
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1, weight_decay=0.5)
        net.weight.requires_grad = False  # MSL215
        return step(optimizer, optimizer.parameters)
    if variant == "weights listed anew":
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
        for parameter in net.get_parameters():
            if parameter.name == "weight":
                parameter.requires_grad = False  # MSL215
        return step(optimizer, ms.ParameterTuple(net.trainable_params()))
    if variant == "plain SGD":
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
        net.weight.requires_grad = False
        return step(optimizer, optimizer.parameters)
    if variant == "momentum":
        optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
        step(optimizer, optimizer.parameters)
        net.weight.requires_grad = False  # MSL215
        return step(optimizer, optimizer.parameters)
    optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
    step(optimizer, optimizer.parameters)
    net.weight.requires_grad = False  # MSL215
    return step(optimizer, optimizer.parameters)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """How far a weight of 1 moves in a step after it was frozen."""
    net = nn.Dense(2, 2, weight_init="ones", bias_init="ones")
    x = ms.Tensor(np.ones((1, 2)), ms.float32)

    def forward(x):
        return net(x).sum()

    def step(optimizer):
        grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
        optimizer(grad_fn(x)[1])

    if variant == "momentum":
        step(nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9))
    elif variant == "Adam":
        step(nn.Adam(net.trainable_params(), learning_rate=0.1))
    net.weight.requires_grad = False
    before = float(net.weight.asnumpy().mean())
    if variant == "weight decay":
        step(nn.SGD(net.trainable_params(), learning_rate=0.1, weight_decay=0.5))
    elif variant == "momentum":
        step(nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9))
    elif variant == "Adam":
        step(nn.Adam(net.trainable_params(), learning_rate=0.1))
    else:
        step(nn.SGD(net.trainable_params(), learning_rate=0.1))
    return {"moved": before - float(net.weight.asnumpy().mean())}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL213",),
    proofs=(
        Proof((Differs("moved", 0.01),), variant="weight decay"),
        Proof((Raises("RuntimeError", "length"),), variant="weights listed anew"),
        Proof((Differs("moved", 0.01),), until="1.10", variant="plain SGD"),
        Proof((Differs("moved", 0.01),), variant="momentum"),
        Proof((Differs("moved", 0.01),), variant="Adam"),
    ),
    original="""\
import torch


def observe(variant):
    net = torch.nn.Linear(2, 2)
    torch.nn.init.ones_(net.weight)
    torch.nn.init.ones_(net.bias)
    if variant == "momentum":
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    elif variant == "Adam":
        optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    else:
        decay = 0.5 if variant == "weight decay" else 0.0
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=decay)
    if variant in ("momentum", "Adam"):
        net(torch.ones(1, 2)).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    net.weight.requires_grad = False
    before = float(net.weight.mean())
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    return {"moved": before - float(net.weight.mean())}
""",
)

_NO_GRADIENT_SINCE = Version("2.0")
_RESULTS = {
    Moves.RAISES: "trainable_params(), called again, leaves them out, so there are fewer gradients and it raises",
    Moves.DECAYS: "its weight decay goes on shrinking them",
    Moves.ROLLS_ON: "its momentum goes on moving them",
}


def check(context: Context) -> Iterator[Finding]:
    """Every freeze that comes too late for an optimizer, once."""
    reported = set()
    for update in context.training.of(FrozenUpdate):
        result = _RESULTS.get(update.moves)
        if update.moves is not Moves.RAISES and context.target < _NO_GRADIENT_SINCE:
            result = "it trains them on"
        if result is None or update.place.node in reported:
            continue
        reported.add(update.place.node)
        severity = Severity.ERROR if update.moves is Moves.RAISES else Severity.WARNING
        yield context.finding(
            RULE, update.place.node, severity=severity, optimizer=update.optimizer.name, result=result
        )
