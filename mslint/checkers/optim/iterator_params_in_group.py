"""# iterator-params-in-group (MSL203)

## What it does

Finds parameter groups of `mindspore.nn` optimizers whose `'params'` is a
generator, a `filter` or `map` object or another one-pass iterator.
`net.get_parameters()` is a generator; `net.trainable_params()` is a list.

## Why is this bad

The optimizer walks the group once to check it and once more to store it. The
second walk finds nothing: that group holds no parameters and does not train,
without a message. Beside groups that are lists, training goes on without it.
Measured on MindSpore 1.10 to 2.10.

## Example

```python
groups = [{"params": net.backbone.get_parameters(), "lr": 1e-4}]
optimizer = nn.SGD(groups, learning_rate=1e-3)
```

## Use instead

```python
groups = [{"params": net.backbone.trainable_params(), "lr": 1e-4}]
optimizer = nn.SGD(groups, learning_rate=1e-3)
```

## Fix safety

Safe: `list(...)` around the iterator gives the optimizer what was meant. Where
its name is read elsewhere too, it goes to the assignment, which is unsafe.

## Limits

`mindspore.experimental.optim` and `mindspore.mint.optim` take iterators in
groups and are never flagged. Groups that are put together in ways that cannot
be followed are not judged. A set raises, and is not this.

## Versions

MindSpore 1.10 to 2.10. Where all groups are iterators, `nn.Adam` stops with a
RuntimeError at the first step from 2.7 on; SGD and Momentum stay silent.

## References

- MindSpore: `mindspore.nn.Optimizer`, parameter groups
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.facts.worlds import World
from mslint.finding import Finding, Severity
from mslint.groups import groups
from mslint.iterators import as_list, first_iterator, iterator
from mslint.rule import Agrees, Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL203",
    symbol="iterator-params-in-group",
    summary="a parameter group whose params is an iterator, and so stays empty",
    message=(
        "'params' of this group is {kind}: on MindSpore {target} {effect}; "
        "write list(...) or use trainable_params()"
    ),
    seen=(
        Seen(
            "1.10", None, Severity.WARNING,
            "mindspore.nn optimizers use it up while checking it, so the group holds no parameters and never trains",
        ),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe():
    """How far a gradient of 1 moves the group of the weight, and the other group beside it."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy(), net.bias.asnumpy().copy()
    groups = [
        {"params": filter(lambda each: each.name == "weight", net.get_parameters())},  # MSL203
        {"params": [net.bias]},
    ]
    optimizer = nn.SGD(groups, learning_rate=0.1)
    optimizer(tuple(ms.Tensor(np.ones(each.shape), ms.float32) for each in optimizer.parameters))
    return {
        "weight": float((before[0] - net.weight.asnumpy()).mean()),
        "bias": float((before[1] - net.bias.asnumpy()).mean()),
    }
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe():
    """How far a gradient of 1 moves the group of the weight, and the other group beside it."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy(), net.bias.asnumpy().copy()
    groups = [
        {"params": [each for each in net.get_parameters() if each.name == "weight"]},
        {"params": [net.bias]},
    ]
    optimizer = nn.SGD(groups, learning_rate=0.1)
    optimizer(tuple(ms.Tensor(np.ones(each.shape), ms.float32) for each in optimizer.parameters))
    return {
        "weight": float((before[0] - net.weight.asnumpy()).mean()),
        "bias": float((before[1] - net.bias.asnumpy()).mean()),
    }
''',
    proofs=(Proof((Differs("weight", 0.09), Agrees("bias"))),),
    original='''\
import torch
from torch import nn


def observe():
    net = nn.Linear(2, 2)
    before = net.weight.detach().clone(), net.bias.detach().clone()
    groups = [
        {"params": (each for name, each in net.named_parameters() if name == "weight")},
        {"params": [net.bias]},
    ]
    optimizer = torch.optim.SGD(groups, lr=0.1)
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    return {"weight": float((before[0] - net.weight).mean()), "bias": float((before[1] - net.bias).mean())}
''',
)  # fmt: skip


def check(context: Context) -> Iterator[Finding]:
    """Every group of such an optimizer whose params is an iterator."""
    evaluator = context.evaluator
    for optimizer in context.optimizers:
        if optimizer.world is not World.NATIVE or optimizer.params_keyword is None:
            continue
        for call in context.calls.to(optimizer.name):
            params = call.expression(optimizer.params_keyword, optimizer.params_position)
            if params is None:
                continue
            for group in groups(call, params):
                site = group.items.get("params")
                found = first_iterator(evaluator.at(site), evaluator) if site is not None else None
                if site is None or found is None:
                    continue
                node = call.place(site, found[0])
                if node is not None:
                    fix = as_list(site, found[0], node, evaluator, iterator)
                    yield context.finding(RULE, node, fix=fix, kind=found[1])
