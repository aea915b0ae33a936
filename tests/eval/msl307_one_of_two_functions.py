# silent-as: torch
"""The rates of one optimizer that several functions use: which of them a program calls is not known."""

import mindspore as ms
from mindspore import nn

net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), [0.1, 0.05, 0.01])  # ok: each function makes no more steps than that
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
other = nn.SGD(net.trainable_params(), [0.1, 0.05])  # error: MSL307


def short(x):
    for _ in range(2):
        optimizer(grad_fn(x)[1])


def long(x):
    for _ in range(3):
        optimizer(grad_fn(x)[1])
        other(grad_fn(x)[1])
