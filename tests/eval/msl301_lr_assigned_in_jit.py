# silent-as: native torch
"""A learning rate that is assigned inside a compiled function."""

import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim

net = nn.Dense(2, 1)
optimizer = optim.SGD(net.trainable_params(), lr=0.1)


def forward(x):
    return net(x).sum()


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)


@ms.jit
def compiled_step(x):
    _, grads = grad_fn(x)
    optimizer.param_groups[0]["lr"] = 0.5  # error: MSL301
    optimizer(grads)


@ms.jit
def compiled_loop(x):
    _, grads = grad_fn(x)
    for group in optimizer.param_groups:
        group["lr"] = 0.5  # error: MSL301
    optimizer(grads)


def lower_rate():
    for group in optimizer.param_groups:
        group["lr"] = 0.05  # error: MSL301


def step_with_helper(x):
    _, grads = grad_fn(x)
    lower_rate()
    optimizer(grads)


compiled = ms.jit(step_with_helper)


@ms.jit
def assigning_step(x):
    _, grads = grad_fn(x)
    ops.assign(optimizer.param_groups[0]["lr"], ms.Tensor(0.5, ms.float32))  # ok: assign is honoured
    optimizer(grads)


def plain_step(x):
    _, grads = grad_fn(x)
    optimizer.param_groups[0]["lr"] = 0.5  # ok: a number outside a compiled function is honoured
    optimizer(grads)


@ms.jit
def settings(x, options):
    options["lr"] = 0.5  # ok: a dictionary, not an optimizer's group
    return x
