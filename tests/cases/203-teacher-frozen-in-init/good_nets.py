from mindspore import nn


def backbone(width):
    return nn.SequentialCell(nn.Dense(3, width), nn.BatchNorm1d(width), nn.Dense(width, 3))
