# silent-as: torch mindtorch
"""Gradients are taken for a list or tuple of weights."""

import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), 0.1)


def forward(x):
    return net(x).sum()


generator = ms.value_and_grad(forward, None, net.get_parameters())  # error: MSL205
keyword = ms.value_and_grad(forward, grad_position=None, weights=filter(None, net.trainable_params()))  # error: MSL205
plain = ms.grad(forward, None, weights=(p for p in net.trainable_params()))  # error: MSL205
operation = ops.GradOperation(get_by_list=True)(net, iter(net.trainable_params()))  # error: MSL205
listed = ms.value_and_grad(forward, None, net.trainable_params())  # ok: a list
parameters = ms.value_and_grad(forward, None, optimizer.parameters)  # ok: the optimizer's own list
tuples = ms.grad(forward, None, ms.ParameterTuple(net.get_parameters()))  # ok: a ParameterTuple is made first
