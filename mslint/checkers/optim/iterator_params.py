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

Safe: `list(...)` gives the optimizer the same parameters. Where the name is
read elsewhere too, the list is made where the name is assigned, so that every
reader gets them; that is unsafe, for what takes an iterator, such as `next`,
may not take a list.

## Limits

A second use is looked for in the same function only. `trainable_params()` is a
list and never flagged. `mindspore.mint.optim` is not judged here.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Optimizer`, `mindspore.nn.Cell.get_parameters`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Severity
from mslint.iterators import as_list, first_iterator, iterator, other_use, text_of
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
    original="""\
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
""",
)

_WORLDS = (World.NATIVE, World.EXPERIMENTAL)


def check(context: Context) -> Iterator[Finding]:
    """Every flat iterator among the params of such an optimizer."""
    for optimizer in context.optimizers:
        if optimizer.world not in _WORLDS or optimizer.params_keyword is None:
            continue
        for call in context.calls.to(optimizer.name):
            params = call.expression(optimizer.params_keyword, optimizer.params_position)
            if params is None:
                continue
            found = first_iterator(context.evaluator.at(params), context.evaluator)
            node = call.place(params, found[0]) if found else None
            if found is None or node is None:
                continue
            severity, consequence = _weigh(context, call, params, optimizer.name)
            is_here = found[0].written.node is node
            yield context.finding(
                RULE,
                node,
                severity=severity,
                confidence=Confidence.HIGH if is_here else Confidence.INFERENCE,
                fix=as_list(params, found[0], node, context.evaluator, iterator),
                optimizer=optimizer.name.rpartition(".")[2],
                kind=found[1],
                consequence=consequence,
            )


def _weigh(context: Context, call: LibraryCall, params: Site, name: str) -> tuple[Severity, str]:
    target = f"MindSpore {context.target.major}.{context.target.minor}"
    use = other_use(params)
    if use is None:
        return Severity.ADVICE, f"on {target} that works, but a list is documented, and the iterator is used up"
    text = text_of(params.node)
    if use.is_earlier:
        return Severity.ERROR, f"{text} is used up in line {use.line}, so on {target} it raises for want of parameters"
    return Severity.WARNING, f"that uses it up on {target}, so {text} gives nothing in line {use.line}"
