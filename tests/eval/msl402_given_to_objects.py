"""Methods that a program gives to one optimizer or to one cell."""

import types

from mindspore import nn, ops


def step(self, grads):
    return self(grads)


def with_step(optimizer):
    optimizer.step = types.MethodType(step, optimizer)
    return optimizer


net = nn.Dense(2, 1)
grads = (ops.ones((1, 2)), ops.ones((1,)))
optimizer = with_step(nn.SGD(net.trainable_params(), learning_rate=0.1))
optimizer.step(grads)  # ok: given by with_step
optimizer.zero_grad()  # error: MSL402


class Trainer:
    def __init__(self):
        self.step = 0
        self.zero_grad = None
        self.optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)

    def train(self):
        self.step += 1
        self.optimizer.zero_grad()  # error: MSL402
