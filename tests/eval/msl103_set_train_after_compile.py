# silent-as: torch
"""Modes that compiled functions do not notice."""

import mindspore as ms
from mindspore import jit, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.drop(self.fc(x))


class Compiled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)

    @jit
    def construct(self, x):
        return self.drop(x)


def run(forward, x):
    return forward(x)


def decorated(x):
    net = Net()

    @jit
    def forward(x):
        return net(x)

    forward(x)
    net.set_train()  # error: MSL103@5
    run(forward, x)


def back_to_evaluation(x):
    net = Net()
    forward = ms.jit(lambda x: net(x))
    net.set_train()
    forward(x)
    net.set_train(False)  # error: MSL103
    return forward(x)


class Trainer:
    def __init__(self, net):
        self.net = net

    @jit
    def forward(self, x):
        return self.net(x)

    def fit(self, data):
        for _ in range(3):
            self.net.set_train(True)
            for x in data:
                self.forward(x)
            self.net.set_train(False)  # error: MSL103
            for x in data:
                self.forward(x)


Trainer(Net()).fit(ms.Tensor([1.0]))


def whole_step(data, x):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)

    @jit
    def step(x):
        loss, grads = grad_fn(x)
        optimizer(grads)  # error: MSL102
        return loss

    net.set_train(False)
    step(x)
    net.set_train()  # error: MSL103
    for x in data:
        step(x)


def compiled_construct(x):
    cell = Compiled()
    cell(x)
    cell.set_train()  # error: MSL103
    return cell(x)


def only_a_part(x):
    cell = Compiled()
    net = nn.SequentialCell(cell, nn.ReLU())
    net.set_train()
    net(x)
    net.set_train(False)  # error: MSL103
    return net(x)


def one_for_each(x):
    net = Net()

    @jit
    def train_forward(x):
        return net(x)

    @jit
    def eval_forward(x):
        return net(x)

    net.set_train()
    train_forward(x)
    net.set_train(False)  # ok: another function
    eval_forward(x)
    net.set_train()  # ok: as it was compiled
    train_forward(x)


def set_first(x):
    net = Net()

    @jit
    def forward(x):
        return net(x)

    net.set_train()  # ok: before the first run
    return forward(x)


def not_compiled(x):
    net = Net()
    net(x)
    net.set_train()  # ok: not compiled
    return net(x)


def bytecode(x):
    net = Net()

    @jit(capture_mode="bytecode")
    def forward(x):
        return net(x)

    forward(x)
    net.set_train()  # ok: noticed
    return forward(x)


def other_constants(x):
    net = Net()

    @jit
    def forward(x, training):
        return net(x)

    net.set_train()
    forward(x, True)
    net.set_train(False)  # ok: compiled anew for the other constant
    return forward(x, False)


def given_network(x):
    net = Net()

    @jit
    def forward(network, x):
        return network(x)

    net.set_train()
    forward(net, x)
    net.set_train(False)  # ok: a network that is passed is noticed
    return forward(net, x)


def made_anew(x):
    net = Net()

    def make():
        @jit
        def forward(x):
            return net(x)

        return forward

    net.set_train()
    make()(x)
    net.set_train(False)  # ok: another function each time
    return make()(x)


def mode_set_before(x):
    cell = Compiled()
    cell.set_train(False)
    cell(x)
    cell.set_train()  # ok: another phase
    return cell(x)


def gradients(x):
    net = Net()

    @jit
    def forward(x):
        return net(x)

    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())
    net.set_train()
    grad_fn(x)
    net.set_train(False)  # ok: compiled apart under a gradient
    return forward(x)


def no_mode(x):
    net = nn.SequentialCell(nn.Dense(4, 4), nn.ReLU())

    @jit
    def forward(x):
        return net(x)

    forward(x)
    net.set_train()  # ok: nothing depends on the mode
    return forward(x)
