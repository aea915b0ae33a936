"""Names that hold what follows from a version."""

import importlib.metadata

import mindspore
from mindspore import nn, ops

PARTS = tuple(int(part) for part in mindspore.__version__.split(".")[:2])
IS_NEW = PARTS >= (2, 0)
INSTALLED = importlib.metadata.version("mindspore")
IS_SMALL = len(INSTALLED) < 2


def halves(x, is_first=True):
    if IS_NEW:
        return ops.split(x, 2, axis=1)
    return ops.split(x, axis=1, output_num=2) if is_first else x  # ok: for another version


def thirds(x):
    return ops.split(x, 3, axis=1) if IS_NEW else ops.split(x, axis=1, output_num=3)  # ok: for another version


def quarters(x):
    if not IS_NEW:
        return ops.split(x, axis=1, output_num=4)  # ok: for another version
    return ops.split(x, 4, axis=1)


def normed():
    if IS_SMALL:
        return nn.LayerNorm((4,), eps=1e-6)  # ok: for another version
    return nn.LayerNorm((4,), epsilon=1e-6)


IS_DEEP = len("mindspore") > 2


def deep():
    if IS_DEEP:
        return nn.LayerNorm((4,), eps=1e-6)  # error: MSL701
    return nn.LayerNorm((4,), epsilon=1e-6)


class Splits:
    is_new = mindspore.__version__ >= "2.0"

    def __init__(self):
        self.is_old = not self.is_new

    def halves(self, x):
        if self.is_new:
            return ops.split(x, 2, axis=1)
        return ops.split(x, axis=1, output_num=2)  # ok: for another version

    def thirds(self, x):
        return ops.split(x, axis=1, output_num=3) if Splits.is_new is False else x  # ok: for another version
