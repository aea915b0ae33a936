"""Gives each version the arguments that its function takes."""

import inspect

import mindspore as ms
from mindspore import nn, ops


class Resize(nn.Cell):
    def __init__(self):
        super().__init__()
        self.size_name = "sizes" if "sizes" in inspect.signature(ops.interpolate).parameters else "size"

    def construct(self, x, size):
        if self.size_name == "sizes":
            return ops.interpolate(x, sizes=size, mode="bilinear")
        return ops.interpolate(x, size=size, mode="bilinear")


print(ms.__version__)
