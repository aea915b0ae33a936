# also: MSL520
"""What is left of it in 2.10."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

x = Tensor(np.ones((4, 2)), ms.float32)
counts = Tensor([3, 1, 2])

first = x.max(axis=1)[0]  # error: MSL520@9
values, indices = ops.square(x).min(axis=0)  # error: MSL520
axis = 1
places = x.max(axis=axis)[1]  # error: MSL520
while not x.equal(first):  # error: MSL520
    x = x + 1
same = counts.equal(counts) and first  # error: MSL520
assert counts.equal(counts + 0)  # error: MSL520

best, where = x.max(1)  # ok: values and indices
top = x.max(1)[0]  # ok: the values
swapped = x.transpose(0, 1).repeat(2, 1)  # ok: as PyTorch's
half = counts / 2 + counts.div(2)  # ok: not rounded any more
total = x.sum().item()  # ok: a number
row = x.max(axis=1)[2]  # ok: no pair has a third


@ms.jit
def compiled_function(y: Tensor):
    swapped = y.transpose(0, 1)  # error: MSL520@15
    largest = y.max(1)[0]  # error: MSL520
    least, places = y.min(-1)  # error: MSL520
    named = y.max(dim=1)[0]  # ok: a pair in compiled code, too
    other = y.transpose(1, 0)  # ok: the same in both
    return swapped, largest, least, places, named, other, y.max(1)  # ok: nothing is asked of the result


@ms.jit()
def compiled_with_options(y: Tensor):
    return y.transpose(-2, -1)  # error: MSL520


class Net(nn.Cell):
    def construct(self, y: Tensor):
        return y.max(1)[1], y.transpose(0, 1)  # error: MSL520, MSL520

    def helper(self, y: Tensor):
        return y.max(1)[1], y.transpose(0, 1)  # ok: not known to be compiled


class Plain:
    def construct(self, y: Tensor):
        return y.max(1)[1], y.transpose(0, 1)  # ok: no cell
