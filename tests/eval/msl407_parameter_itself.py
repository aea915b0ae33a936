# silent-as: torch
"""What gives a parameter itself, and what a tensor made of it."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, ops

weight = Parameter(ops.ones((2,)), name="weight")
for_views = weight.contiguous()
for_views.requires_grad = True  # ok: the parameter
transposed = weight.T
transposed.requires_grad = True  # ok: the parameter, where it has one dimension
whole = weight[...]
whole.requires_grad = True  # ok: the parameter
positive = +weight
positive.requires_grad = True  # ok: the parameter
same_type = ops.cast(weight, ms.float32)
same_type.requires_grad = True  # ok: the parameter
copied = weight.copy()
copied.requires_grad = True  # ok: a parameter
filled = weight.init_data()
filled.requires_grad = True  # ok: a parameter

first = weight[0]
first.requires_grad = True  # error: MSL407
negative = -weight
negative.requires_grad = True  # error: MSL407
assigned = ops.assign(weight, ops.zeros((2,)))
assigned.requires_grad = True  # error: MSL407
changed = weight.copy_(ops.zeros((2,)))
changed.requires_grad = True  # error: MSL407

scaled = np.float32(2) * ops.ones((2,))
scaled.requires_grad = True  # ok: NumPy gives an array
other = Tensor(np.ones(2), ms.float32).T
other.requires_grad = True  # error: MSL407
