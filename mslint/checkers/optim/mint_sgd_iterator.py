"""# mint-sgd-iterator (MSL212)

## What it does

Finds `mindspore.mint.optim.SGD` given a generator, a `filter` or `map` object
or another one-pass iterator as its parameters.

## Why is this bad

`mint.optim.SGD` walks over its parameters once to look at them and once more
to store them. The second walk finds nothing, and it raises `ValueError`: "the
argument params must not be empty". `mint.optim.Adam` and `mint.optim.AdamW`
take the same iterator.

## Example

```python
optimizer = mint.optim.SGD(net.get_parameters(), lr=0.1)
```

## Use instead

```python
optimizer = mint.optim.SGD(net.trainable_params(), lr=0.1)
```

## Fix safety

Safe: `list(...)` around the iterator gives the optimizer what was meant. Where
its name is read elsewhere too, it goes to the assignment, which is unsafe.

## Limits

An iterator as `'params'` of a group is taken and never flagged. Values that
cannot be followed are not judged.

## Versions

MindSpore 2.6 to 2.10, all measured alike; 2.5 has no `mint.optim.SGD`.

## References

- MindSpore: `mindspore.mint.optim.SGD`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.iterators import as_list, first_iterator, iterator
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL212",
    symbol="mint-sgd-iterator",
    summary="an iterator as the parameters of mint.optim.SGD, which then finds none",
    message="mint.optim.SGD is given {kind}: on MindSpore {target} {effect}; write list(...) or use trainable_params()",
    seen=(Seen("2.6", None, Severity.ERROR, 'it uses it up and raises "params must not be empty"'),),
    bad='''\
from mindspore import mint, nn


def observe():
    """How many parameters the optimizer has."""
    net = nn.Dense(2, 2)
    optimizer = mint.optim.SGD(net.get_parameters(), lr=0.1)  # MSL212
    return {"parameters": len(optimizer.parameters)}
''',
    good='''\
from mindspore import mint, nn


def observe():
    """How many parameters the optimizer has."""
    net = nn.Dense(2, 2)
    optimizer = mint.optim.SGD(net.trainable_params(), lr=0.1)
    return {"parameters": len(optimizer.parameters)}
''',
    related=("MSL203", "MSL204"),
    proofs=(Proof((Raises("ValueError", "must not be empty"),), since="2.6"),),
    original="""\
import torch


def observe():
    net = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    return {"parameters": sum(len(group["params"]) for group in optimizer.param_groups)}
""",
)

_SGD = "mindspore.mint.optim.SGD"


def check(context: Context) -> Iterator[Finding]:
    """Every iterator among the params of mint's SGD."""
    for call in context.calls.to(_SGD):
        params = call.expression("params", 0)
        found = first_iterator(context.evaluator.at(params), context.evaluator) if params is not None else None
        if params is None or found is None:
            continue
        node = call.place(params, found[0])
        if node is not None:
            yield context.finding(
                RULE,
                node,
                confidence=Confidence.HIGH if found[0].written.node is node else Confidence.INFERENCE,
                fix=as_list(params, found[0], node, context.evaluator, iterator),
                kind=found[1],
            )
