# silent-as: torch mindtorch
"""Cells that define PyTorch's forward where MindSpore asks for construct."""

from abc import ABC, abstractmethod

import mindspore as ms
from mindspore import nn


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def forward(self, x):  # error: MSL705@5
        return x * self.fc(x)


class WithDefaults(nn.Cell):
    """A class without an `__init__`."""

    scale = 2.0

    def forward(self, x, mask=None):  # error: MSL705
        """Doubles."""
        return self.scale * x


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm((4,))

    def pre(self, x):
        return self.norm(x)

    def construct(self, x):
        return self.pre(x)


class Residual(Block):
    def forward(self, x):  # ok: what it extends has a construct, which forward may be a helper of
        return x + self.norm(x)


class Root(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.width = width


class Leaf(Root):
    def forward(self, x):  # error: MSL705
        return x * self.width


class Scaled(nn.Dense):
    def forward(self, x):  # error: MSL705
        return 2 * super().construct(x)


class Chain(nn.SequentialCell):
    def forward(self, x):  # error: MSL705
        for cell in self:
            x = x + cell(x)
        return x


class Margin(nn.LossBase):
    def forward(self, scores, labels):  # error: MSL705
        return self.get_loss(scores - labels)


class Compiled(nn.Cell):
    @ms.jit
    def forward(self, x):  # error: MSL705
        return x + 1


def make():
    class Local(nn.Cell):
        def forward(self, x):  # error: MSL705
            return x

    return Local()(ms.Tensor([1.0]))


class Trunk(nn.Cell):
    def __init__(self):
        super().__init__()
        self.gate = Gate()

    def construct(self, x):
        return self.gate(x)


class Both(nn.Cell):
    def forward(self, x):  # ok: construct calls it
        return x

    def construct(self, x):
        return self.forward(x)


class Called(nn.Cell):
    def __call__(self, x):
        return self.forward(x)

    def forward(self, x):  # ok: the call is the class's own
        return x


class Alias(nn.Cell):
    def forward(self, x):  # ok: construct is the same function
        return x

    construct = forward


class AliasInInit(nn.Cell):
    def __init__(self):
        super().__init__()
        self.construct = self.forward

    def forward(self, x):  # ok: construct is the same function
        return x


class Template(nn.Cell):
    def forward(self, x):  # ok: the classes that extend it have the construct
        return x


class Filled(Template):
    def construct(self, x):
        return self.forward(x)


class Interface(nn.Cell):
    def forward(self, x):  # ok: there to be overridden
        raise NotImplementedError


class Abstract(nn.Cell, ABC):
    @abstractmethod
    def forward(self, x):  # ok: there to be overridden
        return x


class BaseBlock(nn.Cell):
    def forward(self, x):  # ok: the name says that others extend it
        return x


class Function(nn.Cell):
    @staticmethod
    def forward(ctx, x):  # ok: no method of an object
        return x


class Sampler(nn.Cell):
    def forward(self, x):  # ok: used under its name, and the object is never called
        return x

    def sample(self, x):
        return self.forward(x)


class Plain:
    def forward(self, x):  # ok: no cell
        return x


class Mixed(Plain, Unknown):  # noqa: F821
    def forward(self, x):  # ok: what it extends is not known
        return x


class Step(nn.Cell):
    forward = nn.ReLU()  # ok: no method
