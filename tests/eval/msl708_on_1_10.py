# target-version: 1.10
"""The same on the oldest version."""

import mindspore
import torch as pt
from mindspore import Parameter, nn, ops

x = ops.ones((2, 2), mindspore.float32)
weight = Parameter(pt.zeros(2), name="weight")  # error: MSL708
total = pt.sum(x)  # error: MSL708
layer = pt.nn.Linear(2, 2)
out = layer(x)  # error: MSL708
cast = ops.cast(x, pt.int64)  # error: MSL708
norm = nn.ReLU()(pt.rand(2, 2))  # error: MSL708
done = layer(pt.rand(2, 2)).detach().numpy()  # ok: PyTorch alone
arrays = mindspore.Tensor(layer(pt.rand(2, 2)).detach().numpy())  # ok: an array
