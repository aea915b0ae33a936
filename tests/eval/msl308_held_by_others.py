# silent-as: torch
"""Schedulers and writes on mint's SGD that is held elsewhere, and its neighbours."""

from mindspore import mint, nn, ops
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler

net = nn.Dense(2, 1)


def build(name):
    if name == "adam":
        return mint.optim.Adam(net.trainable_params(), lr=1e-3)
    return mint.optim.SGD(net.trainable_params(), lr=0.1, momentum=0.9)


class Engine:
    def __init__(self):
        self.optimizer = mint.optim.SGD(net.trainable_params(), 0.1)
        self.schedulers = [lr_scheduler.LinearLR(self.optimizer), lr_scheduler.StepLR(self.optimizer, 30)]

    def epoch_end(self):
        for scheduler in self.schedulers:
            scheduler.step()  # error: MSL308


def by_name():
    optimizers = {"sgd": mint.optim.SGD(net.trainable_params(), lr=0.1)}
    for group in optimizers["sgd"].param_groups:
        group["lr"] = 0.01  # error: MSL308


def lowered():
    sgd = build("sgd")
    ops.assign(sgd.param_groups[0]["lr"], 0.01)  # error: MSL308


def of_adam():
    adam = build("adam")
    lr_scheduler.StepLR(adam, 30).step()  # ok: Adam reads its rate


def of_experimental():
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    lr_scheduler.StepLR(sgd, 30).step()  # ok: reads its rate
    sgd.param_groups[0]["lr"] = 0.5  # ok: reads its rate


def read():
    sgd = mint.optim.SGD(net.trainable_params(), lr=0.1)
    return [float(group["lr"]) for group in sgd.param_groups]  # ok: read
