"""Compiled regions of all kinds, and all ways to write a rate."""

from functools import partial

import mindspore as ms
from mindspore import nn, ops, mint
from mindspore.experimental import optim

net = nn.Dense(2, 1)
opt = optim.AdamW(net.trainable_params(), lr=0.1)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)


@ms.jit
def by_index(x, rate):
    opt.param_groups[0]["lr"] = rate  # error: MSL301
    _, grads = grad_fn(x)
    opt(grads)


@ms.jit(jit_level="O1")
def with_options(x):
    for i, group in enumerate(opt.param_groups):
        group["lr"] = 0.1 * i  # error: MSL301
    return x


@ms.jit
def aliased(x):
    groups = opt.param_groups
    first = groups[0]
    first["lr"] = 0.5  # error: MSL301
    return x


@ms.jit
def updated(x):
    opt.param_groups[0].update({"lr": 0.5})  # error: MSL301
    return x


@ms.jit
def scaled(x):
    for group in opt.param_groups:
        group["lr"] *= 0.5  # error: MSL301
    return x


@ms.jit
def zipped(x, rates):
    for group, rate in zip(opt.param_groups, rates):
        group["lr"] = rate  # error: MSL301
    return x


def adjust(optimizer, epoch):
    rate = 0.1 * 0.5 ** epoch
    for group in optimizer.param_groups:
        group["lr"] = rate  # error: MSL301


class Learner:
    def __init__(self, network):
        self.network = network
        self.optimizer = optim.SGD(network.trainable_params(), lr=0.1)
        self.grad_fn = ms.value_and_grad(self.forward, None, self.optimizer.parameters)

    def forward(self, x):
        return self.network(x).sum()

    @ms.jit
    def step(self, x, epoch):
        adjust(self.optimizer, epoch)
        _, grads = self.grad_fn(x)
        self.optimizer(grads)


class StepCell(nn.Cell):
    def __init__(self, network):
        super().__init__()
        self.network = network
        self.optimizer = mint.optim.AdamW(network.trainable_params(), lr=0.1)
        self.grad_fn = ms.value_and_grad(network, None, self.optimizer.parameters)

    def construct(self, x):
        self.optimizer.param_groups[0]["lr"] = 0.2  # error: MSL301
        _, grads = self.grad_fn(x)
        self.optimizer(grads)


def warm(x, rate):
    for group in opt.param_groups:
        group["lr"] = rate  # error: MSL301
    return x


def drive(data):
    ms.set_context(mode=ms.GRAPH_MODE)
    cell = StepCell(net)
    fast = ms.jit(warm)
    for x in data:
        cell(x)
        fast(x, 0.1)


@ms.jit
def unknown_optimizer(optimizer, x):
    optimizer.param_groups[0]["lr"] = 0.1  # error: MSL301
    return x


def plain(x):
    opt.param_groups[0]["lr"] = 0.5  # ok: not compiled
    for group in opt.param_groups:
        group["lr"] *= 0.5  # ok: not compiled
    return x


@ms.jit
def right(x):
    ops.assign(opt.param_groups[0]["lr"], 0.5)  # ok: assign
    opt.param_groups[0]["weight_decay"] = 0.5  # ok: another key
    return x


@ms.jit(capture_mode="bytecode")
def bytecode(x):
    opt.param_groups[0]["lr"] = 0.5  # ok: captured as bytecode
    return x


def lower(optimizer):
    for group in optimizer.param_groups:
        group["lr"] = 0.1  # error: MSL310


@ms.jit
def step(x):
    _, grads = grad_fn(x)
    opt(grads)


def between(data):
    for x in data:
        step(x)
        lower(opt)


@ms.jit
def config(x, settings):
    settings["lr"] = 0.1  # ok: no parameter group
    return x
