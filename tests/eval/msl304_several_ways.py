# silent-as: torch
"""More ways to set a rate after the first step, and some that are right."""

import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(2, 1)


def forward(x):
    return net(x).sum()


def through_a_call(batches, rate):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        optimizer.get_lr().set_data(ms.Tensor(rate, ms.float32))  # error: MSL304


def held(batches):
    held = {"main": nn.Adam(net.trainable_params(), 1e-3)}
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), held["main"])
    for x, y in batches:
        step(x, y)
        held["main"].learning_rate.set_data(ms.Tensor(1e-4))  # error: MSL304


def inner_function(batches):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def lower():
        optimizer.learning_rate.set_data(optimizer.learning_rate * 0.5)  # error: MSL304

    for number, x in enumerate(batches):
        optimizer(grad_fn(x)[1])
        if number % 100 == 99:
            lower()


def warm_start(batches, rate):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    if rate is not None:
        optimizer.learning_rate.set_data(ms.Tensor(rate, ms.float32))  # ok: before the first step
    for x in batches:
        optimizer(grad_fn(x)[1])


def at_the_end(batches):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
    kept = optimizer.learning_rate.value()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    optimizer.learning_rate.set_data(kept)  # ok: another optimizer
    return optimizer


def momentum_of_it(batches):
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    total = ms.Parameter(ms.Tensor(0.0), name="total")
    for x in batches:
        optimizer(grad_fn(x)[1])
        total.set_data(total + 1)  # ok: no rate
        ops.assign(optimizer.learning_rate, 0.5)  # ok: assign
