# target-version: 2.10
# spellings: none
"""Modules that are handed on, annotations that are kept as text, names that are added."""

from __future__ import annotations

import mindspore.nn as nn
from mindspore import ops

nn.Upscale = nn.ReLU
setattr(ops, "total", ops.ReduceSum())

layer = nn.Upscale()  # ok: assigned above
total = ops.total(1)  # ok: set above
mean = ops.mean_of_all(1)  # error: MSL702


def scale(x: nn.NoSuchLayer) -> ops.NoSuchResult:  # ok: annotations are kept as text
    y: nn.NoneEither = x  # ok: kept as text
    return y


def late(x, layer=nn.NoSuchLayer):  # error: MSL702
    return layer(x)
