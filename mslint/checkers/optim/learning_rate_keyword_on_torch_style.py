"""# learning-rate-keyword-on-torch-style (MSL208)

## What it does

Finds `learning_rate=` given to an optimizer of `mindspore.experimental.optim`
or `mindspore.mint.optim`, also through a dict of keywords, `functools.partial`
or a function that passes its keywords on.

## Why is this bad

These optimizers follow PyTorch and call the learning rate `lr`. With
`learning_rate=` the constructor raises `TypeError`. The optimizers of
`mindspore.nn` are the other way round.

## Example

```python
optimizer = mint.optim.AdamW(net.trainable_params(), learning_rate=1e-3)
```

## Use instead

```python
optimizer = mint.optim.AdamW(net.trainable_params(), lr=1e-3)
```

## Fix safety

Safe: the keyword is renamed, nothing else changes.

## Limits

An optimizer whose class is only known when the program runs is not judged.

## Versions

MindSpore 2.5 to 2.10; the optimizers do not exist before.

## References

- MindSpore: `mindspore.experimental.optim.Adam`, `mindspore.mint.optim.AdamW`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL208",
    symbol="learning-rate-keyword-on-torch-style",
    summary="learning_rate= on an optimizer of mindspore.experimental or mindspore.mint, which takes lr=",
    message="on MindSpore {target} {optimizer} takes no learning_rate= and raises TypeError; write lr=",
    seen=(Seen("2.5", None, Severity.ERROR, "learning_rate= is refused"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim

RATE = 0.1


def observe():
    """How far a gradient of 1 moves the weights in one step."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy()
    optimizer = optim.Adam(net.trainable_params(), learning_rate=RATE)  # MSL208
    optimizer((ms.Tensor(np.ones((2, 2)), ms.float32), ms.Tensor(np.ones(2), ms.float32)))
    return {"step": float((before - net.weight.asnumpy()).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim

RATE = 0.1


def observe():
    """How far a gradient of 1 moves the weights in one step."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy()
    optimizer = optim.Adam(net.trainable_params(), lr=RATE)
    optimizer((ms.Tensor(np.ones((2, 2)), ms.float32), ms.Tensor(np.ones(2), ms.float32)))
    return {"step": float((before - net.weight.asnumpy()).mean())}
''',
    proofs=(Proof((Raises("TypeError", "learning_rate"),)),),
    original="""\
import torch
from torch import nn

RATE = 0.1


def observe():
    net = nn.Linear(2, 2)
    before = net.weight.detach().clone()
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE)
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    return {"step": float((before - net.weight).mean())}
""",
)

_WORLDS = (World.EXPERIMENTAL, World.MINT)


def check(context: Context) -> Iterator[Finding]:
    """Every `learning_rate` among the keywords of such an optimizer."""
    torch_like = [each.name for each in context.optimizers if each.world in _WORLDS and each.rate_keyword]
    for call in context.calls.to(*torch_like):
        keyword = call.keyword("learning_rate")
        if keyword is None:
            continue
        is_here = isinstance(keyword, ast.keyword)
        yield context.finding(
            RULE,
            keyword,
            confidence=Confidence.HIGH if is_here else Confidence.INFERENCE,
            fix=edits.rename_keyword(keyword, "lr") if isinstance(keyword, ast.keyword) else None,
            optimizer=call.name,
        )
