"""# torch-optimizer-step (MSL402)

## What it does

Finds `step()`, `step(grads)` and `zero_grad()` on optimizers of `mindspore.nn`,
`mindspore.experimental.optim` and `mindspore.mint.optim`, and `zero_grad()` on
cells.

## Why is this bad

None of these exists, in any version, in mint and experimental neither: the call
raises AttributeError. An optimizer is called with the gradients. There is
nothing to set to zero, for every gradient is computed anew and stored nowhere.

## Example

```python
optimizer.zero_grad()
loss, grads = grad_fn(x, y)
optimizer.step(grads)
```

## Use instead

```python
loss, grads = grad_fn(x, y)
optimizer(grads)
```

## Fix safety

Safe: `step(grads)` becomes a call of the optimizer; a `zero_grad()` alone on
its line is deleted. `step()` has no gradients to give and no fix.

## Limits

Only what is known to be an optimizer or a cell of MindSpore is judged, or a
class of the project that extends one and does not define the method. Files that
import mindnlp, MindTorch or MSAdapter are left alone: there, `step` exists.

## Versions

MindSpore 1.10 to 2.10, for all their optimizers.

## References

- MindSpore: `mindspore.nn.Optimizer`, `mindspore.mint.optim.AdamW`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.tensors import Kind

RULE = Rule(
    code="MSL402",
    symbol="torch-optimizer-step",
    summary="step() or zero_grad() on a MindSpore optimizer",
    message="{owner} has no {method}(): on MindSpore {target} {effect}; {instead}",
    seen=(Seen("1.10", None, Severity.ERROR, "it raises AttributeError"),),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
from mindspore import nn, ops


def observe(form):
    """The weight after one step of SGD."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.5)
    grads = (ops.ones((1, 1), ms.float32),)
    if form == "zero_grad":
        optimizer.zero_grad()  # MSL402
        optimizer(grads)
    elif form == "zero_grad of a cell":
        net.zero_grad()  # MSL402
        optimizer(grads)
    elif form == "step":
        optimizer.step()  # MSL402
    else:
        optimizer.step(grads)  # MSL402
    return {"weight": float(net.weight.asnumpy().sum())}
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


def observe(form):
    """The weight after one step of SGD."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.5)
    grads = (ops.ones((1, 1), ms.float32),)
    optimizer(grads)
    return {"weight": float(net.weight.asnumpy().sum())}
''',
    proofs=(
        Proof((Raises("AttributeError", "zero_grad"),), variant="zero_grad"),
        Proof((Raises("AttributeError", "zero_grad"),), variant="zero_grad of a cell"),
        Proof((Raises("AttributeError", "step"),), variant="step"),
        Proof((Raises("AttributeError", "step"),), variant="step(grads)"),
    ),
    original="""\
import torch
from torch import nn


def observe(form):
    net = nn.Linear(1, 1, bias=False)
    nn.init.ones_(net.weight)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
    optimizer.zero_grad()
    net.weight.grad = torch.ones(1, 1)
    optimizer.step()
    return {"weight": float(net.weight.detach().sum())}
""",
)

_METHODS = ("step", "zero_grad")


def check(context: Context) -> Iterator[Finding]:
    """Every call of such a method on what is known to be an optimizer, or a cell."""
    for call in context.module.calls_named(_METHODS):
        function = call.node.func
        if not isinstance(function, ast.Attribute):
            continue
        kind = context.tensors.without(function.attr, function.value, call.scope)
        is_fault = kind is Kind.OPTIMIZER or (kind is Kind.CELL and function.attr == "zero_grad")
        if is_fault and not is_guarded(call.scope, call.node):
            yield context.finding(
                RULE,
                call.node,
                fix=_fix(call.node, function.attr, context),
                owner=text_of(function.value),
                method=function.attr,
                instead=_instead(call.node, function.attr, text_of(function.value)),
            )


def _instead(call: ast.Call, method: str, owner: str) -> str:
    if method == "zero_grad":
        return "gradients are stored nowhere, so there is nothing to set to zero"
    gradients = text_of(call.args[0]) if call.args else "gradients"
    return f"write {owner}({gradients})"


def _fix(call: ast.Call, method: str, context: Context) -> Fix | None:
    source = context.module.source
    if method == "zero_grad":
        return edits.delete_statement(call, context.module.tree, source)
    return edits.call_itself(call, source) if len(call.args) == 1 and not call.keywords else None
