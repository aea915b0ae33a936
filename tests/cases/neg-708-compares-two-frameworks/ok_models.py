from mindspore import nn
from torch import nn as torch_nn


def mindspore_net(width):
    return nn.SequentialCell(nn.Dense(width, width), nn.ReLU())


def torch_net(width):
    return torch_nn.Sequential(torch_nn.Linear(width, width), torch_nn.ReLU())
