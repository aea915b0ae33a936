"""# asnumpy-in-forward (MSL411)

## What it does

Finds `asnumpy()`, `item()`, `tolist()`, `float(...)`, `int(...)` and numpy
functions on tensors of a differentiated function, where what comes out goes
into the loss.

## Why is this bad

Gradients do not follow a number or an array. A loss that is made of them alone
has the gradient 0, a term counts for nothing, a factor counts as a constant:
where the loss is `y * float(y)`, the gradient is half of the right one. Nothing
is said about it, and the loss that is printed is right. PyTorch refuses
`numpy()` on a tensor that needs a gradient.

A number that the loss is multiplied by is advice only: weights are often meant
to be constants.

## Example

```python
def forward(x, y):
    logits = net(x)
    penalty = ms.Tensor(np.square(logits.asnumpy()).mean())
    return loss_fn(logits, y) + penalty
```

## Use instead

```python
def forward(x, y):
    logits = net(x)
    penalty = ops.square(logits).mean()
    return loss_fn(logits, y) + penalty
```

## Fix safety

No fix: the computation has to be written with MindSpore's functions. Where a
constant is meant, `ops.stop_gradient(...)` says so, and is not flagged.

## Limits

What is only printed, logged or returned beside the loss is harmless. An array
that is handed to a function together with something differentiable, multiplies
it, indexes it, is compared with or subtracted from it is often a target, a
weight or a mask, and not judged.
The tensor has to have a gradient for sure.

## Versions

MindSpore 1.10 to 2.10. `Tensor.item()` gives a tensor up to 2.0 and is right
there. In graph mode 2.5 to 2.10 were seen to give a gradient of 0 for the whole
loss.

## References

- MindSpore: `mindspore.ops.stop_gradient`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.facts.gradients import ITEM_DETACHES_SINCE
from mslint.finding import Confidence, Finding, Severity
from mslint.model.guards import is_guarded
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import Constancy, Differentiation

RULE = Rule(
    code="MSL411",
    symbol="asnumpy-in-forward",
    summary="a number or an array made of a tensor goes into the loss",
    message=(
        "what {spelling} gives goes into the loss of {function}: on MindSpore {target} {effect}; "
        "compute with ops instead, or write ops.stop_gradient where that is meant"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "gradients do not follow it, it counts as a constant"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor([2.0], ms.float32), name="w")

    def construct(self, x):
        return self.w * x


def observe(variant):
    """The gradient of the weight of a loss made of y = w * 3, where w is 2."""
    line = Line()
    x = ms.Tensor([3.0], ms.float32)
    weights = ms.ParameterTuple(line.trainable_params())

    def whole(x):
        y = line(x)
        return ms.Tensor(np.sum(y.asnumpy()))  # MSL411

    def term(x):
        y = line(x)
        return y.sum() + ms.Tensor(np.mean(y.asnumpy()), ms.float32)  # MSL411

    def number(x):
        y = line(x)
        return y.sum() + float(y)  # MSL411

    def factor(x):
        y = line(x)
        return y.sum() * float(y.asnumpy()[0])  # MSL411

    def item(x):
        y = line(x)
        return y.sum() + y.item()  # MSL411

    forward = {"whole": whole, "term": term, "number": number, "factor": factor, "item": item}[variant]
    _, gradients = ops.value_and_grad(forward, None, weights)(x)
    return {"gradient": float(gradients[0].asnumpy()[0])}
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor([2.0], ms.float32), name="w")

    def construct(self, x):
        return self.w * x


def observe(variant):
    """The gradient of the weight of a loss made of y = w * 3, where w is 2."""
    line = Line()
    x = ms.Tensor([3.0], ms.float32)
    weights = ms.ParameterTuple(line.trainable_params())

    def whole(x):
        return line(x).sum()

    def term(x):
        y = line(x)
        return y.sum() + y.mean()

    def factor(x):
        y = line(x)
        return y.sum() * y.mean()

    forward = {"whole": whole, "factor": factor}.get(variant, term)
    _, gradients = ops.value_and_grad(forward, None, weights)(x)
    return {"gradient": float(gradients[0].asnumpy()[0])}
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Differs("gradient", 2.9),), variant="whole"),
        Proof((Differs("gradient", 2.9),), variant="term"),
        Proof((Differs("gradient", 2.9),), variant="number"),
        Proof((Differs("gradient", 17.9),), variant="factor"),
        Proof((Differs("gradient", 2.9),), since="2.5", variant="item"),
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    y = weight * torch.tensor([3.0])
    if variant == "whole":
        loss = y.sum()
    elif variant == "factor":
        loss = y.sum() * y.mean()
    else:
        loss = y.sum() + y.mean()
    loss.backward()
    return {"gradient": float(weight.grad[0])}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every place in a differentiated function where a tensor is lost on its way into the loss, once."""
    is_old = context.target < Version(ITEM_DETACHES_SINCE)
    found: dict[ast.expr, tuple[Constancy, str]] = {}
    for each in context.training.of(Differentiation):
        for constant in each.constants:
            place = constant.place
            is_shim = place.scope is not None and is_guarded(place.scope, place.node)
            if is_shim or (is_old and constant.spelling == ".item()"):
                continue
            if place.node not in found or found[place.node][0].is_factor:
                found[place.node] = constant, each.function
    for node, (constant, function) in found.items():
        severity = Severity.ADVICE if constant.is_factor else Severity.WARNING
        yield context.finding(RULE, node, severity=severity, spelling=constant.spelling, function=function)
