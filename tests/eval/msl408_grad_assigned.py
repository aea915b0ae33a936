"""A tensor takes any attribute: what the file assigns itself can be read."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

net = nn.Dense(2, 1)
x = Tensor(np.ones((4, 2)), ms.float32)
grads = ms.grad(net, None, net.trainable_params())(x)
for parameter, grad in zip(net.trainable_params(), grads):
    parameter.grad = grad  # ok: assigned
print(net.weight.grad)  # ok: reads what was assigned
for parameter in net.trainable_params():
    print(parameter.grad)  # ok: reads what was assigned
    print(parameter.is_leaf)  # error: MSL408
