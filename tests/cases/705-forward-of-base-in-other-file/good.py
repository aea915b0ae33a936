"""A block whose method is still called as in PyTorch."""

import mindspore as ms
from good_base import Block


class Gate(Block):
    def construct(self, x):
        return x * self.width


if __name__ == "__main__":
    print(Gate(2)(ms.Tensor([1.0])))
