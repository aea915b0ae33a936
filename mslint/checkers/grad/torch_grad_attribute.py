"""# torch-grad-attribute (MSL408)

## What it does

Finds `grad`, `grad_fn`, `is_leaf`, `detach()`, `detach_()` and `retain_grad()`
of tensors and parameters.

## Why is this bad

MindSpore keeps no record of operations on tensors and no gradients on
parameters: gradients are what the gradient function returns, and
`ops.stop_gradient(x)` does what `x.detach()` does in PyTorch. The names raise
AttributeError. The 2.5 nightly has all but `detach`; there `grad` and `grad_fn`
are None whatever was computed, `is_leaf` is True and `retain_grad()` does
nothing.

## Example

```python
loss, grads = grad_fn(x, y)
norms = [ops.norm(parameter.grad) for parameter in net.trainable_params()]
target = teacher(x).detach()
```

## Use instead

```python
loss, grads = grad_fn(x, y)
norms = [ops.norm(grad) for grad in grads]
target = ops.stop_gradient(teacher(x))
```

## Fix safety

Safe: `x.detach()` becomes `ops.stop_gradient(x)`, in the spelling that the file
has imported; where it has imported none, there is no fix.

## Limits

Only what is known to be MindSpore's is judged. Where a file assigns `x.grad`
itself, `grad` is not judged in it: a tensor takes any attribute, and reads what
was assigned. Files that import mindnlp, MindTorch or MSAdapter are left alone.

## Versions

MindSpore 1.10 to 2.10; on 2.5 only `detach()` raises.

## References

- MindSpore: `mindspore.ops.stop_gradient`, `mindspore.value_and_grad`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.facts.names import canonical
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.iterators import text_of
from mslint.model.classes import self_class
from mslint.model.guards import is_guarded
from mslint.model.names import Scope
from mslint.model.values import External
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.tensors import Kind

_RAISES = "there is no such attribute, so it raises AttributeError"

RULE = Rule(
    code="MSL408",
    symbol="torch-grad-attribute",
    summary="detach, grad, grad_fn, is_leaf or retain_grad of a MindSpore tensor",
    message="{what}: on MindSpore {target} {effect_here}; {instead}",
    seen=(
        Seen("1.10", "2.0", Severity.ERROR, _RAISES),
        Seen("2.5", "2.5", Severity.WARNING, "it says nothing about what was computed"),
        Seen("2.6", None, Severity.ERROR, _RAISES),
    ),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
from mindspore import nn, ops


def observe(name):
    """Numbers about the gradient of 2 w x at w = x = 1, and of x times x held fixed."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    weights = ms.ParameterTuple(net.trainable_params())
    x = ops.ones((1, 1), ms.float32)

    def forward(x):
        return net(2 * x).sum()

    loss, _ = ops.value_and_grad(forward, None, weights)(x)
    if name == "grad":
        grad = net.weight.grad  # MSL408
        return {"value": 0.0 if grad is None else float(grad.sum())}
    if name == "grad_fn":
        return {"value": float(loss.grad_fn is not None)}  # MSL408
    if name == "is_leaf":
        return {"value": float(loss.is_leaf)}  # MSL408
    if name == "retain_grad":
        loss.retain_grad()  # MSL408
        return {"value": 0.0}
    if name == "detach_":
        net.weight.detach_()  # MSL408
        return {"value": 0.0}
    held = x.detach()  # MSL408

    def product(x):
        return (x * held).sum()

    gradient = ops.grad(product)(x)
    return {"value": float(gradient.asnumpy().sum())}
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


def same(loss):
    return loss * 1


def observe(name):
    """Numbers about the gradient of 2 w x at w = x = 1, and of x times x held fixed."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    weights = ms.ParameterTuple(net.trainable_params())
    x = ops.ones((1, 1), ms.float32)

    def forward(x):
        return net(2 * x).sum()

    loss, grads = ops.value_and_grad(forward, None, weights)(x)
    if name == "grad":
        grad = grads[0] if isinstance(grads, tuple) else grads
        return {"value": float(grad.asnumpy().sum())}
    if name == "retain_grad":
        gradient = ops.grad(same)(loss)
        return {"value": float(gradient.asnumpy().sum())}
    if name in ("grad_fn", "is_leaf"):
        is_leaf = isinstance(loss, ms.Parameter)
        return {"value": float(is_leaf if name == "is_leaf" else not is_leaf)}
    if name == "detach_":
        return {"value": float(ops.stop_gradient(net.weight).asnumpy().sum())}
    held = ops.stop_gradient(x)

    def product(x):
        return (x * held).sum()

    gradient = ops.grad(product)(x)
    return {"value": float(gradient.asnumpy().sum())}
''',
    proofs=(
        *(
            Proof((Raises("AttributeError", name),), since, until, name)
            for name in ("grad", "grad_fn", "is_leaf", "retain_grad")
            for since, until in (("1.10", "2.0"), ("2.6", None))
        ),
        *(Proof((Differs("value", 1),), "2.5", "2.5", name) for name in ("grad", "grad_fn", "is_leaf", "retain_grad")),
        Proof((Raises("AttributeError", "detach"),), variant="detach"),
        Proof((Raises("AttributeError", "detach_"),), variant="detach_"),
    ),
    original="""\
