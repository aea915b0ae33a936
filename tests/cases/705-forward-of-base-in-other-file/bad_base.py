"""What all blocks have."""

from mindspore import nn


class Block(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.width = width
