"""Blocks that are made after what they extend."""

import mindspore as ms
from good_base import Block
from mindspore import nn


class Gate(Block):
    def __init__(self, width):
        super().__init__(width)
        self.fc = nn.Dense(width, width)

    def construct(self, x):
        return self.fc(x)


class Stack(Block):
    def __init__(self, width):
        super().__init__(width)
        self.first = Block(width)


if __name__ == "__main__":
    print(Gate(2)(ms.Tensor([[1.0, 2.0]])))
