"""# torch-style-momentum (MSL201)

## What it does

Finds small values given as `momentum` to `nn.BatchNorm1d`, `nn.BatchNorm2d`,
`nn.BatchNorm3d` and `nn.SyncBatchNorm` of `mindspore.nn`, wherever they come
from: a literal, the third positional argument, a constant, the default of a
parameter, a dict of keywords, `functools.partial`, another file.

## Why is this bad

In MindSpore `momentum` weighs the old statistics:
`moving = momentum * moving + (1 - momentum) * batch`. In PyTorch it weighs the
batch. `momentum=0.1`, copied from PyTorch, keeps a tenth of what was learned
and takes nine tenths from the last batch, so evaluation follows the noise of
single batches. Nothing is raised. Measured on MindSpore 1.10 to 2.10: after one
batch the new statistics are 0.9 of the batch where 0.1 was meant.

## Example

```python
self.bn = nn.BatchNorm2d(64, momentum=0.1)
```

## Use instead

```python
self.bn = nn.BatchNorm2d(64, momentum=0.9)
```

## Fix safety

Unsafe: `1 - momentum` changes what the layer learns, and a constant or a
parameter may be used elsewhere too.

## Limits

Values from 0.5 up are taken as written for MindSpore. A value that is only
known when the program runs is not judged. `ops.batch_norm`, `ops.BatchNorm`,
`nn.InstanceNorm*` and the layers of `mindspore.mint.nn` count momentum as
PyTorch does and are never flagged.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.BatchNorm2d`
- PyTorch: `torch.nn.BatchNorm2d`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.facts.layers import OLD_WEIGHING_NORMS
from mslint.finding import Confidence, Finding, Severity
from mslint.model.values import Constant
from mslint.rule import Differs, Proof, Rule, Seen

_POSITION = 2
_SMALL = 0.5

RULE = Rule(
    code="MSL201",
    symbol="torch-style-momentum",
    summary="BatchNorm momentum that weighs the old statistics with PyTorch's small value",
    message=(
        "on MindSpore {target} momentum of {layer} weighs the old statistics: {value} keeps {percent:g} % of them "
        "and takes the rest from the last batch; write {opposite:g} for what PyTorch calls {value}"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "momentum weighs the old statistics"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn

MOMENTUM = 0.1


def observe():
    """The share of one batch in the moving mean, which PyTorch calls momentum."""
    layer = nn.BatchNorm2d(2, momentum=MOMENTUM)  # MSL201
    layer.set_train()
    layer(ms.Tensor(np.full((4, 2, 3, 3), 10.0), ms.float32))
    return {"share": float(layer.moving_mean.asnumpy()[0]) / 10.0}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn

MOMENTUM = 0.1


def observe():
    """The share of one batch in the moving mean, which PyTorch calls momentum."""
    layer = nn.BatchNorm2d(2, momentum=1 - MOMENTUM)
    layer.set_train()
    layer(ms.Tensor(np.full((4, 2, 3, 3), 10.0), ms.float32))
    return {"share": float(layer.moving_mean.asnumpy()[0]) / 10.0}
''',
    proofs=(Proof((Differs("share", 0.02),)),),
    original="""\
import torch
from torch import nn

MOMENTUM = 0.1


def observe():
    layer = nn.BatchNorm2d(2, momentum=MOMENTUM)
    layer.train()
    layer(torch.full((4, 2, 3, 3), 10.0))
    return {"share": float(layer.running_mean[0]) / 10.0}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every small momentum that reaches one of the layers."""
    for call in context.calls.to(*OLD_WEIGHING_NORMS):
        for argument in call.argument("momentum", _POSITION):
            value = argument.possible.value
            if not isinstance(value, Constant) or not _is_small(value.value):
                continue
            momentum = float(value.value)  # type: ignore[arg-type]
            yield context.finding(
                RULE,
                argument.node,
                confidence=Confidence.HIGH if argument.is_here else Confidence.INFERENCE,
                fix=edits.complement(argument.node),
                layer=call.name.rpartition(".")[2],
                value=f"{momentum:g}",
                percent=momentum * 100,
                opposite=round(1 - momentum, 12),
            )


def _is_small(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < _SMALL
