"""# group-order-gradients (MSL213)

## What it does

Finds optimizers that hold their parameters in another order than the gradients
come in: groups, or lists put together, beside
`value_and_grad(..., None, net.trainable_params())`.

## Why is this bad

MindSpore's optimizers match gradients and parameters by position. They hold their
parameters in the order of the groups, `net.trainable_params()` has the order of the
network. Where the shapes agree, weights get the gradients of other weights, without
a message; where they do not, the step raises. In PyTorch each parameter has its
gradient with it, so the order of groups does not matter there.

## Example

```python
optimizer = nn.SGD([{"params": net.head.trainable_params(), "lr": 0.1}, {"params": net.backbone.trainable_params()}])
grad_fn = ms.value_and_grad(forward, None, net.trainable_params())
```

## Use instead

```python
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
```

or give `mindspore.nn` the order, as a last group: `{"order_params": net.trainable_params()}`.

## Fix safety

No fix: the optimizer may not be in reach where the gradient function is made.

## Limits

Both lists have to be followed to the network they come from. Parts of a network are
compared in its order; parameters picked by their names by what the layers of the network
are known to hold. Of a network that is not known, only picks by kind count (`"bias" in
p.name`, `p.ndim <= 1`), since every network of several layers has such parameters between
the others. Silent where the groups keep the order, with `order_params`, and with
`optimizer.parameters`.

## Versions

MindSpore 1.10 to 2.10, the optimizers of `mindspore.experimental` included.

## References

- MindSpore: `mindspore.nn.Optimizer`, `order_params`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.training.events import Update

RULE = Rule(
    code="MSL213",
    symbol="group-order-gradients",
    summary="gradients in another order than the optimizer's parameters",
    message=(
        "these gradients are not in the order in which {optimizer} holds its parameters: on MindSpore {target} "
        "{effect}; take them for optimizer.parameters"
    ),
    seen=(
        Seen(
            "1.10", None, Severity.WARNING,
            "they are matched by position, so weights get each other's gradients, or the step raises",
        ),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, outputs):
        super().__init__()
        self.first = nn.Dense(2, outputs, weight_init="zeros", has_bias=False)
        self.second = nn.Dense(2, 2, weight_init="zeros", has_bias=False)

    def construct(self, x):
        return self.first(x).sum() + 10 * self.second(x).sum()


def observe(variant):
    """What a step of a tenth of the gradients, 1 and 10, makes of two layers."""
    net = Net(3 if variant == "other shapes" else 2)

    def forward(x):
        return net(x)

    grad_fn = ops.value_and_grad(forward, None, net.trainable_params())  # MSL213
    if variant == "groups by name":
        second = [each for each in net.trainable_params() if "second" in each.name]
        rest = list(filter(lambda each: "second" not in each.name, net.trainable_params()))
        optimizer = nn.SGD([{"params": second}, {"params": rest}], learning_rate=0.1)
    elif variant == "one list":
        optimizer = nn.SGD(net.second.trainable_params() + net.first.trainable_params(), learning_rate=0.1)
    elif variant == "experimental":
        from mindspore.experimental import optim

        groups = [{"params": net.second.trainable_params()}, {"params": net.first.trainable_params()}]
        optimizer = optim.SGD(groups, lr=0.1)
    else:
        groups = [{"params": net.second.trainable_params(), "lr": 0.1}, {"params": net.first.trainable_params()}]
        optimizer = nn.SGD(groups, learning_rate=0.1)
    _, gradients = grad_fn(ms.Tensor(np.ones((1, 2)), ms.float32))
    optimizer(gradients)
    return {"first": float(net.first.weight.asnumpy().mean()), "second": float(net.second.weight.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, outputs):
        super().__init__()
        self.first = nn.Dense(2, outputs, weight_init="zeros", has_bias=False)
        self.second = nn.Dense(2, 2, weight_init="zeros", has_bias=False)

    def construct(self, x):
        return self.first(x).sum() + 10 * self.second(x).sum()


def observe(variant):
    """What a step of a tenth of the gradients, 1 and 10, makes of two layers."""
    net = Net(3 if variant == "other shapes" else 2)

    def forward(x):
        return net(x)

    if variant == "groups by name":
        second = [each for each in net.trainable_params() if "second" in each.name]
        rest = list(filter(lambda each: "second" not in each.name, net.trainable_params()))
        optimizer = nn.SGD([{"params": second}, {"params": rest}], learning_rate=0.1)
    elif variant == "one list":
        optimizer = nn.SGD(net.second.trainable_params() + net.first.trainable_params(), learning_rate=0.1)
    elif variant == "experimental":
        from mindspore.experimental import optim

        groups = [{"params": net.second.trainable_params()}, {"params": net.first.trainable_params()}]
        optimizer = optim.SGD(groups, lr=0.1)
    else:
        groups = [{"params": net.second.trainable_params(), "lr": 0.1}, {"params": net.first.trainable_params()}]
        optimizer = nn.SGD(groups, learning_rate=0.1)
    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    _, gradients = grad_fn(ms.Tensor(np.ones((1, 2)), ms.float32))
    optimizer(gradients)
    return {"first": float(net.first.weight.asnumpy().mean()), "second": float(net.second.weight.asnumpy().mean())}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL203", "MSL409"),
    proofs=(
        Proof((Differs("first", 0.5), Differs("second", 0.5)), variant="groups"),
        Proof((Differs("first", 0.5), Differs("second", 0.5)), variant="groups by name"),
        Proof((Differs("first", 0.5), Differs("second", 0.5)), variant="one list"),
        Proof((Differs("first", 0.5), Differs("second", 0.5)), since="2.5", variant="experimental"),
        Proof((Raises(("RuntimeError", "ValueError")),), variant="other shapes"),
    ),
    original='''\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, outputs):
        super().__init__()
        self.first = nn.Linear(2, outputs, bias=False)
        self.second = nn.Linear(2, 2, bias=False)
        nn.init.zeros_(self.first.weight)
        nn.init.zeros_(self.second.weight)

    def forward(self, x):
        return self.first(x).sum() + 10 * self.second(x).sum()


def observe(variant):
    net = Net(3 if variant == "other shapes" else 2)
    groups = [{"params": net.second.parameters()}, {"params": net.first.parameters()}]
    optimizer = torch.optim.SGD(groups, lr=0.1)
    net(torch.ones(1, 2)).backward()
    optimizer.step()
    return {"first": float(net.first.weight.detach().mean()), "second": float(net.second.weight.detach().mean())}
''',
)  # fmt: skip


def check(context: Context) -> Iterator[Finding]:
    """Every gradient function whose gradients reach such an optimizer, once."""
    reported = set()
    for update in context.training.of(Update):
        place = update.making or update.place
        if update.is_disordered and place.node not in reported:
            reported.add(place.node)
            yield context.finding(RULE, place.node, optimizer=update.optimizer.name)
