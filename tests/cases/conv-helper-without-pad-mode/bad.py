"""Asks the helper for padding."""

from bad_layers import conv, padded
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.reduce = conv(channels, 8, 1)
        self.spatial = conv(8, 8, 3, padding=1)
        self.padded = padded(8, 8, 3, padding=1)

    def construct(self, x):
        return self.padded(self.spatial(self.reduce(x)))
