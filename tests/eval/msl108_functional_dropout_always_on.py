# silent-as: torch
"""Functional dropout in cells: it drops in evaluation too."""

import mindspore.ops as ops
from mindspore import mint, nn
from mindspore.ops import functional as F
from mindspore.ops import dropout as drop_out

RATE = 0.2


def attention(query, key, value, rate):
    weights = ops.softmax(ops.matmul(query, key))
    return ops.matmul(ops.dropout(weights, p=rate), value)  # error: MSL108


def augment(image):
    return ops.dropout(image, p=0.1)  # ok: no cell calls it


class Net(nn.Cell):
    def __init__(self, rate=0.1):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.rate = rate

    def construct(self, x):
        x = ops.dropout(self.fc(x), p=self.rate)  # error: MSL108@13
        x = ops.dropout(x, RATE)  # error: MSL108
        x = F.dropout(x)  # error: MSL108
        x = drop_out(x, p=0.1)  # error: MSL108
        x = ops.dropout2d(x, p=0.1)  # error: MSL108
        x = ops.dropout(x, p=self.rate) if x.ndim else x  # error: MSL108
        return attention(x, x, x, self.rate)


class Helper(nn.Cell):
    def construct(self, x):
        return self.mixed(x)

    def mixed(self, x):
        return ops.dropout3d(x, 0.5)  # error: MSL108


class Said(nn.Cell):
    def construct(self, x, mask):
        x = ops.dropout(x, p=0.1, training=self.training)  # ok: follows the mode
        x = ops.dropout(x, 0.1, self.training)  # ok: the same by position
        return ops.dropout(x, p=0.1, training=True)  # ok: said in so many words


class Guarded(nn.Cell):
    def construct(self, x):
        if self.training:
            x = ops.dropout(x, p=0.1)  # ok: in training only
        return x


class Returns(nn.Cell):
    def construct(self, x):
        if not self.training:
            return x
        return ops.dropout(x, p=0.1)  # ok: in training only


class ByCaller(nn.Cell):
    def construct(self, x):
        return self.perturbed(x) if self.is_training else x

    def perturbed(self, x):
        return ops.dropout(x, p=0.1)  # ok: its caller asks for the mode


class ByRate(nn.Cell):
    def construct(self, x):
        rate = self.rate * self.training
        return ops.dropout(x, p=rate)  # ok: the rate follows the mode


class GivenRate(nn.Cell):
    def construct(self, x, rates):
        self.rates = rates
        return ops.dropout(x, p=self.rates[0])  # ok: the caller may give 0


class Zero(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, p=0.0)  # ok: drops nothing


class MCDropout(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, p=0.1)  # ok: Monte Carlo dropout


class ContrastiveLoss(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, p=0.1)  # ok: a loss is for training


class Mint(nn.Cell):
    def construct(self, x):
        return mint.nn.functional.dropout(x, p=0.1)  # ok: not measured


class Open(nn.Cell):
    def construct(self, x, **options):
        return ops.dropout(x, **options)  # ok: training may be among them


class Transform:
    def __call__(self, image):
        return ops.dropout(image, p=0.1)  # ok: not a cell


class Switched(nn.Cell):
    def set_train(self, mode=True):
        self.rate = 0.1 if mode else 0.0
        return super().set_train(mode)

    def construct(self, x):
        return ops.dropout(x, p=self.rate)  # ok: the class has its own set_train
