# silent-as: torch mindtorch
"""Losses that are given by steps, and functions that only look like values."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

net, loss_fn = nn.Dense(2, 1), nn.MSELoss()
x, y = Tensor(np.ones((4, 2)), ms.float32), Tensor(np.ones((4, 1)), ms.float32)
weights = net.trainable_params()


def penalised():
    loss = loss_fn(net(x), y)
    loss += 0.1 * ops.square(net.weight).sum()
    return ms.grad(loss, None, weights)  # error: MSL405


def added():
    first, second = loss_fn(net(x), y), net(x).mean()
    return ms.value_and_grad(first + second, grad_position=None, weights=weights)()  # error: MSL405


def of_network_output():
    logits = net(x)
    return ops.grad(logits, grad_position=0)(x)  # error: MSL405


class Loss(nn.Cell):
    def construct(self, x, y):
        return loss_fn(net(x), y)


def cells():
    loss = Loss()
    return ms.grad(loss, None, weights)(x, y)  # ok: a cell


def functions():
    def loss(x):
        return net(x).sum()

    return ms.grad(loss, None, weights)(x)  # ok: a function


def composed():
    loss = ops.Softmax()
    return ms.grad(loss)(x)  # ok: an operator is a function


def both(loss=None):
    loss = loss or (lambda x: net(x).sum())
    return ms.grad(loss)(x)  # ok: a function
