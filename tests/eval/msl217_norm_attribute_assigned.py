# silent-as: torch mint mindtorch
"""Norms of MindSpore read momentum and eps when they are made."""

from mindspore import nn


class Stem(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(4)
        self.norm.momentum = 0.97  # error: MSL217@9
        self.momentum = 0.97  # ok: an attribute of the project's own class

    def construct(self, x):
        return self.norm(x)


def prepare(net):
    for _, cell in net.cells_and_names():
        if isinstance(cell, nn.BatchNorm2d):
            cell.eps = 1e-3  # error: MSL217
            cell.momentum = 0.97  # error: MSL217
        elif isinstance(cell, (nn.LayerNorm, nn.GroupNorm)):
            cell.epsilon = 1e-5  # error: MSL217
        elif isinstance(cell, nn.GroupNorm):
            cell.eps = 1e-5  # ok: GroupNorm reads its eps in every call


def prepare_by_leaving(net):
    for cell in net.cells():
        if not isinstance(cell, (nn.BatchNorm1d, nn.BatchNorm3d)):
            continue
        cell.momentum *= 0.5  # error: MSL217


def prepare_one(cell):
    if type(cell) is nn.LayerNorm and cell.epsilon > 1e-6:
        cell.eps = 1e-6  # error: MSL217


def prepare_pairs(net):
    for pair in net.cells_and_names():
        if isinstance(pair[1], nn.BatchNorm2d):
            pair[1].momentum = 0.97  # error: MSL217


net = Stem()
norms = [nn.BatchNorm2d(width) for width in (4, 8)]
for each in norms:
    each.eps = 1e-3  # error: MSL217
net.norm.eps = 1e-3  # error: MSL217
norm = nn.SyncBatchNorm(4)
norm.momentum = 0.99  # error: MSL217
norm.note = "kept"  # ok: not one of its values

optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
optimizer.momentum = 0.8  # ok: an optimizer


def others(net):
    for _, cell in net.cells_and_names():
        cell.eps = 1e-3  # ok: not known to be a norm
        if not isinstance(cell, nn.BatchNorm2d):
            cell.momentum = 0.1  # ok: anything but a BatchNorm2d
        if isinstance(cell, nn.BatchNorm2d) or cell.is_own:
            cell.momentum = 0.1  # ok: may be another class
        if isinstance(cell, nn.BatchNorm2d):
            cell = cell.is_own
            cell.momentum = 0.1  # ok: another object by now


class Average:
    def __init__(self, momentum):
        self.momentum = momentum


average = Average(0.9)
average.momentum = 0.99  # ok: a class of this file
