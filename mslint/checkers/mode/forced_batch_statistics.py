"""# forced-batch-statistics (MSL109)

## What it does

Finds `use_batch_statistics=True` on the BatchNorm layers of `mindspore.nn`.

## Why is this bad

The layer then normalises with the statistics of the batch in evaluation too,
so the result for one image depends on the others beside it.

## Example

```python
norm = nn.BatchNorm2d(8, use_batch_statistics=True)
```

## Use instead

```python
norm = nn.BatchNorm2d(8)
```

## Fix safety

No fix: the argument may have been meant.

## Limits

A value that is only known when the program runs is not judged, nor is the
default of a parameter, which evaluation may replace. Layers that stand in for
PyTorch's `track_running_stats=False` look the same and are flagged too: there
the argument is right, and `# noqa` says so.

## Versions

MindSpore 1.10 to 2.10, all measured alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Finding, Severity
from mslint.model.values import Constant
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL109",
    symbol="forced-batch-statistics",
    summary="BatchNorm that uses the batch's statistics in evaluation too",
    message="on MindSpore {target} {layer} {effect}; leave use_batch_statistics out and call set_train()",
    seen=(Seen("1.10", None, Severity.WARNING, "keeps using the statistics of the batch in evaluation"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe():
    """Whether an image gives the same result alone and in a batch."""
    layer = nn.BatchNorm2d(1, use_batch_statistics=True)  # MSL109
    layer.set_train(False)
    images = ms.Tensor(np.arange(8).reshape(2, 1, 2, 2), ms.float32)
    return {"same": bool(np.allclose(layer(images).asnumpy()[:1], layer(images[:1]).asnumpy()))}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe():
    """Whether an image gives the same result alone and in a batch."""
    layer = nn.BatchNorm2d(1)
    layer.set_train(False)
    images = ms.Tensor(np.arange(8).reshape(2, 1, 2, 2), ms.float32)
    return {"same": bool(np.allclose(layer(images).asnumpy()[:1], layer(images[:1]).asnumpy()))}
''',
    proofs=(Proof((Differs("same", 1),)),),
    original="""\
import torch


def observe():
    layer = torch.nn.BatchNorm2d(1)
    layer.eval()
    images = torch.arange(8.0).reshape(2, 1, 2, 2)
    return {"same": bool(torch.allclose(layer(images)[:1], layer(images[:1])))}
""",
)

_LAYERS = ("mindspore.nn.BatchNorm1d", "mindspore.nn.BatchNorm2d", "mindspore.nn.BatchNorm3d")


def check(context: Context) -> Iterator[Finding]:
    """Every such layer that is told to."""
    for call in context.calls.to(*_LAYERS):
        for argument in call.argument("use_batch_statistics", 8):
            possible = argument.possible
            if possible.value == Constant(True) and not possible.is_default:
                yield context.finding(RULE, argument.node, layer=call.name.rpartition(".")[2])
