"""Layers that extend MindSpore's, one as it is and one with parameters of its own."""

from mindspore import nn


class Plain(nn.Conv2d):
    """A convolution under another name."""


class WithBias(nn.Conv2d):
    """A convolution with PyTorch's parameter."""

    def __init__(self, inputs, outputs, kernel_size, bias=True):
        super().__init__(inputs, outputs, kernel_size, has_bias=bias)


SETTINGS = {"has_bias": False, "pad_mode": "valid"}
