# silent-as: torch
"""Optimizers that are held in containers and handed around, and attributes that only look alike."""

from dataclasses import dataclass
from types import SimpleNamespace

from mindspore import nn, ops

generator, critic = nn.Dense(2, 1), nn.Dense(2, 1)
optimizers = {
    "generator": nn.Adam(generator.trainable_params(), learning_rate=1e-3),
    "critic": nn.Adam(critic.trainable_params(), learning_rate=1e-3),
}


def lower_all(rate):
    for each in optimizers.values():
        each.lr = rate  # error: MSL303


def lower_one():
    optimizers["critic"].learning_rate = 1e-4  # error: MSL303


def in_a_pair():
    pair = [nn.SGD(generator.trainable_params(), 0.1), nn.SGD(critic.trainable_params(), 0.1)]
    for number, each in enumerate(pair):
        each.lr = 0.1 / (number + 1)  # error: MSL303


def made(network, rate=0.1):
    return nn.Momentum(network.trainable_params(), learning_rate=rate, momentum=0.9)


def of_a_factory():
    made(generator).lr = 0.05  # error: MSL303


def by_milestone(epoch):
    return 0.1 if epoch < 30 else 0.01


def milestones():
    sgd = made(generator)
    for epoch in range(90):
        sgd.learning_rate = by_milestone(epoch)  # error: MSL303


@dataclass
class Schedule:
    lr: float = 0.1
    learning_rate: float = 0.1


class Wrapped:
    """Has an optimizer, and its own rate."""

    def __init__(self, network):
        self.optimizer = made(network)
        self.lr = 0.1

    def apply(self):
        ops.assign(self.optimizer.learning_rate, self.lr)


def look_alikes():
    schedule = Schedule()
    schedule.lr = 0.01  # ok: a dataclass
    schedule.learning_rate = 0.01  # ok: a dataclass
    wrapped = Wrapped(generator)
    wrapped.lr = 0.01  # ok: the wrapper hands it on
    wrapped.apply()
    options = SimpleNamespace(optimizer="sgd")
    options.lr = 0.01  # ok: settings
    generator.lr = 0.01  # ok: of the network
