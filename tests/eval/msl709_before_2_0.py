# target-version: 1.10
"""Convolutions are the same in 1.10; pooling takes no padding there."""

from mindspore import nn, ops

conv = nn.Conv2d(3, 8, 3, padding=1)  # error: MSL709
pool = nn.MaxPool2d(3, 2, padding=1)  # error: MSL701
right = nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1)  # ok: the mode that pads


def functional(x, weight):
    return ops.conv2d(x, weight, "valid", 1)  # error: MSL709
