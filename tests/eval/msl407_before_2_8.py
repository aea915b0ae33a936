# target-version: 2.7
"""requires_grad_() before 2.8: neither tensors nor parameters have it."""

import mindspore as ms
from mindspore import Parameter, nn, ops

net = nn.Dense(2, 1)
net.weight.requires_grad_(False)  # error: MSL407
ops.ones((2,), ms.float32).requires_grad_()  # error: MSL407
Parameter(ops.ones((2,), ms.float32)).requires_grad_(False)  # error: MSL407
net.weight.requires_grad = False  # ok: a parameter
