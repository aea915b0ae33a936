# silent-as: torch
"""Rates that are assigned to attributes which no optimizer reads."""

import argparse
import math

import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim

net = nn.Dense(2, 1)
optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)


def direct():
    optimizer.lr = 0.01  # error: MSL303@5


def computed(epoch, epochs):
    optimizer.lr = 0.1 * 0.5 * (1 + math.cos(math.pi * epoch / epochs))  # error: MSL303


def augmented():
    sgd = nn.SGD(net.trainable_params(), learning_rate=0.1)
    sgd.lr = 0.1  # error: MSL303
    sgd.lr *= 0.5  # error: MSL303


setattr(optimizer, "lr", 0.01)  # error: MSL303


def warm(given, step):
    given.lr = 0.1 * (step + 1) / 10  # error: MSL303


warm(optimizer, 3)


def number():
    optimizer.learning_rate = 0.01  # error: MSL303


def decayed():
    for epoch in range(10):
        optimizer.learning_rate = 0.1 * 0.9**epoch  # error: MSL303


def from_math(epoch):
    optimizer.learning_rate = 0.1 * math.exp(-0.1 * epoch)  # error: MSL303


def from_tensor(rate):
    optimizer.learning_rate = float(rate)  # error: MSL303


def experimental():
    adam = optim.Adam(net.trainable_params(), lr=0.1)
    adam.lr = 0.01  # error: MSL303
    adam.learning_rate = 0.01  # error: MSL303
    adam.learning_rate = ms.Tensor(0.01)  # error: MSL303


def of_mint():
    adam = mint.optim.Adam(net.trainable_params(), lr=0.1)
    adam.lr = 0.01  # error: MSL303


def per_group():
    groups = [{"params": [net.weight], "lr": 0.1}, {"params": [net.bias], "lr": 0.2}]
    sgd = nn.SGD(groups, learning_rate=0.1)
    sgd.learning_rate = 0.5  # error: MSL303


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = nn.Adam(network.trainable_params(), learning_rate=1e-3)
        self.lr = 1e-3  # ok: the trainer's own

    def adjust(self, epoch):
        self.lr = 1e-3 * 0.9**epoch  # ok: the trainer's own
        self.optimizer.lr = self.lr  # error: MSL303


@ms.jit
def compiled(x):
    _, grads = grad_fn(x)
    optimizer.lr = 0.01  # error: MSL303
    optimizer(grads)


def assigned():
    sgd = nn.SGD(net.trainable_params(), learning_rate=0.1)
    ops.assign(sgd.learning_rate, 0.01)
    sgd.lr = 0.01  # ok: a note beside the rate that is set


def parameter():
    sgd = nn.SGD(net.trainable_params(), learning_rate=0.1)
    sgd.learning_rate = ms.Tensor(0.01, ms.float32)  # ok: taken, before the first step
    return sgd


def unknown_value(rate):
    optimizer.learning_rate = rate  # ok: may be a Tensor


def unknown_optimizer(given):
    given.lr = 0.01  # ok: anything


class WithRate(nn.SGD):
    """An optimizer of one's own."""

    def __init__(self, params, lr):
        super().__init__(params, learning_rate=lr)
        self.lr = lr  # ok: its own attribute


def own():
    mine = WithRate(net.trainable_params(), 0.1)
    mine.lr = 0.01  # ok: it may read it


def settings():
    args = argparse.Namespace(lr=0.1)
    args.lr = 0.01  # ok: settings
    args.learning_rate = 0.01  # ok: settings


class Config:
    lr = 0.1
    learning_rate = 0.1


def config():
    chosen = Config()
    chosen.lr = 0.01  # ok: settings
    chosen.learning_rate = 0.01  # ok: settings
    optimizer.weight_decay_note = 0.1  # ok: another attribute


def guarded():
    try:
        optimizer.learning_rate = 0.01  # ok: the failure is expected
    except TypeError:
        ops.assign(optimizer.learning_rate, 0.01)
