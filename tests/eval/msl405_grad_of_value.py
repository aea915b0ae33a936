# silent-as: torch mindtorch
"""A computed value where a gradient function takes a function."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 1)
loss_fn = nn.MSELoss()
x, y = Tensor(np.ones((4, 2)), ms.float32), Tensor(np.ones((4, 1)), ms.float32)
params = net.trainable_params()


def forward(x, y):
    return loss_fn(net(x), y)


loss = forward(x, y)
ms.grad(loss)  # error: MSL405@9
ms.grad(loss, None, params)  # error: MSL405
ms.value_and_grad(fn=loss, weights=params)  # error: MSL405
ms.value_and_grad(forward(x, y), None, params)  # error: MSL405
ops.grad(net(x).sum(), 0)(x)  # error: MSL405
ops.GradOperation(get_by_list=True)(loss, params)  # error: MSL405
gradient_of = ops.GradOperation()
gradient_of(loss_fn(net(x), y))(x)  # error: MSL405


class Trainer:
    def __init__(self):
        self.gradient = ops.GradOperation(get_by_list=True)
        self.criterion = nn.CrossEntropyLoss()

    def step(self, x, y):
        loss = self.criterion(net(x), y)
        by_operator = self.gradient(loss, params)  # error: MSL405
        loss, grads = ms.value_and_grad(loss, None, params)  # error: MSL405
        return by_operator, grads


# What is right, or not known.
ms.grad(forward)(x, y)  # ok: a function
ms.grad(net)(x)  # ok: a cell is a function of its input
ms.value_and_grad(lambda x: forward(x, y).sum())(x)  # ok: a lambda
ms.grad(ms.grad(forward))(x, y)  # ok: a gradient function is a function
ops.GradOperation()(net)(x)  # ok: a cell


class WithLoss(nn.Cell):
    def construct(self, x, y):
        return forward(x, y)


def make(scale):
    def scaled(x):
        return forward(x, y) * scale

    return scaled


ms.grad(WithLoss())(x, y)  # ok: a cell of the project
ms.grad(make(2.0))(x)  # ok: a function that makes a function


def differentiate(function, loss):
    ms.grad(function)(x)  # ok: nothing is known of the argument
    return ms.grad(loss)  # ok: a name says nothing


class grad:
    def __call__(self, value):
        return value


grad()(loss)  # ok: the project's own
