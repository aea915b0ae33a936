"""Tensors that loops go on working on, and several arguments under one annotation."""

import numpy as np
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 2)


def repeat(x: Tensor, times):
    for _ in range(times):
        x = x * 2
        x.detach()  # error: MSL408
    return x.detach()  # error: MSL408


def accumulate(losses: dict):
    total = ops.zeros(())
    for name, value in losses.items():
        total = total + value
    return total.detach()  # error: MSL408


def halve(x: Tensor):
    x, rest = x.chunk(2)
    rest.detach()  # error: MSL408
    return x.detach()  # error: MSL408


def leave(x: Tensor, change):
    for _ in range(3):
        x = change(x)
        x.detach()  # ok: whatever change gives
    y = net(x)
    while y.sum():
        kept = y
        y = kept.asnumpy()
        y = np.square(y)
    return kept.detach()  # ok: perhaps an array


def several(*tensors: Tensor, **named: Tensor):
    tensors.detach()  # ok: a tuple
    return named.detach()  # ok: a dict
