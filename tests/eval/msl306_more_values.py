# silent-as: torch
"""More values that are no floats, and some that are."""

import mindspore as ms
import numpy as np
from mindspore import ops
from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(2, 1)
adam = optim.AdamW(net.trainable_params(), lr=1e-3)


def by_index():
    adam.param_groups[0]["lr"] = adam.param_groups[0]["lr"] / 2  # error: MSL306


def of_a_function(loss):
    for group in adam.param_groups:
        group["lr"] = ops.sqrt(ms.Tensor(0.5))  # error: MSL306


def updated():
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    for group in sgd.param_groups:
        group.update({"lr": ms.Tensor(0.5)})  # error: MSL306


def enumerated():
    sgd = optim.SGD([{"params": net.trainable_params(), "lr": 0.1}], lr=0.1)
    for number, group in enumerate(sgd.param_groups):
        group["lr"] -= 0.01  # error: MSL306


def floats(epoch):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    for group in sgd.param_groups:
        group["lr"] = float(group["lr"]) * 0.5  # ok: a float
        group["lr"] = 0.1 * 0.5 ** (epoch // 30)  # ok: a float
    sgd.param_groups[0]["lr"] = group["lr"] * 0.5  # ok: of a float
    sgd.param_groups[0]["lr"] = np.float64(0.1)  # ok: a float of Python too
    sgd.param_groups[0]["lr"] = group["lr"].item() if epoch else 0.1  # ok: a float


def notes():
    history = {"lr": []}
    history["lr"] = ms.Tensor(0.1)  # ok: a dictionary
    settings = [{"lr": 0.1}]
    for group in settings:
        group["lr"] = 1  # ok: settings
