"""Picks one of two functions by the version."""

import mindspore as ms
from mindspore import ops


def get_norm():
    def new(x, order):
        return ops.norm(x, ord=order)

    def old(x, order):
        return ops.norm(x, p=order)

    if ms.__version__ >= "2.0":
        return new
    return old


norm = get_norm()
