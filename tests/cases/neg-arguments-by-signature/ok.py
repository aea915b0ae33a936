import inspect

from mindspore import nn, ops


class Interpolate(nn.Cell):
    def __init__(self):
        super().__init__()
        parameters = inspect.signature(ops.interpolate).parameters
        self.name = "sizes" if "sizes" in parameters else "size"

    def construct(self, x, size):
        if self.name == "sizes":
            return ops.interpolate(x, sizes=size, mode="bilinear")
        return ops.interpolate(x, size=size, mode="bilinear")
