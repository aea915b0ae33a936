"""Layers of mint pad as PyTorch does."""

from mindspore import mint, ops
from mindspore.mint import nn

conv = mint.nn.Conv2d(3, 8, 3, padding=1)  # ok: PyTorch's meaning
also = nn.Conv2d(3, 8, 3, padding=1)  # ok: PyTorch's meaning
up = nn.ConvTranspose2d(3, 8, 4, stride=2, padding=1)  # ok: PyTorch's meaning
pool = nn.MaxPool2d(3, 2, padding=1)  # ok: PyTorch's meaning
average = nn.AvgPool2d(3, 2, padding=1, ceil_mode=True)  # ok: PyTorch's meaning


def functional(x, weight):
    return mint.nn.functional.conv2d(x, weight, padding=1)  # ok: PyTorch's meaning


def native(x, weight):
    return ops.conv2d(x, weight, padding=1)  # error: MSL709
