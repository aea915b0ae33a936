"""Padding without pad_mode="pad"."""
# silent-as: torch

import functools

import mindspore as ms
import mindspore.nn as nn
from mindspore import ops

PADDING = 2
conv = nn.Conv2d(3, 8, 3, padding=1)  # error: MSL709@35
strided = nn.Conv2d(3, 8, 3, stride=2, padding=PADDING)  # error: MSL709
both_sides = nn.Conv2d(3, 8, 3, padding=(1, 1, 1, 1))  # error: MSL709
line = nn.Conv1d(3, 8, 3, padding=1)  # error: MSL709
volume = nn.Conv3d(3, 8, 3, padding=1)  # error: MSL709
up = nn.Conv2dTranspose(3, 8, 4, stride=2, padding=1)  # error: MSL709
contradiction = nn.Conv2d(3, 8, 3, pad_mode="same", padding=1)  # error: MSL709
by_position = nn.Conv2d(3, 8, 3, 1, "valid", 1)  # error: MSL709
pool = nn.MaxPool2d(3, stride=2, padding=1)  # error: MSL709
average = nn.AvgPool2d(3, 2, padding=1)  # error: MSL709
ceiling = nn.MaxPool2d(2, 2, ceil_mode=True)  # error: MSL709
make = functools.partial(nn.Conv2d, kernel_size=3, padding=1)  # error: MSL709
options = {"kernel_size": 3, "padding": 1}  # error: MSL709
spread = nn.Conv2d(3, 8, **options)
primitive = ops.Conv2D(8, 3, pad=1)  # error: MSL709

none = nn.Conv2d(3, 8, 1, padding=0)  # ok: 0 is what it is anyway
zeros = nn.Conv2d(3, 8, 1, padding=(0, 0, 0, 0))  # ok: no padding
right = nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1)  # ok: the mode that pads
right_by_position = nn.Conv2d(3, 8, 3, 1, "pad", 1)  # ok: the mode that pads
same = nn.Conv2d(3, 8, 3, pad_mode="same")  # ok: no padding
pooled = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1, ceil_mode=True)  # ok: the mode that pads
floor = nn.MaxPool2d(2, 2, ceil_mode=False)  # ok: the default
counted = nn.AvgPool2d(2, 2, ceil_mode=True)  # ok: average pooling takes it with any mode
padded = nn.Pad(((0, 0), (1, 1)))  # ok: not a convolution


def functional(x: ms.Tensor, weight: ms.Tensor):
    a = ops.conv2d(x, weight, padding=1)  # error: MSL709
    b = ops.conv2d(x, weight, pad_mode="pad", padding=1)  # ok: the mode that pads
    c = ops.max_pool2d(x, 3, padding=1)  # ok: has no mode
    d = ops.avg_pool2d(x, 3, padding=1)  # ok: has no mode
    return a, b, c, d


def conv3x3(inputs, outputs, stride=1, padding=1):
    return nn.Conv2d(inputs, outputs, 3, stride=stride, padding=padding)  # error: MSL709


def conv1x1(inputs, outputs, padding=0):
    return nn.Conv2d(inputs, outputs, 1, padding=padding)


narrow = conv1x1(3, 8)  # ok: no padding
wide = conv1x1(3, 8, padding=1)  # error: MSL709


def unknown(inputs, outputs, kernel):
    return nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2)  # ok: 0 where the kernel is 1


def moded(inputs, outputs, padding=0):
    mode = "pad" if padding else "same"
    return nn.Conv2d(inputs, outputs, 3, pad_mode=mode, padding=padding)  # ok: the mode goes with the padding


settled = moded(3, 8, padding=1)  # ok: pads


def handed_on(inputs, outputs, **kwargs):
    return nn.Conv2d(inputs, outputs, 3, padding=1, **kwargs)  # ok: the mode may be among them


mode_given = handed_on(3, 8, pad_mode="pad")


class Conv(nn.Cell):
    """The file's own layer with PyTorch's parameters."""

    def __init__(self, inputs, outputs, padding=1):
        super().__init__()
        self.inner = nn.Conv2d(inputs, outputs, 3, pad_mode="pad", padding=padding)  # ok: the mode that pads

    def construct(self, x):
        return self.inner(x)


own = Conv(3, 8, padding=1)  # ok: the file's own


class Down(nn.Conv2d):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs, 3, stride=2, padding=1)  # error: MSL709
