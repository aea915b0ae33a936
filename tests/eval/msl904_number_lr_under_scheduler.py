"""Schedulers and numbers, in both orders."""

import mindspore as ms
import mindtorch.torch as torch
from mindspore.experimental import optim as native
from mindtorch.torch.optim import lr_scheduler
from mindtorch.torch.optim.lr_scheduler import LRScheduler, StepLR

model = torch.nn.Linear(2, 2)


def sgd():
    return torch.optim.SGD(model.parameters(), lr=0.1)


def number_first(rate):
    first, second, third = sgd(), sgd(), sgd()
    for group in first.param_groups:
        group["lr"] = 0.5
    StepLR(first, 30)  # error: MSL904@5
    second.param_groups[0]["lr"] = float(rate)
    lr_scheduler.CosineAnnealingLR(optimizer=second, T_max=10)  # error: MSL904
    third.param_groups[0].update({"lr": 1e-3})
    torch.optim.lr_scheduler.ExponentialLR(third, 0.9)  # error: MSL904


def scheduler_first(rate):
    first, second = sgd(), sgd()
    scheduler = StepLR(first, 30)
    for group in first.param_groups:
        group["lr"] = 0.5  # error: MSL904@9
    other = lr_scheduler.MultiStepLR(second, [10, 20])
    second.param_groups[0]["lr"] = rate  # error: MSL904
    return scheduler, other


def warm_up(optimizer, epoch):
    for group in optimizer.param_groups:
        group["lr"] = 0.1 * (epoch + 1) / 5


class Trainer:
    def __init__(self, data):
        self.data = data
        self.optimizer = sgd()
        self.scheduler = StepLR(self.optimizer, 30)

    def fit(self, epochs):
        for epoch in range(epochs):
            if epoch < 5:
                self.set(epoch)
            else:
                self.scheduler.step()

    def set(self, epoch):
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * (epoch + 1) / 5  # error: MSL904


class Halving(LRScheduler):
    def get_lr(self):
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


def own_scheduler():
    optimizer = sgd()
    optimizer.param_groups[0]["lr"] = 0.5
    return Halving(optimizer)  # ok: a scheduler of one's own works with numbers


def either(is_scheduled, epoch):
    optimizer = sgd()
    if is_scheduled:
        scheduler = StepLR(optimizer, 30)
        scheduler.step()
    else:
        warm_up(optimizer, epoch)  # ok: there is no scheduler on this path
        optimizer.param_groups[0]["lr"] = 0.1  # ok: there is no scheduler on this path


def assigned():
    optimizer = sgd()
    ms.ops.assign(optimizer.param_groups[0]["lr"], 0.5)
    scheduler = StepLR(optimizer, 30)  # ok: still a Parameter
    ms.ops.assign(optimizer.param_groups[0]["lr"], 0.5)  # ok: the Parameter is changed
    optimizer.param_groups[0]["momentum"] = 0.5  # ok: not the rate
    return scheduler


def numbers_only(epoch):
    optimizer = sgd()
    warm_up(optimizer, epoch)  # ok: no scheduler


def native_optimizer():
    optimizer = native.SGD(ms.nn.Dense(2, 2).trainable_params(), lr=0.1)
    scheduler = native.lr_scheduler.StepLR(optimizer, 30)
    optimizer.param_groups[0]["lr"] = 0.5  # ok: MindSpore's own optimizer is no affair of this rule
    return scheduler


Trainer([]).fit(10)
number_first(1)
scheduler_first(0.5)
