from mindspore import nn

from bad_norms import NORMS


def prepare(net):
    for _, cell in net.cells_and_names():
        if isinstance(cell, NORMS):
            cell.eps = 1e-3
            cell.momentum = 0.97
    return net


net = prepare(nn.SequentialCell([nn.Dense(4, 4), nn.BatchNorm1d(4)]))
