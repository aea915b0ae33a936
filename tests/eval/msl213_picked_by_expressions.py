# silent-as: torch
"""Parameters that go to one of two lists by a conditional expression."""

import mindspore as ms
from mindspore import nn


def split(network):
    decay, rest = [], []
    for parameter in network.trainable_params():
        (rest if parameter.name.endswith("bias") else decay).append(parameter)
    return decay, rest


def wrong(x):
    net = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 1))
    decay, rest = split(net)
    optimizer = nn.AdamWeightDecay([{"params": rest, "weight_decay": 0.0}, {"params": decay}], 1e-3)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())  # error: MSL213
    _, gradients = grad_fn(x)
    optimizer(gradients)


def accumulated(batches):
    net = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 1))
    decay, rest = split(net)
    optimizer = nn.AdamWeightDecay([{"params": rest, "weight_decay": 0.0}, {"params": decay}], 1e-3)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())  # error: MSL213
    kept = None
    for number, x in enumerate(batches):
        _, gradients = grad_fn(x)
        kept = gradients if kept is None else [first + second for first, second in zip(kept, gradients)]
        if number % 4 == 3:
            optimizer(tuple(kept))
            kept = None


def right(x):
    net = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 1))
    decay, rest = split(net)
    optimizer = nn.AdamWeightDecay([{"params": rest, "weight_decay": 0.0}, {"params": decay}], 1e-3)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
    optimizer(grad_fn(x)[1])  # ok: in the optimizer's order


def right_by_hand(x):
    net = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 1))
    decay, rest = split(net)
    optimizer = nn.AdamWeightDecay([{"params": rest, "weight_decay": 0.0}, {"params": decay}], 1e-3)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, rest + decay)
    optimizer(grad_fn(x)[1])  # ok: in the same order
