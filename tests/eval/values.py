# silent-as: torch
"""Values and functions that reach MindSpore by a detour."""

from functools import partial

from mindspore import nn

net = nn.Dense(2, 2)

NORM_SETTINGS = {"eps": 1e-5, "momentum": 0.1}  # error: MSL201
from_dict = nn.BatchNorm2d(8, **NORM_SETTINGS)
OPTIMIZER_SETTINGS = {"lr": 0.1}  # error: MSL202
from_settings = nn.SGD(net.trainable_params(), **OPTIMIZER_SETTINGS)
from_call = nn.Adam(net.trainable_params(), **dict(learning_rate=0.1))  # ok: the right keyword


class Settings:
    MOMENTUM = 0.1
    KEEP = 0.99


class_constant = nn.BatchNorm2d(8, momentum=Settings.MOMENTUM)  # error: MSL201
class_constant_kept = nn.BatchNorm2d(8, momentum=Settings.KEEP)  # ok: a MindSpore value


class Block(nn.Cell):
    def __init__(self, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.norm = nn.BatchNorm2d(8, momentum=self.momentum)  # error: MSL201
        self.converted = nn.BatchNorm2d(8, momentum=1 - self.momentum)  # ok: converted


computed = nn.BatchNorm2d(8, momentum=1 - 0.99)  # error: MSL201
computed_right = nn.BatchNorm2d(8, momentum=1 - 0.01)  # ok: 0.99


def optimizer_by_name(name):
    kind = {"sgd": nn.SGD, "adam": nn.Adam}[name]
    return kind(net.trainable_params(), lr=0.1)  # error: MSL202, MSL202


def optimizer_by_flag(adaptive):
    kind = nn.Adam if adaptive else nn.SGD
    return kind(net.trainable_params(), lr=0.1)  # error: MSL202, MSL202


NormLayer = nn.BatchNorm2d
aliased = NormLayer(8, momentum=0.1)  # error: MSL201
bound = partial(NormLayer, eps=1e-5)
through_partial = bound(8, momentum=0.1)  # error: MSL201


class Norm(nn.BatchNorm2d):
    def __init__(self, channels):
        super().__init__(channels, momentum=0.1)  # error: MSL201


def make_norm(channels, momentum):
    return nn.BatchNorm2d(channels, momentum=momentum)


through_function = make_norm(8, 0.9)  # ok: the function gets a MindSpore value


def unknown(options):
    return nn.BatchNorm2d(8, momentum=options.momentum)  # ok: nothing is known of options
