"""Replaces one of MindSpore's functions for the whole program."""

from mindspore import ops


def softmax(x, dim=-1):
    return ops.Softmax(dim)(x)


ops.softmax = softmax
