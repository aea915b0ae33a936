import ok_compat
from mindspore import nn, ops


def run(x):
    return nn.Upscale()(ops.total(x)), ops.mean_of(x), ok_compat
