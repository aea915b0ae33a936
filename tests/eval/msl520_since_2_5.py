# also: MSL520
"""What is left of it in 2.10."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

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
