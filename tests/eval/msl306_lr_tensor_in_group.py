# silent-as: torch
"""Rates of groups that are set to something that is not a float."""

import math

import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim

net = nn.Dense(2, 1)
optimizer = optim.AdamW(net.trainable_params(), lr=0.1)


def tensor():
    for group in optimizer.param_groups:
        group["lr"] = ms.Tensor(0.01, ms.float32)  # error: MSL306@9


def parameter():
    optimizer.param_groups[0]["lr"] = ms.Parameter(ms.Tensor(0.01), name="rate")  # error: MSL306


def scaled():
    for group in optimizer.param_groups:
        group["lr"] *= 0.1  # error: MSL306


def divided():
    for group in optimizer.param_groups:
        group["lr"] /= 10  # error: MSL306


def product():
    for group in optimizer.param_groups:
        group["lr"] = group["lr"] * 0.1  # error: MSL306


def floored():
    for group in optimizer.param_groups:
        group["lr"] = max(group["lr"] * 0.1, 1e-6)  # error: MSL306


def named():
    group = optimizer.param_groups[0]
    old = group["lr"]
    new = 0.5 * old
    group["lr"] = new  # error: MSL306


def updated():
    optimizer.param_groups[0].update(lr=ms.Tensor(0.01))  # error: MSL306


def got():
    for group in optimizer.param_groups:
        group["lr"] = group.get("lr") * 0.1  # error: MSL306


def frozen():
    for group in optimizer.param_groups:
        group["lr"] = 0  # error: MSL306


def set_rate(given, rate):
    for group in given.param_groups:
        group["lr"] = rate  # error: MSL306


set_rate(optimizer, ms.Tensor(0.01, ms.float32))


class Plateau:
    def __init__(self, given, factor):
        self.given, self.factor = given, factor

    def step(self):
        for group in self.given.param_groups:
            group["lr"] = group["lr"] * self.factor  # error: MSL306


Plateau(optimizer, 0.1).step()


def number():
    for group in optimizer.param_groups:
        group["lr"] = 0.01  # ok: a float


def computed(epoch):
    for group in optimizer.param_groups:
        group["lr"] = 0.1 * math.cos(epoch)  # ok: a float


def converted():
    for group in optimizer.param_groups:
        group["lr"] = float(group["lr"]) * 0.1  # ok: a float


def item():
    for group in optimizer.param_groups:
        group["lr"] = group["lr"].item() * 0.1  # ok: a float


def from_numpy():
    for group in optimizer.param_groups:
        group["lr"] = float(group["lr"].asnumpy()) * 0.1  # ok: a float


def number_first():
    adam = optim.Adam(net.trainable_params(), lr=0.1)
    for group in adam.param_groups:
        group["lr"] = 0.1  # ok: a float
        group["lr"] *= 0.1  # ok: of a float, so a float


def assigned():
    for group in optimizer.param_groups:
        ops.assign(group["lr"], group["lr"] * 0.1)  # ok: assign
        group["lr"].set_data(ms.Tensor(0.01, ms.float32))  # ok: honoured outside compiled code


def unknown(rate):
    for group in optimizer.param_groups:
        group["lr"] = rate  # ok: may be a float


def other_key():
    for group in optimizer.param_groups:
        group["weight_decay"] = 0  # ok: another key


def of_mint():
    adam = mint.optim.Adam(net.trainable_params(), lr=0.1)
    for group in adam.param_groups:
        group["lr"] *= 0.1  # ok: this one takes Tensors


def settings(config):
    config["lr"] = ms.Tensor(0.01)  # ok: a dictionary
    plain = {"lr": 0.1}
    plain["lr"] *= 0  # ok: a dictionary


def before_it_is_built():
    groups = [{"params": net.trainable_params(), "lr": 0.1}]
    groups[0]["lr"] = ms.Tensor(0.01)  # ok: a group that is given to the optimizer
    return optim.SGD(groups, lr=0.1)
