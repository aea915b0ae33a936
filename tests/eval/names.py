"""Which names are MindSpore's: the last import that reaches a line decides."""

import mindspore as ms
from mindspore import nn

try:
    from mindspore.nn import SyncBatchNorm as Shim

    shim = Shim(8, momentum=0.1)  # ok: a compatibility shim
except ImportError:
    shim = None


def function_level():
    from mindspore import nn as layers

    return layers.BatchNorm2d(8, momentum=0.1)  # error: MSL201


def other_library():
    from torch import nn as layers

    return layers.BatchNorm2d(8, momentum=0.1)  # ok: PyTorch's


def parameter(layers):
    return layers.BatchNorm2d(8, momentum=0.1)  # ok: nothing is known of layers


def by_version():
    if ms.__version__ < "2.0":
        return nn.Dropout(0.1)  # ok: a version check
    return nn.Dropout(p=0.1)  # ok: the keyword of 2.x


internal = nn.layer.normalization.BatchNorm2d(8, momentum=0.1)  # error: MSL201


class 网络(nn.Cell):
    def __init__(self):
        super().__init__()
        self.归一化 = nn.BatchNorm2d(8, momentum=0.1); self.层 = nn.Dropout(0.1)  # error: MSL201@47, MSL209@73
