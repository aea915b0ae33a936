# silent-as: torch mint mindtorch
"""BatchNorm's momentum weighs the old statistics in MindSpore."""

from functools import partial

from mindspore import nn, ops

BN_MOMENTUM = 0.1
KEEP = 0.9


class Blocks(nn.Cell):
    def __init__(self, rate=0.9):
        super().__init__()
        self.literal = nn.BatchNorm2d(8, momentum=0.1)  # error: MSL201
        self.positional = nn.BatchNorm1d(8, 1e-5, 0.01)  # error: MSL201
        self.constant = nn.BatchNorm3d(8, momentum=BN_MOMENTUM)  # error: MSL201
        self.tiny = nn.SyncBatchNorm(8, momentum=3e-4)  # error: MSL201
        self.default = nn.BatchNorm2d(8)  # ok: the default is MindSpore's 0.9
        self.native = nn.BatchNorm2d(8, momentum=KEEP)  # ok: written for MindSpore
        self.converted = nn.BatchNorm2d(8, momentum=1 - BN_MOMENTUM)  # ok: 1 - torch's momentum
        self.parameter = nn.BatchNorm2d(8, momentum=rate)  # ok: the default of rate is 0.9
        self.instance = nn.InstanceNorm2d(8, momentum=0.1)  # ok: InstanceNorm counts like torch

    def construct(self, x):
        return self.literal(x)


def factory(channels, momentum=0.1):
    return nn.BatchNorm2d(channels, momentum=momentum)  # error: MSL201


norm = partial(nn.BatchNorm2d, momentum=0.03)  # error: MSL201
head = nn.SequentialCell(factory(4), norm(4))
optimizer = nn.Momentum(head.trainable_params(), 0.1, momentum=0.1)  # ok: an optimizer's momentum is torch's


def functional(x, mean, variance, gamma, beta):
    return ops.batch_norm(x, mean, variance, gamma, beta, momentum=0.1)  # ok: the function counts like torch


class BatchNorm2d(nn.Cell):
    def __init__(self, channels, momentum=0.1):
        super().__init__()
        self.inner = nn.BatchNorm2d(channels, momentum=1.0 - momentum)  # ok: converted inside

    def construct(self, x):
        return self.inner(x)


own = BatchNorm2d(8, momentum=0.1)  # ok: a class of this file
