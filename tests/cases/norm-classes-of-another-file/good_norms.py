from mindspore import nn

NORMS = (nn.BatchNorm1d, nn.BatchNorm2d)
