"""Rates that compiled steps do not see."""

import mindspore as ms
import mindtorch.torch as torch
from mindspore import jit
from mindspore.experimental import optim as native

model = torch.nn.Linear(2, 2)
inside = torch.optim.SGD(model.parameters(), lr=0.1)
around = torch.optim.Adam(model.parameters(), lr=0.1)
eager = torch.optim.SGD(model.parameters(), lr=0.1)


def set_rate(optimizer, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate  # error: MSL905@9


@ms.jit
def direct(gradients, rate):
    inside.param_groups[0]["lr"] = rate  # error: MSL905@5
    inside.step(gradients)


@jit
def by_helper(gradients):
    set_rate(inside, 0.1)
    inside.step(gradients)


def plain(gradients):
    for group in inside.param_groups:
        group["lr"] *= 0.5  # error: MSL905
    inside.step(gradients)


compiled = ms.jit(plain)


@ms.jit
def step(gradients):
    around.step(gradients)


@ms.jit
def call(gradients):
    around(gradients)


def train(epochs, data):
    for epoch in range(epochs):
        for group in around.param_groups:
            group["lr"] = 0.1 * 0.5**epoch  # error: MSL905
        for gradients in data:
            step(gradients)


def train_by_calls(data):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    @ms.jit
    def inner(gradients):
        return optimizer(gradients)

    for gradients in data:
        inner(gradients)
    optimizer.param_groups[0].update(lr=0.01)  # error: MSL905


def right(data):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.param_groups[0]["lr"] = 0.2  # ok: before the step is compiled

    @ms.jit
    def inner(gradients):
        ms.ops.assign(optimizer.param_groups[0]["initial_lr"], 0.1)  # ok: assign changes the Parameter
        optimizer.param_groups[0]["note"] = 1  # ok: not the rate
        return optimizer.step(gradients)

    for gradients in data:
        inner(gradients)


def not_compiled(data):
    for gradients in data:
        eager.param_groups[0]["lr"] = 0.1  # ok: the step is not compiled
        eager.step(gradients)


@ms.jit(capture_mode="bytecode")
def traced(gradients):
    eager.param_groups[0]["lr"] = 0.1  # ok: not known to be compiled


@ms.jit
def unknown(group):
    group["lr"] = 0.1  # ok: not known to be a parameter group


def rates_of(options):
    options["lr"] = 0.1  # ok: a dictionary
    return options


data = torch.load("data.ckpt")
train(3, data)
train_by_calls(data)
right(data)
not_compiled(data)
other = native.SGD(ms.nn.Dense(2, 2).trainable_params(), lr=0.1)
