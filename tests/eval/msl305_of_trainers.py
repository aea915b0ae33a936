# silent-as: torch
"""`param_groups` in trainers, helpers and tests of what an optimizer has."""

from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(2, 1)


def build(name, network):
    if name == "sgd":
        return nn.SGD(network.trainable_params(), 0.1)
    return nn.Adam(network.trainable_params(), 1e-3)


def rate_of(optimizer):
    return optimizer.param_groups[0]["lr"]  # error: MSL305


rate_of(build("sgd", net))


def freeze_decay(optimizer):
    optimizer.param_groups[1]["weight_decay"] = 0.0  # error: MSL305


freeze_decay(nn.AdamWeightDecay(net.trainable_params()))


def count():
    return len(build("adam", net).param_groups)  # error: MSL305


def of_either(new):
    chosen = optim.Adam(net.trainable_params(), lr=0.1) if new else nn.Adam(net.trainable_params(), 0.1)
    return chosen.param_groups  # ok: one of them has groups


class Grouping:
    def __init__(self, network):
        self.param_groups = [{"params": network.trainable_params()}]


def grouping():
    return Grouping(net).param_groups  # ok: the project's own


def modern():
    return optim.SGD(net.trainable_params(), lr=0.1).param_groups[0]["lr"]  # ok: has groups
