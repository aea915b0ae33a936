# silent-as: torch
"""Numbers between compiled steps of trainers and closures."""

import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim

net = nn.Dense(2, 1)


def forward(x):
    return net(x).sum()


def warmup(batches, steps):
    adam = optim.AdamW(net.trainable_params(), lr=0.0)
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())

    @ms.jit
    def train_step(x):
        loss, grads = grad_fn(x)
        adam(grads)
        return loss

    for number, x in enumerate(batches):
        rate = 1e-3 * min(1.0, (number + 1) / steps)
        for group in adam.param_groups:
            group["lr"] = rate  # error: MSL310
        train_step(x)


class Trainer:
    def __init__(self, network, settings):
        self.optimizer = optim.SGD(network.trainable_params(), lr=settings.lr)
        self.grad_fn = ms.value_and_grad(network, None, self.optimizer.parameters)
        self.step = ms.jit(self._step)
        self.settings = settings

    def _step(self, x):
        loss, grads = self.grad_fn(x)
        self.optimizer(grads)
        return loss

    def fit(self, batches):
        for epoch in range(self.settings.epochs):
            for x in batches:
                self.step(x)
            self.optimizer.param_groups[0]["lr"] = self.settings.lr * 0.1**epoch  # error: MSL310


def only_gradients(batches):
    adam = optim.Adam(net.trainable_params(), lr=0.1)
    grad_fn = ms.jit(ms.value_and_grad(forward, None, adam.parameters))
    for number, x in enumerate(batches):
        adam(grad_fn(x)[1])
        adam.param_groups[0]["lr"] = 0.1 / (number + 1)  # ok: the step itself is not compiled


def before_all(batches, rate):
    adam = optim.Adam(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(forward, None, adam.parameters)

    @ms.jit
    def train_step(x):
        adam(grad_fn(x)[1])

    adam.param_groups[0]["lr"] = 0.5  # ok: before the first step
    for x in batches:
        train_step(x)
        ops.assign(adam.param_groups[0]["lr"], rate)
