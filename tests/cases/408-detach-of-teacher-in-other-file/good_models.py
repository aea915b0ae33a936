from mindspore import nn


def build(width):
    return nn.SequentialCell(nn.Dense(2, width), nn.ReLU(), nn.Dense(width, 1))
