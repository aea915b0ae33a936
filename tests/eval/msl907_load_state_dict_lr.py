"""Optimizer states that are loaded."""

import mindspore as ms
import mindtorch.torch as torch
from mindspore.experimental import optim as native
from mindtorch.torch import optim

model = torch.nn.Linear(2, 2)


def sgd():
    return optim.SGD(model.parameters(), lr=0.1)


plain = sgd()
plain.load_state_dict(torch.load("state.ckpt"))  # error: MSL907@1


def resume(path):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    if path:
        checkpoint = torch.load(path)
        model.load_state_dict(checkpoint["model"])  # ok: a network
        optimizer.load_state_dict(checkpoint["optimizer"])  # error: MSL907
    return optimizer


class Trainer:
    def __init__(self, state):
        self.optimizer = sgd()
        self.restore(state)

    def restore(self, state):
        self.optimizer.load_state_dict(state)  # error: MSL907

    def again(self, state):
        self.optimizer.load_state_dict(state_dict=state)  # error: MSL907


def two(state):
    first, second = sgd(), sgd()
    first.load_state_dict(state[0])  # error: MSL907
    second.load_state_dict(state[1])  # ok: the loaded rate is put into effect
    for group in second.param_groups:
        group["lr"] = float(group["lr"])


def assigning_too_little(state):
    optimizer = sgd()
    optimizer.load_state_dict(state)  # error: MSL907
    ms.ops.assign(optimizer.param_groups[0]["lr"], 0.1)


def by_attribute(state):
    optimizer = sgd()
    optimizer.load_state_dict(state)  # ok: the Parameters of the step are set
    for rate, group in zip(optimizer.lrs, state["param_groups"]):
        ms.ops.assign(rate, group["lr"])


def scheduled(state):
    optimizer = sgd()
    scheduler = optim.lr_scheduler.StepLR(optimizer, 3)
    optimizer.load_state_dict(state)  # ok: the scheduler's rates reach the step
    scheduler.load_state_dict(state)  # ok: a scheduler


def unknown(optimizer, state):
    optimizer.load_state_dict(state)  # ok: not known whose it is


class Unlike:
    def load_state_dict(self, state):
        return state


Unlike().load_state_dict({})  # ok: a class of the project
other = native.SGD(ms.nn.Dense(2, 2).trainable_params(), lr=0.1)
sgd().state_dict()  # ok: nothing is loaded
resume("state.ckpt")
two([])
