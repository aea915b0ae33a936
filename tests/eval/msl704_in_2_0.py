# target-version: 2.0
"""What is missing in 2.0 and came later."""

import mindspore as ms
import numpy as np
from mindspore import Tensor

x = Tensor(np.ones((4, 2)), ms.float32)
kept = x.clone()  # error: MSL704
whole = x.contiguous()  # error: MSL704
listed = x.tolist()  # error: MSL704
x.add_(1)  # error: MSL704
x.zero_()  # error: MSL704
moved = x.to("cpu")  # error: MSL704
place = x.device  # error: MSL704
data = x.data  # error: MSL704
odds = x.softmax(-1)  # error: MSL704
array = x.numpy()  # ok: there
turned = x.permute(1, 0).float().numel()  # ok: there
cast = x.to(ms.float16)  # ok: there
first = x.size  # ok: the number of elements
best = x.max(1).values  # error: MSL704
order = x.sort(1).indices  # error: MSL704
near = x.max(1) < 4.0  # ok: the values


def twice(y: Tensor):
    y = y * 2
    try:
        y.add_(x)  # ok: goes on in another way
        x.add_(y)  # ok: the same method
    except Exception:
        y = x + x
    return y
