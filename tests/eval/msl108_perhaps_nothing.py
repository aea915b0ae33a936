"""Rates and questions that something else than `__init__` decides."""

from mindspore import nn, ops


class OfProperty(nn.Cell):
    def __init__(self, rate=0.1):
        super().__init__()
        self._rate = rate

    @property
    def rate(self):
        return self._rate if self.training else 0.0

    def construct(self, x):
        return ops.dropout(x, p=self.rate)  # ok: a property, which may look at the mode


class OfArgument(nn.Cell):
    def construct(self, x, rate=0.1):
        return ops.dropout(x, p=rate)  # ok: who calls it says


class Switched(nn.Cell):
    def __init__(self, rate=0.1):
        super().__init__()
        self.rate = rate
        self.is_on = True
        self.is_wide = rate > 0.2

    def switch(self, is_on):
        self.is_on = is_on

    def construct(self, x):
        if self.is_on:
            x = ops.dropout(x, p=self.rate)  # ok: can be switched off
        if self.is_wide:
            x = ops.dropout2d(x, p=self.rate)  # error: MSL108
        return x


class SwitchedFromOutside(nn.Cell):
    def __init__(self, rate=0.1):
        super().__init__()
        self.share = rate

    def construct(self, x):
        return ops.dropout(x, p=self.share)  # ok: can be set to 0


def evaluate(net: SwitchedFromOutside, x):
    net.share = 0.0
    return net(x)
