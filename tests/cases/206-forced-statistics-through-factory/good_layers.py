from mindspore import nn


def conv_bn(c_in, c_out, use_batch_statistics=None):
    conv = nn.Conv2d(c_in, c_out, 3)
    return nn.SequentialCell(conv, nn.BatchNorm2d(c_out, use_batch_statistics=use_batch_statistics), nn.ReLU())
