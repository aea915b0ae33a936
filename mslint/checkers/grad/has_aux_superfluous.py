"""# has-aux-superfluous (MSL404)

## What it does

Finds `value_and_grad` and `grad` with `has_aux=True` on a function that returns
one value: a tensor, a tuple of one, a list or a dict.

## Why is this bad

`has_aux=True` says that there is something beside the loss, in a tuple. Where
there is not, the call of the gradient function raises ValueError, in graph mode
RuntimeError. There, a tuple of one is let pass.

From 2.9 on RuntimeError is raised as well where nothing beside the loss is a
tensor: a number, None, an array.

## Example

```python
def forward(x, y):
    return loss_fn(net(x), y)


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
```

## Use instead

```python
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
```

## Fix safety

Unsafe: `has_aux=False` is written where the function returns one tensor. What
unpacks the result may have to change as well. For a list or a dict there is no
fix: return a tuple.

## Limits

Only what surely is one value on some path counts; what an unknown function
returns is not judged. That numbers beside the loss raise was measured outside
graph mode.

## Versions

MindSpore 1.10 to 2.10; outputs that are no tensors from 2.9 on.

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
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.training.events import Differentiation, Form, Outputs

_TEXT = "more than one output"
_ERRORS = ("ValueError", "RuntimeError")

RULE = Rule(
    code="MSL404",
    symbol="has-aux-superfluous",
    summary="has_aux=True for a function that returns only the loss",
    message="has_aux=True, and {function} returns {outputs}: on MindSpore {target} {result}; {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "this raises ValueError, or RuntimeError in graph mode"),),
    bad='''\
import mindspore as ms
from mindspore import nn, ops


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor([2.0], ms.float32), name="w")

    def construct(self, x):
        return self.w * x


def observe(variant):
    """The gradient of the weight."""
    variant, _, mode = variant.partition(", ")
    if mode == "graph mode":
        ms.set_context(mode=ms.GRAPH_MODE)
    line = Line()
    x = ms.Tensor([3.0], ms.float32)
    weights = ms.ParameterTuple(line.trainable_params())

    def one(x):
        return line(x).sum()

    def in_tuple(x):
        return (line(x).sum(),)

    def in_list(x):
        y = line(x)
        return [y.sum(), y * 100]

    def named(x):
        y = line(x)
        return {"loss": y.sum(), "logits": y * 100}

    def with_number(x):
        y = line(x)
        return y.sum(), float(y.asnumpy()[0])

    if variant == "value_and_grad":
        _, gradients = ops.value_and_grad(one, None, weights, has_aux=True)(x)  # MSL404
    elif variant == "grad":
        gradients, _ = ops.grad(one, None, weights, has_aux=True)(x)  # MSL404
    elif variant == "tuple":
        _, gradients = ops.value_and_grad(in_tuple, None, weights, has_aux=True)(x)  # MSL404
    elif variant == "list":
        _, gradients = ops.value_and_grad(in_list, None, weights, has_aux=True)(x)  # MSL404
    elif variant == "dict":
        _, gradients = ops.value_and_grad(named, None, weights, has_aux=True)(x)  # MSL404
    else:
        _, gradients = ops.value_and_grad(with_number, None, weights, has_aux=True)(x)  # MSL404
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
    """The gradient of the weight."""
    variant, _, mode = variant.partition(", ")
    if mode == "graph mode":
        ms.set_context(mode=ms.GRAPH_MODE)
    line = Line()
    x = ms.Tensor([3.0], ms.float32)
    weights = ms.ParameterTuple(line.trainable_params())

    def one(x):
        return line(x).sum()

    if variant == "grad":
        gradients = ops.grad(one, None, weights)(x)
    else:
        _, gradients = ops.value_and_grad(one, None, weights)(x)
    return {"gradient": float(gradients[0].asnumpy()[0])}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL403",),
    proofs=(
        Proof((Raises("ValueError", _TEXT),), variant="value_and_grad"),
        Proof((Raises("ValueError", _TEXT),), variant="tuple"),
        Proof((Raises("RuntimeError", "multi output"),), since="2.9", variant="number"),
        Proof((Raises(_ERRORS, _TEXT),), variant="value_and_grad, graph mode"),
        Proof((Raises(_ERRORS, _TEXT),), variant="grad, graph mode"),
        Proof((Raises(_ERRORS, _TEXT),), variant="list, graph mode"),
        Proof((Raises(_ERRORS, _TEXT),), variant="dict, graph mode"),
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    (weight * torch.tensor([3.0])).sum().backward()
    return {"gradient": float(weight.grad[0])}
""",
)

_NEEDS_TENSORS_SINCE = Version("2.9")
_WORDS = {Form.ONE: "one value", Form.LIST: "a list", Form.DICT: "a dict"}


def check(context: Context) -> Iterator[Finding]:
    """Every gradient function with has_aux=True of something that returns one value, once."""
    reported = set()
    for each in context.training.of(Differentiation):
        node = each.place.node
        scope = each.place.scope
        if each.has_aux is not True or node in reported or (scope is not None and is_guarded(scope, node)):
            continue
        for outputs in each.outputs:
            judged = _judge(outputs, context.target)
            if judged is not None:
                reported.add(node)
                words, result, advice = judged
                fix = _fix(context, each, outputs)
                yield context.finding(
                    RULE, node, fix=fix, function=each.function, outputs=words, result=result, advice=advice
                )
                break


def _judge(outputs: Outputs, target: Version) -> tuple[str, str, str] | None:
    """What is returned, what happens and what to write; None where it is right."""
    if outputs.form is Form.UNKNOWN:
        return None
    if outputs.form is Form.TUPLE and outputs.count > 1:
        if not outputs.is_plain or target < _NEEDS_TENSORS_SINCE:
            return None
        result = "this raises RuntimeError outside graph mode, for none of those beside the loss is a tensor"
        return f"{outputs.count} values", result, "leave has_aux out"
    advice = "leave has_aux out" if outputs.form in (Form.ONE, Form.TUPLE) else "return a tuple"
    if outputs.form is Form.TUPLE:
        return "a tuple of one", "this raises ValueError outside graph mode", advice
    return _WORDS[outputs.form], RULE.seen[0].effect, advice


def _fix(context: Context, each: Differentiation, outputs: Outputs) -> Fix | None:
    """`has_aux=False` where one tensor is returned and the loss is all that comes out."""
    node = each.place.node
    if outputs.form is not Form.ONE or each.maker != "value_and_grad" or not isinstance(node, ast.Call):
        return None
    return edits.set_flag(node, "has_aux", False, 3, context.module.source.lines) if each.place.is_direct else None
