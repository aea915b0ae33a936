# target-version: 1.10
"""Code that looks at the parameters of a function before it names them."""

import inspect

from mindspore import nn, ops


class Dropout(nn.Dropout):
    def __init__(self, p):
        known = inspect.signature(super().__init__).parameters
        if "p" in known:
            super().__init__(p=p)  # ok: only where it is taken
        else:
            super().__init__(keep_prob=1.0 - p)


class Dense(nn.Dense):
    def __init__(self, inputs, outputs):
        known = inspect.signature(nn.Dense.__init__).parameters
        options = {"dtype": None} if "dtype" in known else {}
        super().__init__(inputs, outputs, **options)


class Norm(nn.LayerNorm):
    def __init__(self, shape):
        super().__init__(shape, eps=1e-6)  # error: MSL701


def halves(x):
    if "output_num" in inspect.getfullargspec(ops.split).args:
        return ops.split(x, axis=1, output_num=2)
    return ops.split(x, split_size_or_sections=2, axis=1)  # ok: only where it is taken


dense = nn.Dense(2, 2, dtype=None)  # ok: the file looks at its parameters
conv = nn.Conv2d(2, 2, 3, bias=False)  # error: MSL701
