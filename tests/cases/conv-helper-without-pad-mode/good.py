"""Asks the helper that pads."""

from good_layers import conv, padded
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.reduce = conv(channels, 8, 1)
        self.spatial = padded(8, 8, 3, padding=1)

    def construct(self, x):
        return self.spatial(self.reduce(x))
