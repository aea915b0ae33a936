"""# has-aux-missing (MSL403)

## What it does

Finds `value_and_grad` and `grad` without `has_aux=True`, and `GradOperation`,
on a function that returns the loss together with something else that gradients
flow into, such as the logits. A network that returns a tuple and is given to
`nn.TrainOneStepCell` is the same.

## Why is this bad

The gradient of every output is added to that of the loss. PyTorch's
`loss.backward()` starts at the loss alone. Nothing is said about it, and the
loss that is printed is right. A gradient of 3 beside logits with a gradient of
300 becomes 303.

## Example

```python
def forward(x, y):
    logits = net(x)
    return loss_fn(logits, y), logits


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
```

## Use instead

```python
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
(loss, logits), grads = grad_fn(x, y)
```

## Fix safety

Unsafe: the gradients change, which is the point. `value_and_grad` returns the
same things with `has_aux=True` and is repaired where every path returns a
tuple; `grad` returns another structure, and `GradOperation` knows no `has_aux`.

## Limits

Only outputs that surely have a gradient count: what is under `stop_gradient`,
`argmax`, comparisons, numbers and arrays is harmless, and so is what comes from
a network whose parameters are not differentiated. A function of which nothing
is known counts where the loss can have got its gradient through it only. Where
`has_aux` or the function is not known, nothing is said. If the gradient of the
sum is meant, return the sum.

## Versions

MindSpore 1.10 to 2.10. A dict as the only output gives gradients of 0 on 2.0
and raises on 1.10; a dict beside the loss is left out on 2.0.
`nn.TrainOneStepCell` raises AttributeError for a tuple up to 2.0.

## References

- MindSpore: `mindspore.value_and_grad`, has_aux
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint import edits
from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.model.guards import is_guarded
from mslint.rule import Agrees, Differs, Proof, Raises, Rule, Seen
from mslint.training.events import Differentiation, Form, Outputs

RULE = Rule(
    code="MSL403",
    symbol="has-aux-missing",
    summary="gradients of a function that returns more than the loss, without has_aux",
    message="{function} returns {outputs}: on MindSpore {target} {result}; {advice}",
    seen=(Seen("1.10", None, Severity.WARNING, "the gradient of every output is added to that of the loss"),),
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


class Pair(nn.Cell):
    def __init__(self, line):
        super().__init__()
        self.line = line

    def construct(self, x):
        y = self.line(x)
        return y.sum(), y * 100


def observe(variant):
    """The gradient of the weight, where the loss alone gives 3."""
    line = Line()
    x = ms.Tensor([3.0], ms.float32)
    weights = ms.ParameterTuple(line.trainable_params())

    def forward(x):
        y = line(x)
        return y.sum(), y * 100

    def named(x):
        y = line(x)
        return {"loss": y.sum(), "logits": y * 100}

    def beside(x):
        y = line(x)
        return y.sum(), {"logits": y * 100}

    if variant == "value_and_grad":
        _, gradients = ops.value_and_grad(forward, None, weights)(x)  # MSL403
    elif variant == "grad":
        gradients = ops.grad(forward, None, weights)(x)  # MSL403
    elif variant == "network":
        _, gradients = ops.value_and_grad(Pair(line), None, weights)(x)  # MSL403
    elif variant == "GradOperation":
        gradients = ops.GradOperation(get_by_list=True)(Pair(line), weights)(x)  # MSL403
    elif variant == "dict":
        _, gradients = ops.value_and_grad(named, None, weights)(x)  # MSL403
    elif variant == "dict beside":
        _, gradients = ops.value_and_grad(beside, None, weights)(x)  # MSL403
    else:
        step = nn.TrainOneStepCell(Pair(line), nn.SGD(weights, learning_rate=1.0))  # MSL403
        step.set_train()
        step(x)
        gradients = [2.0 - line.w]
    return {"gradient": float(gradients[0].asnumpy()[0])}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor([2.0], ms.float32), name="w")

    def construct(self, x):
        return self.w * x


class Pair(nn.Cell):
    def __init__(self, line):
        super().__init__()
        self.line = line

    def construct(self, x):
        y = self.line(x)
        return y.sum(), ops.stop_gradient(y * 100)


class Loss(nn.Cell):
    def __init__(self, line):
        super().__init__()
        self.line = line

    def construct(self, x):
        return self.line(x).sum()


def observe(variant):
    """The gradient of the weight, where the loss alone gives 3."""
    line = Line()
    x = ms.Tensor([3.0], ms.float32)
    weights = ms.ParameterTuple(line.trainable_params())

    def forward(x):
        y = line(x)
        return y.sum(), y * 100

    def stopped(x):
        y = line(x)
        return y.sum(), ops.stop_gradient(y * 100)

    if variant in ("value_and_grad", "dict", "dict beside"):
        _, gradients = ops.value_and_grad(forward, None, weights, has_aux=True)(x)
    elif variant == "grad":
        gradients = ops.grad(stopped, None, weights)(x)
    elif variant == "network":
        _, gradients = ops.value_and_grad(Pair(line), None, weights)(x)
    elif variant == "GradOperation":
        gradients = ops.GradOperation(get_by_list=True)(Pair(line), weights)(x)
    else:
        step = nn.TrainOneStepCell(Loss(line), nn.SGD(weights, learning_rate=1.0))
        step.set_train()
        step(x)
        gradients = [2.0 - line.w]
    return {"gradient": float(gradients[0].asnumpy()[0])}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL404",),
    proofs=(
        Proof((Differs("gradient", 299),), variant="value_and_grad"),
        Proof((Differs("gradient", 299),), variant="grad"),
        Proof((Differs("gradient", 299),), variant="network"),
        Proof((Differs("gradient", 299),), variant="GradOperation"),
        Proof((Raises("RuntimeError"),), until="1.10", variant="dict"),
        Proof((Differs("gradient", 2.9),), since="2.0", until="2.0", variant="dict"),
        Proof((Differs("gradient", 299),), since="2.5", variant="dict"),
        Proof((Agrees("gradient"),), since="2.0", until="2.0", variant="dict beside"),
        Proof((Differs("gradient", 299),), since="2.5", variant="dict beside"),
        Proof((Raises("AttributeError"),), until="2.0", variant="TrainOneStepCell"),
        Proof((Differs("gradient", 299),), since="2.5", variant="TrainOneStepCell"),
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    y = weight * torch.tensor([3.0])
    loss, logits = y.sum(), y * 100
    loss.backward()
    return {"gradient": float(weight.grad[0])}
""",
)

