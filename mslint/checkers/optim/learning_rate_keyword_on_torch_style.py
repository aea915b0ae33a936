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
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Rule, Seen

RULE = Rule(
    code="MSL208",
    symbol="learning-rate-keyword-on-torch-style",
    summary="learning_rate= on an optimizer of mindspore.experimental or mindspore.mint, which takes lr=",
    message="on MindSpore {target} {optimizer} takes no learning_rate= and raises TypeError; write lr=",
    seen=(Seen("2.5", None, Severity.ERROR, "learning_rate= is refused"),),
    bad='''\
from mindspore import nn
from mindspore.experimental import optim


def observe():
    """Whether the optimizer can be built."""
    net = nn.Dense(2, 2)
    optimizer = optim.Adam(net.trainable_params(), learning_rate=0.1)  # MSL208
    return {"parameters": len(optimizer.parameters)}
''',
    good='''\
from mindspore import nn
from mindspore.experimental import optim


def observe():
    """Whether the optimizer can be built."""
    net = nn.Dense(2, 2)
    optimizer = optim.Adam(net.trainable_params(), lr=0.1)
    return {"parameters": len(optimizer.parameters)}
''',
)

_WORLDS = (World.EXPERIMENTAL, World.MINT)


def check(context: Context) -> Iterator[Finding]:
    """Every `learning_rate` among the keywords of such an optimizer."""
    torch_like = [name for name, each in optimizers().items() if each.world in _WORLDS and each.rate_keyword]
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
