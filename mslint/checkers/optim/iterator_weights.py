"""# iterator-weights (MSL205)

## What it does

Finds `weights` of `value_and_grad`, `grad` and `GradOperation` that are a
generator, a `filter` or `map` object, a set, a dict or the values of a dict.

## Why is this bad

The weights must be a list, a tuple or a `ParameterTuple`. Anything else
raises, on most versions with a message that does not name the cause; on
MindSpore 2.0 the process dies with a segmentation fault.

## Example

```python
grad_fn = ms.value_and_grad(forward, None, weights=net.get_parameters())
```

## Use instead

```python
grad_fn = ms.value_and_grad(forward, None, weights=net.trainable_params())
```

## Fix safety

Safe: `list(...)` keeps the same parameters. `get_parameters()` also gives the
parameters that are not trained; `trainable_params()` is usually what is meant.
Where the name of an iterator is read elsewhere too, `list(...)` goes to its
assignment, which is unsafe.

## Limits

Weights that cannot be followed to their source are not judged.

## Versions

MindSpore 1.10 and 2.5 to 2.7 raise RuntimeError (a null pointer), 2.0 dies,
2.8 to 2.10 raise TypeError.

## References

- MindSpore: `mindspore.value_and_grad`, `mindspore.ops.GradOperation`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.calls import place
from mslint.context import Context
from mslint.facts.names import canonical
from mslint.finding import Finding, Severity
from mslint.iterators import as_list, not_a_list
from mslint.model.guards import is_guarded
from mslint.model.values import External, Instance, Mapping, Site, Value
from mslint.rule import Dies, Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL205",
    symbol="iterator-weights",
    summary="weights of a gradient function that are an iterator, a set or a dict",
    message=(
        "the weights of {function} are {kind}: on MindSpore {target} {effect}; "
        "write list(...) or use trainable_params()"
    ),
    seen=(
        Seen("1.10", "1.10", Severity.ERROR, "that raises RuntimeError (a null pointer)"),
        Seen("2.0", "2.0", Severity.ERROR, "that kills the process with a segmentation fault"),
        Seen("2.5", "2.7", Severity.ERROR, "that raises RuntimeError (a null pointer)"),
        Seen("2.8", None, Severity.ERROR, "that raises TypeError"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe():
    """The mean gradients of weight and bias, of a sum over two rows of ones: 2 and 2."""
    net = nn.Dense(2, 1)

    def forward(x):
        return net(x).sum()

    grad_fn = ops.value_and_grad(forward, None, weights=net.get_parameters())  # MSL205
    _, gradients = grad_fn(ms.Tensor(np.ones((2, 2)), ms.float32))
    return {"gradients": [float(each.asnumpy().mean()) for each in gradients]}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe():
    """The mean gradients of weight and bias, of a sum over two rows of ones: 2 and 2."""
    net = nn.Dense(2, 1)

    def forward(x):
        return net(x).sum()

    grad_fn = ops.value_and_grad(forward, None, weights=net.trainable_params())
    _, gradients = grad_fn(ms.Tensor(np.ones((2, 2)), ms.float32))
    return {"gradients": [float(each.asnumpy().mean()) for each in gradients]}
''',
    proofs=(
        Proof((Raises("RuntimeError", "The pointer"),), until="1.10"),
        Proof((Dies(),), since="2.0", until="2.0"),
        Proof((Raises("RuntimeError", "The pointer"),), since="2.5", until="2.7"),
        Proof((Raises("TypeError", "weights"),), since="2.8"),
    ),
    original="""\
import torch
from torch import nn


def observe():
    net = nn.Linear(2, 1)
    gradients = torch.autograd.grad(net(torch.ones(2, 2)).sum(), list(net.parameters()))
    return {"gradients": [float(each.mean()) for each in gradients]}
""",
)

_FUNCTIONS = ("mindspore.value_and_grad", "mindspore.grad")
_OPERATION = "mindspore.ops.GradOperation"
_POSITION = 2


def check(context: Context) -> Iterator[Finding]:
    """The weights of gradient functions, and of calls of a GradOperation."""
    for call in context.calls.to(*_FUNCTIONS):
        weights = call.expression("weights", _POSITION)
        if weights is not None:
            yield from _judge(context, weights, call.name.rpartition(".")[2])
    if _OPERATION in context.calls.names:
        for weights in _operation_weights(context):
            yield from _judge(context, weights, "GradOperation")


def _operation_weights(context: Context) -> Iterator[Site]:
    """The second arguments of `GradOperation(get_by_list=True)(network, weights)`."""
    for call in context.module.calls:
        if len(call.node.args) != 2 or is_guarded(call.scope, call.node):
            continue
        if any(isinstance(argument, ast.Starred) for argument in call.node.args):
            continue
        for value in context.evaluator.values(call.node.func, call.scope):
            if _is_operation_by_list(context, value):
                yield Site(call.node.args[1], call.scope)


def _is_operation_by_list(context: Context, value: Value) -> bool:
    if not isinstance(value, Instance) or not isinstance(value.of, External):
        return False
    site = value.site
    if canonical(value.of.name) != _OPERATION or site is None or not isinstance(site.node, ast.Call):
        return False
    keywords, _ = context.evaluator.arguments.keywords(site.node, site.scope, site.frame)
    return "get_by_list" in keywords or len(site.node.args) > 1


def _judge(context: Context, weights: Site, function: str) -> Iterator[Finding]:
    for possible in context.evaluator.at(weights):
        kind = not_a_list(possible.value, context.evaluator)
        node = place(context.module, weights, possible) if kind else None
        if kind and node is not None:
            is_dict = isinstance(possible.value, Mapping)
            fix = None if is_dict else as_list(weights, possible, node, context.evaluator, not_a_list)
            yield context.finding(RULE, node, fix=fix, kind=kind, function=function)
            return
