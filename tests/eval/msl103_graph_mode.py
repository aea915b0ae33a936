# silent-as: torch
"""Modes that cells in GRAPH_MODE do not notice."""

import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.norm = nn.BatchNorm1d(4)

    def construct(self, x):
        return self.norm(self.fc(x))


class Scale(nn.Cell):
    def construct(self, x):
        if self.training:
            return x * 2
        return x


def before_any_mode(x):
    net = Net()
    print(net(x).shape)
    net.set_train()  # error: MSL103
    return net(x)


def reads_training(x):
    net = Scale()
    net(x)
    net.set_train(True)  # error: MSL103
    return net(x)


def inner_only(x, y):
    net = Net()
    wrapped = nn.WithLossCell(net, nn.MSELoss())
    wrapped.set_train()
    wrapped(x, y)
    net.set_train(False)  # error: MSL103
    return wrapped(x, y)


def train_cell(data):
    net = Net()
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
    net.set_train(False)
    for x, y in data:
        step(x, y)  # error: MSL102
    net.set_train()  # error: MSL103
    for x, y in data:
        step(x, y)


def gradient_function(x):
    net = Net()
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())
    net.set_train()
    grad_fn(x)
    net.set_train(False)  # ok: what is trained stays in training mode
    grad_fn(x)
    other = Net()
    grad_fn = ms.value_and_grad(lambda x: other(x).sum(), None, other.trainable_params())
    grad_fn(x)
    other.set_train()  # error: MSL103
    return grad_fn(x)


def set_first(x):
    net = Net()
    net.set_train()
    net(x)
    net.set_train(False)  # ok: another phase
    net(x)
    net.set_train()  # ok: the phase of the first run
    return net(x)


def evaluated_first(x):
    net = Net()
    net.set_train(False)
    net(x)
    net.set_train()  # ok: another phase
    return net(x)


def both(x, y):
    net = Net()
    wrapped = nn.WithLossCell(net, nn.MSELoss())
    wrapped.set_train()
    wrapped(x, y)
    net.set_train(False)  # ok: the net itself is run, in its own phase
    return net(x)


def eager(x):
    ms.set_context(mode=ms.PYNATIVE_MODE)
    net = Net()
    net(x)
    net.set_train()  # ok: not compiled
    return net(x)


def chosen(x, args):
    ms.set_context(mode=args.mode)
    net = Net()
    net(x)
    net.set_train()  # ok: the mode of execution is not known
    return net(x)


def other_object(x):
    Net()(x)
    net = Net()
    net.set_train()  # ok: another object
    return net(x)
