# spellings: ms parent module star
"""`ops.max` gives a tuple of values and indices, with an axis and without."""

from mindspore import Tensor, mint, ops


def largest(x: Tensor):
    a = ops.max(x).asnumpy()  # error: MSL704
    b = ops.min(x, axis=1) - 1  # error: MSL704
    c = ops.max(x, axis=1)[0].asnumpy()  # ok: the values
    d = mint.max(x).asnumpy()  # ok: one number, as in PyTorch
    e = mint.max(x, dim=1) / 2  # error: MSL704
    f = ops.amax(x).asnumpy()  # ok: the values alone
    values, indices = ops.max(x, axis=1)
    return a, b, c, d, e, f, values - indices  # ok: unpacked
