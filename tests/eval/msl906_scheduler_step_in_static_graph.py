"""Schedulers of MindTorch in compiled code."""

import mindspore as ms
import mindtorch.torch as torch
from mindspore import ops
from mindtorch.torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, LRScheduler, StepLR

model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


class Warmup:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * self.count


class Assigning:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        for group in self.optimizer.param_groups:
            ops.assign(group["lr"], 0.1)


class ByEpoch(LRScheduler):
    def get_lr(self):
        return [rate * 0.5**self.last_epoch for rate in self.base_lrs]


class Halving(LRScheduler):
    def get_lr(self):
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


class Environment:
    def step(self):
        return 1


warmup, assigning = Warmup(optimizer), Assigning(optimizer)
by_epoch, halving = ByEpoch(optimizer), Halving(optimizer)
stock, restarts = StepLR(optimizer, 3), CosineAnnealingWarmRestarts(optimizer, 3)
environment = Environment()


@ms.jit
def step(gradients):
    optimizer.step(gradients)
    warmup.step()  # error: MSL906@5
    by_epoch.step()  # error: MSL906
    halving.step()  # error: MSL906
    stock.step()  # error: MSL906
    restarts.step()  # error: MSL906
    assigning.step()  # ok: not known to fail
    environment.step()  # ok: no scheduler


def plain(gradients):
    optimizer.step(gradients)
    stock.step()  # error: MSL906


compiled = ms.jit(plain)


@ms.jit
def only_step(gradients):
    return optimizer.step(gradients)  # ok: an optimizer


def train(data):
    for gradients in data:
        only_step(gradients)
        stock.step()  # ok: outside
        halving.step()  # ok: outside
    by_epoch.step()  # ok: outside


def unknown(scheduler, gradients):
    @ms.jit
    def inner():
        scheduler.step()  # ok: not known to be a scheduler

    return inner()


class Network(ms.nn.Cell):
    def construct(self, gradients):
        stock.step()  # ok: not in graph mode
        return gradients


train(torch.load("data.ckpt"))
