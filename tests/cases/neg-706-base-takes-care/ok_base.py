"""Blocks that build themselves."""

from mindspore import nn


class Block(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.build(width)

    def begin(self):
        nn.Cell.__init__(self)
