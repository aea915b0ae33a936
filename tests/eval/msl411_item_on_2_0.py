# target-version: 2.0
"""Tensor.item() gave a tensor up to 2.0."""

import mindspore as ms
from mindspore import nn

net = nn.Dense(4, 1)
weights = net.trainable_params()


def with_item(x):
    y = net(x)
    return y.sum() + y.item()  # ok: a tensor on this version


def with_float(x):
    y = net(x)
    return y.sum() + float(y)  # error: MSL411


first = ms.value_and_grad(with_item, None, weights)
second = ms.value_and_grad(with_float, None, weights)
