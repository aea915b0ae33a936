"""# optimizer-lr-keyword (MSL202)

## What it does

Finds `lr=` given to an optimizer of `mindspore.nn`, also through a dict of
keywords, `functools.partial`, a table of classes or a function that passes
its keywords on.

## Why is this bad

The optimizers of `mindspore.nn` call the learning rate `learning_rate`. With
`lr=` the constructor raises `TypeError`, and `nn.Adam` raises `KeyError` from
MindSpore 2.0 on. `mindspore.experimental.optim` and `mindspore.mint.optim` do
take `lr=`, so the same line is right there.

## Example

```python
optimizer = nn.Adam(net.trainable_params(), lr=1e-3)
```

## Use instead

```python
optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3)
```

## Fix safety

Safe: the keyword is renamed, nothing else changes.

## Limits

An optimizer whose class is only known when the program runs is not judged.
`lr` as a key of a parameter group is right in MindSpore and never flagged.

## Versions

MindSpore 1.10 to 2.10, all measured alike but for the type of the exception.

## References

- MindSpore: `mindspore.nn.Adam`, `mindspore.nn.SGD`
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
    code="MSL202",
    symbol="optimizer-lr-keyword",
    summary="lr= on an optimizer of mindspore.nn, which takes learning_rate=",
    message="on MindSpore {target} mindspore.nn.{optimizer} takes no lr= and raises {error}; write learning_rate=",
    seen=(Seen("1.10", None, Severity.ERROR, "lr= is refused"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn

RATE = 0.1


def observe():
    """How far a gradient of 1 moves the weights in one step."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy()
    optimizer = nn.SGD(net.trainable_params(), lr=RATE)  # MSL202
    optimizer((ms.Tensor(np.ones((2, 2)), ms.float32), ms.Tensor(np.ones(2), ms.float32)))
    return {"step": float((before - net.weight.asnumpy()).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn

RATE = 0.1


def observe():
    """How far a gradient of 1 moves the weights in one step."""
    net = nn.Dense(2, 2)
    before = net.weight.asnumpy().copy()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=RATE)
    optimizer((ms.Tensor(np.ones((2, 2)), ms.float32), ms.Tensor(np.ones(2), ms.float32)))
    return {"step": float((before - net.weight.asnumpy()).mean())}
''',
    proofs=(Proof((Raises(("TypeError", "KeyError"), r"\blr\b|learning_rate"),)),),
    original="""\
import torch
from torch import nn

RATE = 0.1


def observe():
    net = nn.Linear(2, 2)
    before = net.weight.detach().clone()
    optimizer = torch.optim.SGD(net.parameters(), lr=RATE)
    for parameter in net.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    return {"step": float((before - net.weight).mean())}
""",
)

_CHOSEN_BY_NAME = "mindspore.nn.?"
"""`getattr(nn, name)`: nothing in mindspore.nn takes an lr."""


def check(context: Context) -> Iterator[Finding]:
    """Every `lr` among the keywords of such an optimizer."""
    native = [each.name for each in context.optimizers if each.world is World.NATIVE and each.rate_keyword]
    for call in context.calls.to(*native, _CHOSEN_BY_NAME):
        keyword = call.keyword("lr")
        if keyword is None:
            continue
        is_here = isinstance(keyword, ast.keyword)
        name = "getattr(...)" if call.name == _CHOSEN_BY_NAME else call.name.rpartition(".")[2]
        raises_key_error = name == "Adam" and context.target.major >= 2
        yield context.finding(
            RULE,
            keyword,
            confidence=Confidence.HIGH if is_here else Confidence.INFERENCE,
            fix=edits.rename_keyword(keyword, "learning_rate") if isinstance(keyword, ast.keyword) else None,
            optimizer=name,
            error="KeyError" if raises_key_error else "TypeError",
        )
