# silent-as: torch
"""Weights that are set in loops over networks, and copies that are not trained."""

import copy

import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 1)

    def construct(self, x):
        return self.dense(x).sum()


def restart(batches, rounds):
    net = Net()
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    step = nn.TrainOneStepCell(net, optimizer)
    first = {parameter.name: parameter.value().copy() for parameter in net.get_parameters()}
    for _ in range(rounds):
        for x in batches:
            step(x)
        for parameter in net.get_parameters():
            parameter.set_data(first[parameter.name])  # error: MSL309


def clipped(batches):
    critic = Net()
    optimizer = nn.RMSProp(critic.trainable_params(), 1e-4)
    grad_fn = ms.value_and_grad(critic, None, critic.trainable_params())

    def clip():
        for weight in critic.trainable_params():
            weight.set_data(weight.clip(-0.1, 0.1))  # error: MSL309

    for x in batches:
        optimizer(grad_fn(x)[1])
        clip()


def averaged(batches):
    net = Net()
    shadow = copy.deepcopy(net)
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        for mean, weight in zip(shadow.get_parameters(), net.get_parameters()):
            mean.set_data(0.9 * mean + 0.1 * weight)  # ok: the copy is not trained


def evaluated(batches, best):
    net, other = Net(), Net()
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        ms.load_param_into_net(other, best)  # ok: another network
        for parameter in other.get_parameters():
            ops.assign(parameter, parameter * 0.5)  # ok: another network, and assign
