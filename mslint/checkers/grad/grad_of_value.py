"""# grad-of-value (MSL405)

## What it does

Finds `grad`, `value_and_grad` and `GradOperation` that are given a tensor, such
as a loss that has been computed, where they take a function.

## Why is this bad

The gradient function differentiates a function by running it. A value does not
say how it came about, so the gradient function raises when it is called; or at
once, where the second argument is a parameter list, for that place is
`grad_position`.

## Example

```python
loss = loss_fn(net(x), y)
grads = ms.grad(loss, net.trainable_params())
```

## Use instead

```python
def forward(x, y):
    return loss_fn(net(x), y)


grads = ms.grad(forward, None, net.trainable_params())(x, y)
```

## Fix safety

No fix: the forward pass has to become a function.

## Limits

Only values known to be MindSpore's tensors are judged.

## Versions

MindSpore 1.10 to 2.10: AttributeError or TypeError, by version.

## References

- MindSpore: `mindspore.grad`, `mindspore.value_and_grad`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.facts.names import canonical
from mslint.facts.results import GRADIENT_FUNCTIONS, GRADIENT_OPERATOR
from mslint.finding import Confidence, Finding, Severity
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.model.names import Call
from mslint.model.values import External, Instance
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.tensors import Kind

RULE = Rule(
    code="MSL405",
    symbol="grad-of-value",
    summary="a gradient function that is given a value in place of a function",
    message="{what} is a tensor, not a function: on MindSpore {target} {effect}; give {function} the function itself",
    seen=(Seen("1.10", None, Severity.ERROR, "the gradient function raises"),),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
from mindspore import nn, ops


def observe(form):
    """The gradient of the squares' sum at 1 and 1."""
    x = ops.ones((2,), ms.float32)
    loss = ops.square(x).sum()
    if form == "grad":
        gradient = ops.grad(loss)(x)  # MSL405
    elif form == "position":
        gradient = ops.grad(loss, [x])  # MSL405
    elif form == "value_and_grad":
        _, gradient = ops.value_and_grad(loss)(x)  # MSL405
    else:
        gradient = ops.GradOperation()(loss)(x)  # MSL405
    return {"gradient": [float(each) for each in gradient.asnumpy()]}
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


def forward(x):
    return ops.square(x).sum()


def observe(form):
    """The gradient of the squares' sum at 1 and 1."""
    x = ops.ones((2,), ms.float32)
    if form in ("grad", "position"):
        gradient = ops.grad(forward)(x)
    elif form == "value_and_grad":
        _, gradient = ops.value_and_grad(forward)(x)
    else:
        gradient = ops.GradOperation()(forward)(x)
    return {"gradient": [float(each) for each in gradient.asnumpy()]}
''',
    proofs=tuple(
        Proof((Raises(("AttributeError", "TypeError")),), variant=form)
        for form in ("grad", "position", "value_and_grad", "GradOperation")
    ),
    original="""\
import torch


def observe(form):
    x = torch.ones(2, requires_grad=True)
    loss = torch.square(x).sum()
    (gradient,) = torch.autograd.grad(loss, [x])
    return {"gradient": [float(each) for each in gradient]}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every gradient function whose first argument is a tensor."""
    for name in sorted(GRADIENT_FUNCTIONS):
        for found in context.calls.to(name):
            site = found.expression("fn", 0)
            if site is not None and found.is_direct:
                kind = context.tensors.kind(site.node, site.scope)
                if kind in (Kind.TENSOR, Kind.PARAMETER):
                    yield context.finding(RULE, site.node, what=text_of(site.node), function=name.rpartition(".")[2])
    if GRADIENT_OPERATOR in context.calls.names:
        for call in context.module.calls:
            if call.node.args and _is_gradient_operator(call, context) and not is_guarded(call.scope, call.node):
                argument = call.node.args[0]
                if context.tensors.kind(argument, call.scope) in (Kind.TENSOR, Kind.PARAMETER):
                    yield context.finding(RULE, argument, what=text_of(argument), function="GradOperation")


def _is_gradient_operator(call: Call, context: Context) -> bool:
    """Whether an object of GradOperation is called."""
    values = context.evaluator.values(call.node.func, call.scope)
    return bool(values) and all(
        isinstance(value, Instance) and isinstance(value.of, External) and canonical(value.of.name) == GRADIENT_OPERATOR
        for value in values
    )
