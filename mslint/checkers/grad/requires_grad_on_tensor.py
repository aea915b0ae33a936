"""# requires-grad-on-tensor (MSL407)

## What it does

Finds `requires_grad = True` on tensors that are no parameters, `requires_grad`
read from them, and `requires_grad_()`.

## Why is this bad

Only parameters have a `requires_grad` that means something. On another tensor
the assignment makes a new attribute that nothing reads: the tensor is not among
the trainable parameters and keeps its value, without a message. What is
differentiated is said by `grad_position` and `weights` of the gradient
function.

Read before it was assigned, the attribute raises AttributeError; on the 2.5
nightly it is always False. `requires_grad_()` exists from 2.8 on: it works on
parameters, makes no parameter of other tensors and gives None. Before 2.8 it raises
on both, and on cells in every version.

## Example

```python
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = ops.ones((1,))
        self.scale.requires_grad = True
```

## Use instead

```python
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones((1,)))
```

## Fix safety

`requires_grad_(value)` as a statement becomes an assignment to `requires_grad`: of
a parameter before 2.8, and on a cell in a loop over its parameters. Both raise as
they are, and the fix is safe. No fix for tensors, which may have to become
parameters, or whose line may go.

## Limits

Assigning False is not reported: a tensor is not trained anyway. An argument
annotated as a tensor can be a parameter and is reported only where that is
wrong too. Files that import MindSpore's `_Function`, which `requires_grad_()`
tells what needs a gradient, are left alone. `Parameter(..., requires_grad=False)`
and `parameter.requires_grad` are right and never flagged.

## Versions

MindSpore 1.10 to 2.10 for the assignment; reading and `requires_grad_()` by
version, as above.

## References

- MindSpore: `mindspore.Parameter`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.freezing import assign_flag, freeze_each
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.model.names import Scope
from mslint.model.values import Constant
from mslint.rule import Differs, Proof, Raises, Rule, Seen, Stays
from mslint.tensors import Kind

RULE = Rule(
    code="MSL407",
    symbol="requires-grad-on-tensor",
    summary="requires_grad of a tensor that is no parameter",
    message="{what} is {kind}: on MindSpore {target} {effect_here}; {instead}",
    seen=(Seen("1.10", None, Severity.WARNING, "requires_grad = True sets an attribute that nothing reads"),),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, form):
        super().__init__()
        self.dense = nn.Dense(1, 1, weight_init="ones", has_bias=False)
        self.scale = ops.ones((1, 1), ms.float32)
        if form == "assigned":
            self.scale.requires_grad = True  # MSL407
        elif form == "requires_grad_":
            self.scale.requires_grad_()  # MSL407

    def construct(self, x):
        return self.dense(x) * self.scale


def observe(form):
    """The scale before and after a step of SGD; whether a tensor says that it is differentiated."""
    x = ops.ones((1, 1), ms.float32)
    if form == "read":
        return {"on": float(x.requires_grad)}  # MSL407
    net = Net(form)
    if form == "cell":
        net.requires_grad_(False)  # MSL407
        return {"trained": len(net.trainable_params())}
    path = [float(net.scale.asnumpy().sum())]
    weights = ms.ParameterTuple(net.trainable_params())
    optimizer = nn.SGD(weights, learning_rate=0.5)

    def forward(x):
        return net(x).sum()

    loss, grads = ops.value_and_grad(forward, None, weights)(x)
    optimizer(grads if isinstance(grads, tuple) else (grads,))
    return {"scale": [*path, float(net.scale.asnumpy().sum())]}
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(1, 1, weight_init="ones", has_bias=False)
        self.scale = ms.Parameter(ops.ones((1, 1), ms.float32), name="scale")

    def construct(self, x):
        return self.dense(x) * self.scale


def observe(form):
    """The scale before and after a step of SGD; whether a tensor says that it is differentiated."""
    x = ops.ones((1, 1), ms.float32)
    net = Net()
    if form == "read":
        return {"on": float(net.scale.requires_grad)}
    if form == "cell":
        for parameter in net.get_parameters():
            parameter.requires_grad = False
        return {"trained": len(net.trainable_params())}
    path = [float(net.scale.asnumpy().sum())]
    weights = ms.ParameterTuple(net.trainable_params())
    optimizer = nn.SGD(weights, learning_rate=0.5)

    def forward(x):
        return net(x).sum()

    loss, grads = ops.value_and_grad(forward, None, weights)(x)
    optimizer(grads if isinstance(grads, tuple) else (grads,))
    return {"scale": [*path, float(net.scale.asnumpy().sum())]}
''',
    proofs=(
        Proof((Stays("scale"),), variant="assigned"),
        Proof((Raises("AttributeError", "requires_grad"),), until="2.0", variant="read"),
        Proof((Differs("on", 1),), "2.5", "2.5", variant="read"),
        Proof((Raises("AttributeError", "requires_grad"),), "2.6", variant="read"),
        Proof((Raises("AttributeError", "requires_grad_"),), until="2.7", variant="requires_grad_"),
        Proof((Stays("scale"),), "2.8", variant="requires_grad_"),
        Proof((Raises("AttributeError", "requires_grad_"),), variant="cell"),
    ),
    original="""\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, form):
        super().__init__()
        self.dense = nn.Linear(1, 1, bias=False)
        nn.init.ones_(self.dense.weight)
        self.scale = torch.ones(1, 1)
        if form == "requires_grad_":
            self.scale.requires_grad_()
        else:
            self.scale.requires_grad = True

    def forward(self, x):
        return self.dense(x) * self.scale


