"""Arguments that do not fit."""
# silent-as: torch

import functools

import mindspore as ms
import mindspore.nn as nn
from mindspore import ops

relu = nn.ReLU(True)  # error: MSL712@16
conv = nn.Conv2d(3, 8, 3, 1, 1)  # error: MSL712@30
pool = nn.MaxPool2d(3, 2, 1)  # error: MSL712
average = nn.AvgPool2d(3, 2, 1)  # error: MSL712
bare = nn.Conv2d(3, 8)  # error: MSL712
unnamed = nn.Conv2d(in_channels=3, kernel_size=3)  # error: MSL712
groups = nn.GroupNorm(8)  # error: MSL712
unlike = nn.Conv2d(3, out_planes=8)  # error: MSL701

fine = nn.ReLU()  # ok: nothing to take
right = nn.Conv2d(3, 8, 3, 1, "pad", 1)  # ok: MindSpore's order
named = nn.Conv2d(3, 8, 3, 1, pad_mode="pad", padding=1)  # ok: named
dense = nn.Dense(3, 8)  # ok: the others have defaults
later = functools.partial(nn.Conv2d, kernel_size=3)  # ok: the others come later
kernel = functools.partial(nn.ReLU, True)  # error: MSL712

sizes = (3, 8, 3)
many = nn.Conv2d(*sizes)  # ok: not counted
spread = nn.Conv2d(3, 8, **{"kernel_size": 3})  # ok: all there
options = ms.__dict__
open_ended = nn.Conv2d(3, 8, **options)  # ok: it may be among them


def functions(x: ms.Tensor):
    a = ops.where(x > 0)  # error: MSL712
    b = ops.where(x > 0, x, 0)  # ok: all there
    c = ops.randint(10, (2,))  # error: MSL712
    d = ops.zeros((2, 3), ms.float32)  # ok: size and dtype
    return a, b, c, d


def methods(x: ms.Tensor, other):
    a = x.new_zeros(2, 3, 4)  # error: MSL712
    b = x.reshape(2, 3, 4)  # ok: takes any number
    c = x.view(2, 3)  # ok: takes any number
    d = other.new_zeros(2, 3, 4)  # ok: it may be anything
    e = x.new_zeros((2, 3, 4))  # ok: one shape
    return a, b, c, d, e


class ReLU(nn.Cell):
    """The file's own layer."""

    def __init__(self, inplace):
        super().__init__()
        self.inplace = inplace

    def construct(self, x):
        return ops.relu(x)


own = ReLU(True)  # ok: takes one


class Activation(nn.ReLU):
    """Extends a layer and takes more than it."""

    def __init__(self, inplace):
        super().__init__()
        self.inplace = inplace


activation = Activation(True)  # ok: its own parameter


def guarded():
    try:
        return nn.ReLU(True)  # ok: falls back
    except TypeError:
        return nn.ReLU()


def chosen(is_leaky):
    layer = nn.LeakyReLU if is_leaky else nn.ReLU
    return layer(0.1)  # ok: one of the two takes it