_ADDED = "the gradient of every output is added to that of the loss"
_ADDS_DICTS_SINCE = Version("2.5")
"""Before, a dict as the only output gave gradients of 0 or raised, and one beside the loss was left out or raised."""
_TAKES_TUPLES_SINCE = Version("2.5")
_TRAIN_CELL = "TrainOneStepCell"
_ADVICE = {
    "value_and_grad": "write has_aux=True",
    "grad": "write has_aux=True, which makes it return (gradients, outputs)",
}
_STOP = "return the others through ops.stop_gradient"


def check(context: Context) -> Iterator[Finding]:
    """Every gradient function of something whose further outputs have gradients, once."""
    reported = set()
    for each in context.training.of(Differentiation):
        node = each.place.node
        if each.has_aux is not False or node in reported or _is_shim(each):
            continue
        for outputs in each.outputs:
            judged = _judge(each, outputs, context.target)
            if judged is not None:
                severity, result, advice = judged
                reported.add(node)
                yield context.finding(
                    RULE, node, severity=severity, function=each.function, outputs=_words(outputs),
                    result=result, advice=advice, fix=_fix(context, each),
                )  # fmt: skip
                break


def _is_shim(each: Differentiation) -> bool:
    return each.place.scope is not None and is_guarded(each.place.scope, each.place.node)


def _judge(each: Differentiation, outputs: Outputs, target: Version) -> tuple[Severity, str, str] | None:
    """How bad it is, what happens, and what to write; None where it is right."""
    advice = _ADVICE.get(each.maker, _STOP)
    has_dicts = target >= _ADDS_DICTS_SINCE
    if each.maker == _TRAIN_CELL:
        if outputs.form is not Form.TUPLE or not (outputs.adds or (outputs.adds_in_dict and has_dicts)):
            return None
        if target < _TAKES_TUPLES_SINCE:
            return Severity.ERROR, "this raises AttributeError for a tuple", "return the loss alone"
        return Severity.WARNING, _ADDED, "return the loss alone"
    if outputs.form is Form.DICT:
        if not outputs.adds:
            return None
        advice = "return a tuple with the loss first, and write has_aux=True"
        if has_dicts:
            return Severity.WARNING, _ADDED, advice
        if target.major < 2:
            return Severity.ERROR, "a dict as output raises RuntimeError", advice
        return Severity.WARNING, "a dict as output gives gradients of 0", advice
    if outputs.form is Form.UNKNOWN or not (outputs.adds or (outputs.adds_in_dict and has_dicts)):
        return None
    if outputs.form is Form.LIST:
        advice = "return a tuple, and write has_aux=True"
    return Severity.WARNING, _ADDED, advice


def _words(outputs: Outputs) -> str:
    if outputs.form is Form.DICT:
        return f"a dict of {outputs.count} values"
    return f"{outputs.count} values"


def _fix(context: Context, each: Differentiation) -> Fix | None:
    """`has_aux=True` for a tuple of `value_and_grad`, which returns the same things with it."""
    node = each.place.node
    if any(other.form is not Form.TUPLE for other in each.outputs):
        return None
    if each.maker != "value_and_grad" or not isinstance(node, ast.Call):
        return None
    return edits.set_flag(node, "has_aux", True, 3, context.module.source.lines) if each.place.is_direct else None