def observe(form):
    net = Net(form)
    if form == "read":
        return {"on": float(net.scale.requires_grad)}
    if form == "cell":
        net.requires_grad_(False)
        return {"trained": sum(parameter.requires_grad for parameter in net.parameters())}
    path = [float(net.scale.detach().sum())]
    optimizer = torch.optim.SGD([net.dense.weight, net.scale], lr=0.5)
    net(torch.ones(1, 1)).sum().backward()
    optimizer.step()
    return {"scale": [*path, float(net.scale.detach().sum())]}
""",
)

_METHOD_SINCE = (2, 8)
_READ_AS_FALSE = (2, 5)
_CUSTOM_FUNCTION = "_grad_function"
"""The module of `_Function`, whose objects learn by `requires_grad_()` which inputs need a gradient."""
_TO_TRAIN = "make it a Parameter to train it; grad_position and weights say what is differentiated"


def check(context: Context) -> Iterator[Finding]:
    """Every such assignment, read and call."""
    if "requires_grad" not in context.module.source.text:
        return
    yield from _assigned(context)
    yield from _read(context)
    yield from _called(context)


def _assigned(context: Context) -> Iterator[Finding]:
    seen = RULE.on(context.target)
    assert seen is not None
    for scope in (context.module.scope, *context.module.scopes.values()):
        for write in scope.writes:
            target = write.target
            if target.attr != "requires_grad" or write.value is None or write.index or is_guarded(scope, target):
                continue
            if context.evaluator.only(write.value, scope) == Constant(True) and _is_plain_tensor(
                target, scope, context
            ):
                yield _finding(context, target, "no parameter", seen.effect, _TO_TRAIN)


def _read(context: Context) -> Iterator[Finding]:
    written = {
        ast.unparse(write.target)
        for scope in (context.module.scope, *context.module.scopes.values())
        for write in scope.writes
        if write.target.attr == "requires_grad"
    }
    is_false = context.target.release[:2] == _READ_AS_FALSE
    for node, scope in context.module.reads_of(["requires_grad"]):
        if ast.unparse(node) in written:
            continue
        if not is_guarded(scope, node) and _is_plain_tensor(node, scope, context):
            effect = "reading requires_grad always gives False" if is_false else "reading requires_grad raises"
            severity = Severity.WARNING if is_false else Severity.ERROR
            yield _finding(context, node, "no parameter", effect, _TO_TRAIN, severity)


def _called(context: Context) -> Iterator[Finding]:
    exists = context.target.release[:2] >= _METHOD_SINCE
    has_functions = _CUSTOM_FUNCTION in context.module.source.text
    for call in context.module.calls_named(["requires_grad_"]):
        function = call.node.func
        if not isinstance(function, ast.Attribute):
            continue
        kind = context.tensors.without("requires_grad_", function.value, call.scope)
        if is_guarded(call.scope, call.node):
            continue
        if kind is Kind.CELL:
            instead = "set requires_grad of its parameters"
            fix = freeze_each(call.node, call.scope, context.module.source)
            yield _finding(context, function, "a cell", "it has no requires_grad_()", instead, Severity.ERROR, fix)
        elif kind is Kind.PARAMETER and not exists:
            instead = "assign requires_grad"
            fix = assign_flag(call.node, context.module)
            yield _finding(context, function, "a parameter", "it has no requires_grad_()", instead, Severity.ERROR, fix)
        elif kind is Kind.TENSOR and not exists:
            yield _finding(context, function, "a tensor", "it has no requires_grad_()", _TO_TRAIN, Severity.ERROR)
        elif kind is Kind.TENSOR and _is_plain_tensor(function, call.scope, context) and not has_functions:
            effect = "requires_grad_() does not make it one and gives None"
            yield _finding(context, function, "no parameter", effect, _TO_TRAIN)


def _is_plain_tensor(node: ast.Attribute, scope: Scope, context: Context) -> bool:
    """Whether what the attribute is asked of is a tensor and cannot be a parameter."""
    known = context.tensors.known(node.value, scope)
    is_plain = bool(known) and all(each.kind is Kind.TENSOR and each.is_exact for each in known)
    return is_plain and context.tensors.without(node.attr, node.value, scope) is Kind.TENSOR


def _finding(
    context: Context,
    node: ast.Attribute,
    kind: str,
    effect: str,
    instead: str,
    severity: Severity = Severity.WARNING,
    fix: Fix | None = None,
) -> Finding:
    what = text_of(node.value)
    return context.finding(
        RULE, node, severity=severity, fix=fix, what=what, kind=kind, effect_here=effect, instead=instead
    )
