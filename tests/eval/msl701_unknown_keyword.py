"""Keywords that MindSpore's layers, functions and primitives do not take."""
# silent-as: torch

import functools

import mindspore as ms
import mindspore.nn as nn
from mindspore import ops
from mindspore.ops import operations as P

conv = nn.Conv2d(3, 8, 3, bias=False)  # error: MSL701@27
both = nn.Conv2d(8, 8, 3, groups=8, bias=True)  # error: MSL701, MSL701
dense = nn.Dense(8, 4, bias=False)  # error: MSL701
norm = nn.LayerNorm((8,), eps=1e-6)  # error: MSL701
batch_norm = nn.BatchNorm2d(8, track_running_stats=True)  # error: MSL701
relu = nn.ReLU(inplace=True)  # error: MSL701
right = nn.Conv2d(8, 8, 3, group=8, has_bias=True)  # ok: MindSpore's names
plain = nn.LayerNorm((8,), epsilon=1e-6)  # ok: MindSpore's name
typed = nn.Dense(8, 4, dtype=ms.float16)  # ok: taken since 2.5

make = functools.partial(nn.Conv2d, kernel_size=3, bias=False)  # error: MSL701
options = {"kernel_size": 3, "bias": True}  # error: MSL701
spread = nn.Conv2d(3, 8, **options)
written = dict(stride=2, bias=True)  # error: MSL701
spread_too = nn.Conv2d(3, 8, 3, **written)
fine = {"kernel_size": 3, "has_bias": True}  # ok: MindSpore's names
spread_fine = nn.Conv2d(3, 8, **fine)


def functions(x: ms.Tensor):
    a = ops.softmax(x, dim=1)  # error: MSL701
    b = ops.cat([x, x], dim=0)  # error: MSL701
    c = ops.ReduceSum(keepdim=True)(x, 1)  # error: MSL701
    d = P.ReduceMean(keepdims=True)(x, 1)  # error: MSL701
    e = ops.softmax(x, axis=1)  # ok: its name
    f = ops.stack([x, x], axis=0)  # ok: its name
    g = ops.argmax(x, dim=1)  # ok: one of those that say dim
    h = ops.split(x, axis=1, output_num=2)  # error: MSL701
    return a, b, c, d, e, f, g, h


def methods(x: ms.Tensor, other):
    a = x.squeeze(dim=0)  # error: MSL701
    b = ops.exp(x).softmax(dim=-1)  # error: MSL701
    c = x.squeeze(axis=0)  # ok: its name
    d = x.sum(dim=0, keepdim=True)  # ok: taken since 2.5
    e = other.squeeze(dim=0)  # ok: it may be anything
    f = x.mean(axis=0, keep_dims=True)  # ok: one of its parameter lists
    return a, b, c, d, e, f


class Pointwise(nn.Conv2d):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs, kernel_size=1, bias=False)  # error: MSL701


class Named(nn.Conv2d):
    """Extends a layer and changes nothing."""


named = Named(3, 8, 3, bias=False)  # error: MSL701


class Biased(nn.Cell):
    """Has a parameter of PyTorch's name itself."""

    def __init__(self, inputs, outputs, bias=True, inplace=False):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, has_bias=bias)  # ok: handed on under the right name
        self.act = None if inplace else nn.ReLU()

    def construct(self, x):
        return self.conv(x)


biased = Biased(3, 8, bias=False, inplace=True)  # ok: its own parameters


class Softmaxes(nn.Cell):
    def __init__(self, **kwargs):
        super().__init__()
        self.settings = kwargs

    def softmax(self, x, dim):
        return ops.softmax(x, dim)

    def construct(self, x):
        return self.softmax(x, dim=1)  # ok: a method of its own


softmaxes = Softmaxes(bias=False, eps=1.0)  # ok: takes any keyword


def old_or_new(x):
    try:
        return ops.softmax(x, dim=1)  # ok: falls back
    except TypeError:
        return ops.softmax(x, axis=1)


def by_version(x):
    if ms.__version__ < "2.0":
        return ops.split(x, axis=1, output_num=2)  # ok: for another version
    return ops.split(x, 2, axis=1)


def pick(kind, **kwargs):
    if kind == "conv":
        return nn.Conv2d(3, 8, 3, **kwargs)
    return nn.Dense(3, 8, **kwargs)


picked = pick("conv", pad_mode="valid")  # ok: goes to the one that takes it


def layer(is_conv):
    return nn.Conv2d if is_conv else nn.Dense


chosen = layer(True)(3, 8, activation="relu")  # ok: one of the two takes it
