# target-version: 1.10
# also: MSL520
"""What only the oldest version does."""

import mindspore as ms
import numpy as np
from mindspore import Tensor

x = Tensor(np.ones((4, 2)), ms.float32)
parts = x.split(1)  # error: MSL520
named = x.split(axis=0, output_num=2)  # ok: says what it means
two = x.split(0, 2)  # ok: axis and parts
swapped = x.transpose(0, -1)  # error: MSL520
total = x.mean().item()  # error: MSL520
one = x[0][0]
number = x.item(0)  # ok: an index
