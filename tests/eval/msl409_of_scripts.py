# silent-as: torch
"""Functions that use a gradient function and an optimizer which the file makes at its top."""

import mindspore as ms
from mindspore import nn, ops

net = nn.SequentialCell(nn.Dense(4, 8), nn.Tanh(), nn.Dense(8, 1))
dropping = nn.SequentialCell(nn.Dense(4, 8), nn.Dropout(p=0.5), nn.Dense(8, 1))
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.05)
other = nn.SGD(dropping.trainable_params(), learning_rate=0.05)
loss_fn = nn.MSELoss()


def forward(x, y):
    return loss_fn(net(x), y)


by_inputs = ops.value_and_grad(forward)  # error: MSL409@13
by_weights = ms.value_and_grad(forward, None, optimizer.parameters)
of_dropping = ms.value_and_grad(lambda x, y: loss_fn(dropping(x), y), None, other.parameters)


def fit(data):
    for x, y in data:
        loss, gradients = by_inputs(x, y)
        optimizer(gradients)


def fit_right(data):
    for x, y in data:
        loss, gradients = by_weights(x, y)
        optimizer(gradients)  # ok: by the weights


def step(x, y):
    other(of_dropping(x, y)[1])  # error: MSL101


def attack(x, y):
    return by_inputs(x, y)[1]  # ok: the gradients of the inputs are what is wanted
