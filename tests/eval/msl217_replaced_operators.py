"""A file that replaces the operators inside knows what it does."""

from mindspore import nn, ops


def rebuild(net):
    for _, cell in net.cells_and_names():
        if isinstance(cell, nn.BatchNorm2d):
            cell.momentum = 0.97  # ok: what computes is made anew
            cell.bn_train = ops.BatchNorm(is_training=True, momentum=0.03)


layer = nn.BatchNorm2d(4, momentum=0.1)  # error: MSL201
