"""A rate that is a Parameter, used as a number; and numbers."""

import json

import mindspore as ms
import mindtorch.torch as torch
import mindtorch.torch.optim.lr_scheduler as lr_scheduler
import numpy as np
from mindspore.experimental import optim as native
from mindtorch.torch import optim

model = torch.nn.Linear(2, 2)


def texts(optimizer):
    for group in optimizer.param_groups:
        print(group["lr"])  # error: MSL901@15
        print("rate", group["lr"], group["momentum"])  # error: MSL901@23
        print(f"rate {group['lr']}")  # error: MSL901
        print(f"rate {group['lr']:.2e}")  # error: MSL901
        print("rate {:.4f} {}".format(group["lr"], 1))  # error: MSL901@39
        print("rate {rate:.4f}".format(rate=group["lr"]))  # error: MSL901
        str(group.get("lr"))  # error: MSL901
        round(group["lr"], 4)  # error: MSL901@15
        json.dumps({"rate": group["lr"]})  # error: MSL901
        json.dumps({"rates": [1, group["lr"]]})  # error: MSL901
        print(f"rate {float(group['lr']):.4f}")  # ok: a float
        print("rate %.4f" % group["lr"])  # ok: % takes a Parameter
        print(group["lr"].item())  # ok: the number itself
        print(group["momentum"])  # ok: a number
        print(f"rate {group['lr'] * 2}")  # ok: a tensor of one number is shown as that number
        round(float(group["lr"]), 4)  # ok: a float
        json.dumps({"rate": float(group["lr"])})  # ok: a float
        if group["lr"] < 0.1:  # ok: compares as a number
            print("small")


def current(optimizer):
    return optimizer.param_groups[0]["lr"]


class Trainer:
    def __init__(self):
        self.optimizer = optim.Adam(model.parameters(), lr=1e-3)
        self.scheduler = lr_scheduler.CosineAnnealingLR(self.optimizer, 10)
        self.history = []
        self.numbers = []

    def log(self):
        rate = current(self.optimizer)
        print(f"{rate:.4f}")  # error: MSL901
        self.history.append(rate)  # error: MSL901@29
        self.numbers.append(float(rate))  # ok: a number of its own
        print(f"{self.scheduler.get_last_lr()[0]:.6f}")  # error: MSL901
        print(f"{self.scheduler.get_last_lr()[0]}")  # ok: shown as the number


def writes(optimizer, rate):
    for group in optimizer.param_groups:
        group["lr"] *= 0.1  # error: MSL901@9
    for group in optimizer.param_groups:
        group["lr"] = rate  # ok: not known to be no float
    for group in optimizer.param_groups:
        group["lr"] *= 0.1  # ok: a number was assigned before
        print(f"{group['lr']:.4f}")  # ok: a number by now


def more_writes(first, second, third, fourth, fifth):
    first.param_groups[0]["lr"] = first.param_groups[0]["lr"] * 0.5  # error: MSL901
    second.param_groups[0]["lr"] = 1  # error: MSL901
    third.param_groups[0]["lr"] = np.float32(0.1)  # error: MSL901
    fourth.param_groups[0].update(lr=ms.Tensor(0.1))  # error: MSL901
    fifth.param_groups[0]["lr"] = np.float64(0.1)  # ok: a Python float


def sgd():
    return torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)


texts(sgd())
writes(sgd(), 0.1)
more_writes(sgd(), sgd(), sgd(), sgd(), sgd())
Trainer().log()

other = native.SGD(ms.nn.Dense(2, 2).trainable_params(), lr=0.1)
print(other.param_groups[0]["lr"])  # ok: MindSpore's own optimizer is no affair of this rule
unknown = json.loads("{}")
print(unknown["lr"])  # ok: not a parameter group
