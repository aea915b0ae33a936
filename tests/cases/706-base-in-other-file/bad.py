"""A block that is made without what it extends, and one that is made too late."""

import mindspore as ms
from bad_base import Block
from mindspore import nn


class Gate(Block):
    def __init__(self, width):
        self.fc = nn.Dense(width, width)

    def construct(self, x):
        return self.fc(x)


class Stack(Block):
    def __init__(self, width):
        self.first = Block(width)
        super().__init__(width)


if __name__ == "__main__":
    print(Gate(2)(ms.Tensor([[1.0, 2.0]])))
