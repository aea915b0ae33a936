"""A helper that is right as long as nobody asks for padding."""

from mindspore import nn


def conv(inputs, outputs, kernel_size, padding=0, has_bias=False):
    return nn.Conv2d(inputs, outputs, kernel_size, padding=padding, has_bias=has_bias)


def padded(inputs, outputs, kernel_size, padding=0):
    return nn.Conv2d(inputs, outputs, kernel_size, pad_mode="pad", padding=padding)