import torch


def observe(name):
    net = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.ones_(net.weight)
    x = torch.ones(1, 1, requires_grad=True)
    loss = net(2 * x).sum()
    if name in ("grad", "retain_grad"):
        loss.retain_grad()
        loss.backward()
        return {"value": float(net.weight.grad.sum() if name == "grad" else loss.grad)}
    if name == "grad_fn":
        return {"value": float(loss.grad_fn is not None)}
    if name == "is_leaf":
        return {"value": float(loss.is_leaf)}
    if name == "detach_":
        return {"value": float(net.weight.detach_().sum())}
    (x * x.detach()).sum().backward()
    return {"value": float(x.grad.sum())}
""",
)

_METHODS = {
    "detach": "write ops.stop_gradient({})",
    "detach_": "write ops.stop_gradient({})",
    "retain_grad": "differentiate with respect to it, by grad_position",
}
_ATTRIBUTES = {
    "grad": "gradients are what the gradient function returns",
    "grad_fn": "what is differentiated is a function, not a tensor",
    "is_leaf": "ask for isinstance(x, Parameter)",
}
_ON_2_5 = {
    "grad": "it is None, whatever was computed",
    "grad_fn": "it is None, whatever was computed",
    "is_leaf": "it is always True",
    "retain_grad": "it does nothing",
}
"""What the 2.5 nightly has of these, and what it is worth."""


def check(context: Context) -> Iterator[Finding]:
    """Every such attribute of what is known to be a tensor or a parameter."""
    for call in context.module.calls_named(_METHODS):
        function = call.node.func
        if isinstance(function, ast.Attribute) and _is_tensor(function, call.scope, context):
            fix = _fix(call.node, call.scope, context) if function.attr == "detach" else None
            yield _finding(context, function, f"{function.attr}()", _METHODS[function.attr], fix)
    has_own_grad = "grad" in context.module.reads_by_name and _assigns_grad(context)
    for node, scope in context.module.reads_of(_ATTRIBUTES):
        if not (has_own_grad and node.attr == "grad") and _is_tensor(node, scope, context):
            yield _finding(context, node, node.attr, _ATTRIBUTES[node.attr], None)


def _is_tensor(node: ast.Attribute, scope: Scope, context: Context) -> bool:
    kind = context.tensors.without(node.attr, node.value, scope)
    return kind in (Kind.TENSOR, Kind.PARAMETER) and not is_guarded(scope, node)


def _assigns_grad(context: Context) -> bool:
    """Whether the file gives something a `grad` that may be a tensor; `self.grad` of a class is its own."""
    scopes = (context.module.scope, *context.module.scopes.values())
    return any(
        write.target.attr == "grad" and self_class(write.target.value, write.scope) is None
        for scope in scopes
        for write in scope.writes
    )


def _finding(context: Context, node: ast.Attribute, name: str, instead: str, fix: Fix | None) -> Finding:
    owner = text_of(node.value)
    weak = _ON_2_5.get(node.attr) if context.target.release[:2] == (2, 5) else None
    return context.finding(
        RULE,
        node,
        severity=Severity.WARNING if weak else Severity.ERROR,
        fix=fix,
        what=f"{name} of {owner}, a MindSpore tensor",
        effect_here=weak or _RAISES,
        instead=instead.format(owner),
    )


def _fix(call: ast.Call, scope: Scope, context: Context) -> Fix | None:
    """`ops.stop_gradient` in a spelling that means it where the call stands."""
    for spelling in ("stop_gradient", "ops.stop_gradient", "ms.ops.stop_gradient", "mindspore.ops.stop_gradient"):
        node = ast.parse(spelling, mode="eval").body
        for part in ast.walk(node):
            ast.copy_location(part, call)
        value = context.evaluator.only(node, scope)
        if isinstance(value, External) and canonical(value.name) == "mindspore.ops.stop_gradient":
            return edits.as_function(call, spelling, context.module.source)
    return None
