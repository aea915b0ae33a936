# silent-as: torch mindtorch
"""An evaluation in the epoch loop that leaves the network in inference mode."""

import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(self.drop(x))


def train_once_switched(batches, epochs):
    net = Net()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    for _ in range(epochs):
        for x, y in batches:
            _, grads = grad_fn(x, y)
            optimizer(grads)  # error: MSL102
        net.set_train(False)
        for x, y in batches:
            net(x)


def train_switched_each_epoch(batches, epochs):
    net = Net()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(epochs):
        net.set_train()
        for x, y in batches:
            _, grads = grad_fn(x, y)
            optimizer(grads)  # ok: every epoch starts in training mode
        net.set_train(False)
        for x, y in batches:
            net(x)


def evaluate_after_training(batches):
    net = Net()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    net.set_train(True)
    for x, y in batches:
        _, grads = grad_fn(x, y)
        optimizer(grads)  # ok: evaluation starts when training is over
    net.set_train(False)
    return [net(x) for x, _ in batches]
