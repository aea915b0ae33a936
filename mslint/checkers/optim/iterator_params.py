"""# iterator-params (MSL204)

## What it does

Finds optimizers of `mindspore.nn` and `mindspore.experimental.optim` that are
given a generator, a `filter` or `map` object, `itertools.chain(...)` or
another one-pass iterator where MindSpore documents a list, and says whether
the same iterator is used a second time.

## Why is this bad

The optimizer uses the iterator up. On every version measured it got all the
parameters, so alone this is advice. Used a second time, for gradients, for a
second optimizer or in a loop, the iterator gives nothing: the second
optimizer raises "parameters must not be empty", and a loop does not run.

## Example

```python
params = net.get_parameters()
optimizer = nn.SGD(params, learning_rate=0.1)
total = sum(param.size for param in params)  # 0
```

## Use instead

```python
params = net.trainable_params()
optimizer = nn.SGD(params, learning_rate=0.1)
total = sum(param.size for param in params)
```

## Fix safety

Safe: `list(...)` gives the optimizer the same parameters, and every later
reader too.

## Limits

A second use is looked for in the same function only. `trainable_params()` is a
list and never flagged. `mindspore.mint.optim` is not judged here.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Optimizer`, `mindspore.nn.Cell.get_parameters`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mslint import edits
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Severity
from mslint.iterators import first_iterator, text_of
from mslint.model.names import BindingKind, Scope, lookup, start_of
from mslint.model.values import Site
from mslint.rule import Agrees, Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL204",
    symbol="iterator-params",
    summary="an iterator where an optimizer documents a list; harmful when it is used twice",
    message="{optimizer} is given {kind}: {consequence}; write list(...) or use trainable_params()",
    seen=(Seen("1.10", None, Severity.ADVICE, "it works, though a list is documented"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(use):
    """How far a gradient of 1 moves the weights; how many parameters a second use of the same name finds."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy()
    params = net.get_parameters()
    optimizer = nn.SGD(params, learning_rate=0.1)  # MSL204
    optimizer(tuple(ms.Tensor(np.ones(each.shape), ms.float32) for each in optimizer.parameters))
    if use == "again":
        return {"parameters": len(list(params))}
    return {"step": float((before - net.weight.asnumpy()).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(use):
    """How far a gradient of 1 moves the weights; how many parameters a second use of the same name finds."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy()
    params = net.trainable_params()
    optimizer = nn.SGD(params, learning_rate=0.1)
    optimizer(tuple(ms.Tensor(np.ones(each.shape), ms.float32) for each in optimizer.parameters))
    if use == "again":
        return {"parameters": len(list(params))}
    return {"step": float((before - net.weight.asnumpy()).mean())}
''',
    proofs=(Proof((Agrees("step"),), variant="alone"), Proof((Differs("parameters", 2),), variant="again")),
    original='''\
import torch
from torch import nn


def observe(use):
    net = nn.Linear(2, 2)
    before = net.weight.detach().clone()
    params = list(net.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    if use == "again":
        return {"parameters": len(params)}
    return {"step": float((before - net.weight).mean())}
''',
)

_WORLDS = (World.NATIVE, World.EXPERIMENTAL)


@dataclass(frozen=True, slots=True)
class _Use:
    """Another place where the same iterator is walked."""

    line: int
    is_earlier: bool


def check(context: Context) -> Iterator[Finding]:
    """Every flat iterator among the params of such an optimizer."""
    for name, optimizer in optimizers().items():
        if optimizer.world not in _WORLDS or optimizer.params_keyword is None:
            continue
        for call in context.calls.to(name):
            params = call.expression(optimizer.params_keyword, optimizer.params_position)
            if params is None:
                continue
            found = first_iterator(context.evaluator.at(params), context.evaluator)
            node = call.place(params, found[0]) if found else None
            if found is None or node is None:
                continue
            severity, consequence = _weigh(context, call, params, name)
            is_here = found[0].written.node is node
            yield context.finding(
                RULE,
                node,
                severity=severity,
                confidence=Confidence.HIGH if is_here else Confidence.INFERENCE,
                fix=edits.wrap_in_list(node),
                optimizer=name.rpartition(".")[2],
                kind=found[1],
                consequence=consequence,
            )


def _weigh(context: Context, call: LibraryCall, params: Site, name: str) -> tuple[Severity, str]:
    target = f"MindSpore {context.target.major}.{context.target.minor}"
    use = _other_use(params)
    if use is None:
        return Severity.ADVICE, f"on {target} that works, but a list is documented, and the iterator is used up"
    text = text_of(params.node)
    if use.is_earlier:
        return Severity.ERROR, f"{text} is used up in line {use.line}, so on {target} it raises for want of parameters"
    return Severity.WARNING, f"that uses it up on {target}, so {text} gives nothing in line {use.line}"


def _other_use(params: Site) -> _Use | None:
    """Where the name given to the optimizer is read again, without being bound anew."""
    node, scope = params.node, params.scope
    if not isinstance(node, ast.Name):
        return None
    home = lookup(scope, node.id)
    if home is None or len(home.bindings[node.id]) != 1:
        return None
    binding = home.bindings[node.id][0]
    if binding.kind is not BindingKind.ASSIGNMENT:
        return None
    here = start_of(node)
    for other in _reads(home, node.id):
        if other is node or start_of(other) < binding.position:
            continue
        if _exclusive(home, other, node):
            continue
        return _Use(other.lineno, start_of(other) < here)
    return None


def _reads(scope: Scope, name: str) -> list[ast.Name]:
    """The places that read `name` in the function, in order of the text."""
    found = [
        node
        for node in ast.walk(scope.node)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    return sorted(found, key=start_of)


def _exclusive(scope: Scope, first: ast.Name, second: ast.Name) -> bool:
    """Whether two places stand in different arms of one if, so that only one of them runs."""
    one, two = scope.block_at(start_of(first)), scope.block_at(start_of(second))
    if one is None or two is None:
        return False
    return any(
        a.statement is b.statement and a.branch != b.branch and isinstance(a.statement, ast.If)
        for a in one.chain()
        for b in two.chain()
    )
