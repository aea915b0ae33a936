"""# torch-backward (MSL401)

## What it does

Finds `backward()` on MindSpore tensors, and `torch.autograd.backward` and
`torch.autograd.grad` given one.

## Why is this bad

MindSpore records no operations on the tensors themselves. The gradient is that
of a function: `value_and_grad(function, ...)` runs it and gives value and
gradients. A tensor has no `backward`, so the call raises AttributeError. The
2.5 nightly has the method, and it does nothing: parameters get no gradients and
nothing is trained, without a message. PyTorch's functions raise TypeError for
tensors that are not PyTorch's.

## Example

```python
loss = loss_fn(net(x), y)
loss.backward()
optimizer.step()
```

## Use instead

```python
def forward(x, y):
    return loss_fn(net(x), y)


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
loss, grads = grad_fn(x, y)
optimizer(grads)
```

## Fix safety

No fix: the forward pass has to become a function.

## Limits

Only what is known to be MindSpore's is judged: results of its functions,
layers and losses, and of the project's own cells. Files that import mindnlp,
MindTorch or MSAdapter are left alone, for these give tensors such methods.

## Versions

MindSpore 1.10 to 2.10. `backward` raises in all but 2.5, where it does nothing.

## References

- MindSpore: `mindspore.value_and_grad`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.rule import Proof, Raises, Rule, Seen, Stays
from mslint.tensors import Kind

_RAISES = "a tensor has no backward(), so it raises AttributeError"

RULE = Rule(
    code="MSL401",
    symbol="torch-backward",
    summary="backward() on a MindSpore tensor",
    message="{what} is a MindSpore tensor: on MindSpore {target} {effect_here}; take gradients with value_and_grad",
    seen=(
        Seen("1.10", "2.0", Severity.ERROR, _RAISES),
        Seen("2.5", "2.5", Severity.WARNING, "backward() does nothing: no parameter gets a gradient"),
        Seen("2.6", None, Severity.ERROR, _RAISES),
    ),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
from mindspore import nn, ops


def observe(form):
    """The weight before and after a step of SGD against the gradient of the sum of the outputs."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    path = [float(net.weight.asnumpy().sum())]
    loss = net(ops.ones((1, 1), ms.float32)).sum()
    if form == "backward":
        loss.backward()  # MSL401
    else:
        import torch

        torch.autograd.backward(loss)  # MSL401
    grad = getattr(net.weight, "grad", None)
    if grad is not None:
        ops.assign(net.weight, net.weight - 0.5 * grad)
    return {"weight": [*path, float(net.weight.asnumpy().sum())]}
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


def observe(form):
    """The weight before and after a step of SGD against the gradient of the sum of the outputs."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    path = [float(net.weight.asnumpy().sum())]
    weights = ms.ParameterTuple(net.trainable_params())

    def forward(x):
        return net(x).sum()

    loss, grads = ops.value_and_grad(forward, None, weights)(ops.ones((1, 1), ms.float32))
    grad = grads[0] if isinstance(grads, tuple) else grads
    ops.assign(net.weight, net.weight - 0.5 * grad)
    return {"weight": [*path, float(net.weight.asnumpy().sum())]}
''',
    proofs=(
        Proof((Raises("AttributeError", "backward"),), until="2.0", variant="backward"),
        Proof((Stays("weight"),), "2.5", "2.5", variant="backward"),
        Proof((Raises("AttributeError", "backward"),), "2.6", variant="backward"),
        Proof((Raises(("ModuleNotFoundError", "TypeError", "AttributeError")),), variant="torch.autograd"),
    ),
    original="""\
import torch
from torch import nn


def observe(form):
    net = nn.Linear(1, 1, bias=False)
    nn.init.ones_(net.weight)
    path = [float(net.weight.detach().sum())]
    loss = net(torch.ones(1, 1)).sum()
    if form == "backward":
        loss.backward()
    else:
        torch.autograd.backward(loss)
    with torch.no_grad():
        net.weight -= 0.5 * net.weight.grad
    return {"weight": [*path, float(net.weight.detach().sum())]}
""",
)

_OF_TORCH = {"torch.autograd.backward": "tensors", "torch.autograd.grad": "outputs"}


def check(context: Context) -> Iterator[Finding]:
    """Every tensor of MindSpore whose `backward` is called, or that is handed to PyTorch's."""
    seen = RULE.on(context.target)
    assert seen is not None
    for call in context.module.calls_named(["backward"]):
        function = call.node.func
        if not isinstance(function, ast.Attribute):
            continue
        kind = context.tensors.without("backward", function.value, call.scope)
        if kind in (Kind.TENSOR, Kind.PARAMETER) and not is_guarded(call.scope, call.node):
            yield context.finding(RULE, call.node, what=text_of(function.value), effect_here=seen.effect)
    for name, keyword in _OF_TORCH.items():
        for torch_call in context.calls.to(name):
            site = torch_call.expression(keyword, 0)
            if site is None or not torch_call.is_direct:
                continue
            for node in _alone(site.node):
                if context.tensors.kind(node, site.scope) in (Kind.TENSOR, Kind.PARAMETER):
                    effect = f"{name} raises for it"
                    yield context.finding(
                        RULE, torch_call.node, severity=Severity.ERROR, what=text_of(node), effect_here=effect
                    )
                    break


def _alone(node: ast.expr) -> list[ast.expr]:
    """The expressions in a list or tuple, or the one that stands there."""
    return node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
