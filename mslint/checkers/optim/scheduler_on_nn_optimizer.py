"""# scheduler-on-nn-optimizer (MSL214)

## What it does

Finds schedulers of `mindspore.experimental.optim.lr_scheduler` that are given
an optimizer of `mindspore.nn`.

## Why is this bad

These schedulers work on `optimizer.param_groups`, which only the optimizers of
`mindspore.experimental.optim` and `mindspore.mint.optim` have. On one of
`mindspore.nn` the constructor raises: `TypeError: SGD is not an Optimizer`, for
`ReduceLROnPlateau` `TypeError: Expected an Optimizer`, for `LambdaLR` and
`CyclicLR` `AttributeError: ... no attribute 'param_groups'`.

## Example

```python
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
scheduler = lr_scheduler.StepLR(optimizer, step_size=30)
```

## Use instead

```python
optimizer = optim.SGD(net.trainable_params(), lr=0.1)  # mindspore.experimental.optim
scheduler = lr_scheduler.StepLR(optimizer, step_size=30)
```

or let the rate of the `mindspore.nn` optimizer follow a schedule by itself:

```python
optimizer = nn.SGD(net.trainable_params(), learning_rate=nn.ExponentialDecayLR(0.1, 0.9, 30))
```

## Fix safety

No fix: the optimizers of the two families take other arguments.

## Limits

The optimizer has to be known, as an object of `mindspore.nn` or of a class that
extends one; where it can also be something else, nothing is said.

## Versions

MindSpore 2.5 to 2.10.

## References

- MindSpore: `mindspore.experimental.optim.lr_scheduler`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.facts import names
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World
from mslint.finding import Finding, Severity
from mslint.model.evaluator import Evaluator
from mslint.model.values import Constant, Definition, External, Instance, Value
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL214",
    symbol="scheduler-on-nn-optimizer",
    summary="a scheduler of mindspore.experimental on an optimizer of mindspore.nn",
    message=(
        "{scheduler} is given {optimizer} of mindspore.nn: on MindSpore {target} {effect}; build the optimizer "
        "with mindspore.experimental.optim, or give mindspore.nn's a schedule as learning_rate"
    ),
    seen=(
        Seen(
            "2.5", None, Severity.ERROR,
            "that raises, for it has no param_groups",
        ),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental.optim import lr_scheduler


def observe(variant):
    """What two steps with a gradient of 1 move a weight by, where the rate is halved after each."""
    weight = ms.Parameter(ms.Tensor(np.zeros(2), ms.float32), name="weight")
    optimizer = nn.SGD([weight], learning_rate=0.1)
    if variant == "StepLR":
        scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)  # MSL214
    elif variant == "LambdaLR":
        scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)  # MSL214
    else:
        scheduler = lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=0)  # MSL214
    for _ in range(2):
        optimizer((ms.Tensor(np.ones(2), ms.float32),))
        scheduler.step(1.0) if variant == "ReduceLROnPlateau" else scheduler.step()
    return {"moved": -float(weight.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler


def observe(variant):
    """What two steps with a gradient of 1 move a weight by, where the rate is halved after each."""
    weight = ms.Parameter(ms.Tensor(np.zeros(2), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)
    if variant == "StepLR":
        scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    elif variant == "LambdaLR":
        scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)
    else:
        scheduler = lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=0)
    for _ in range(2):
        optimizer((ms.Tensor(np.ones(2), ms.float32),))
        scheduler.step(1.0) if variant == "ReduceLROnPlateau" else scheduler.step()
    return {"moved": -float(weight.asnumpy().mean())}
''',
    proofs=(
        Proof((Raises("TypeError", "not an Optimizer"),), since="2.5", variant="StepLR"),
        Proof((Raises("AttributeError", "param_groups"),), since="2.5", variant="LambdaLR"),
        Proof((Raises("TypeError", "Optimizer"),), since="2.5", variant="ReduceLROnPlateau"),
    ),
    original='''\
import torch
from torch.optim import lr_scheduler


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    if variant == "StepLR":
        scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    elif variant == "LambdaLR":
        scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)
    else:
        scheduler = lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=0)
    for _ in range(2):
        weight.grad = torch.ones(2)
        optimizer.step()
        scheduler.step(1.0) if variant == "ReduceLROnPlateau" else scheduler.step()
    return {"moved": -float(weight.detach().mean())}
''',
)  # fmt: skip


def check(context: Context) -> Iterator[Finding]:
    """Every scheduler whose optimizer can only be one of `mindspore.nn`."""
    evaluator = context.evaluator
    for name in sorted(names.category("lr-scheduler")):
        for call in context.calls.to(name):
            site = call.expression("optimizer", 0)
            if site is None:
                continue
            possible = [each for each in evaluator.at(site) if each.value != Constant(None)]
            found = {_native_optimizer(each.value, evaluator) for each in possible}
            node = call.place(site, possible[0]) if possible else None
            if node is not None and None not in found:
                scheduler = name.rpartition(".")[2]
                optimizer = " or ".join(sorted(filter(None, found)))
                yield context.finding(RULE, node, scheduler=scheduler, optimizer=optimizer)


def _native_optimizer(value: Value, evaluator: Evaluator) -> str | None:
    """The class of an optimizer of `mindspore.nn`, or the project's class that extends one; None for others."""
    if not isinstance(value, Instance):
        return None
    made = value.of
    if isinstance(made, External):
        return made.name.rpartition(".")[2] if _is_native(made.name) else None
    if isinstance(made, Definition) and made.is_class:
        bases = [each.name for each in evaluator.classes.ancestry(made.scope) if isinstance(each, External)]
        return made.scope.name if any(_is_native(base) for base in bases) else None
    return None


def _is_native(name: str) -> bool:
    found = optimizers().get(names.canonical(name))
    return found is not None and found.world is World.NATIVE
