# silent-as: torch
"""Numbers that are written to the rate of a group between steps that are compiled."""

import math

import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler

net = nn.Dense(2, 1)
optimizer = optim.SGD(net.trainable_params(), lr=0.1)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)


@ms.jit
def step(x):
    loss, grads = grad_fn(x)
    optimizer(grads)
    return loss


def each_batch(batches):
    for number, x in enumerate(batches):
        step(x)
        optimizer.param_groups[0]["lr"] = 0.1 / (number + 1)  # error: MSL310@9


def each_epoch(batches, epochs):
    for epoch in range(epochs):
        for group in optimizer.param_groups:
            group["lr"] = 0.1 * 0.5 * (1 + math.cos(math.pi * epoch / epochs))  # error: MSL310
        for x in batches:
            step(x)


def given(batches, rates):
    for x, rate in zip(batches, rates):
        step(x)
        optimizer.param_groups[0].update(lr=rate)  # error: MSL310


def adjust(given_optimizer, epoch):
    rate = 0.1 * 0.1 ** (epoch // 30)
    for group in given_optimizer.param_groups:
        group["lr"] = rate  # error: MSL310


def with_helper(batches, epochs):
    for epoch in range(epochs):
        adjust(optimizer, epoch)
        for x in batches:
            step(x)


class Warmup:
    def __init__(self, scheduled, steps):
        self.scheduled, self.steps, self.count = scheduled, steps, 0

    def step(self):
        self.count += 1
        for group in self.scheduled.param_groups:
            group["lr"] = 0.1 * min(1.0, self.count / self.steps)  # error: MSL310


def with_scheduler(batches):
    scheduler = Warmup(optimizer, 100)
    for x in batches:
        step(x)
        scheduler.step()


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = mint.optim.Adam(network.trainable_params(), lr=1e-3)
        self.grad_fn = ms.value_and_grad(self.forward, None, self.optimizer.parameters)

    def forward(self, x):
        return self.network(x).sum()

    @ms.jit
    def train_step(self, x):
        loss, grads = self.grad_fn(x)
        self.optimizer(grads)
        return loss

    def train_epoch(self, batches, epoch):
        for x in batches:
            self.train_step(x)
        self.set_rate(1e-3 * 0.9**epoch)

    def set_rate(self, rate):
        for group in self.optimizer.param_groups:
            group["lr"] = rate  # error: MSL310


def jit_of_a_function(batches):
    adam = optim.Adam(net.trainable_params(), lr=0.1)
    gradients = ms.value_and_grad(lambda x: net(x).sum(), None, adam.parameters)

    def train_step(x):
        _, grads = gradients(x)
        adam(grads)

    fast = ms.jit(train_step)
    for x in batches:
        fast(x)
        adam.param_groups[0]["lr"] = 0.01  # error: MSL310


def step_alone(batches):
    adam = optim.Adam(net.trainable_params(), lr=0.1)
    gradients = ms.value_and_grad(lambda x: net(x).sum(), None, adam.parameters)

    @ms.jit
    def update(grads):
        return adam(grads)

    for x in batches:
        _, grads = gradients(x)
        update(grads)
        adam.param_groups[0]["lr"] = 0.01  # error: MSL310


def plain(batches):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    gradients = ms.value_and_grad(lambda x: net(x).sum(), None, sgd.parameters)
    for x in batches:
        sgd(gradients(x)[1])
        sgd.param_groups[0]["lr"] = 0.01  # ok: nothing is compiled


def only_gradients_compiled(batches):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    gradients = ms.jit(ms.value_and_grad(lambda x: net(x).sum(), None, sgd.parameters))
    for x in batches:
        sgd(gradients(x)[1])
        sgd.param_groups[0]["lr"] = 0.01  # ok: the step is not compiled


def forward_compiled(batches):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)

    @ms.jit
    def forward(x):
        return net(x).sum()

    gradients = ms.value_and_grad(forward, None, sgd.parameters)
    for x in batches:
        sgd(gradients(x)[1])
        sgd.param_groups[0]["lr"] = 0.01  # ok: the step is not compiled


def before_the_first(batches):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    gradients = ms.value_and_grad(lambda x: net(x).sum(), None, sgd.parameters)

    @ms.jit
    def train_step(x):
        sgd(gradients(x)[1])

    sgd.param_groups[0]["lr"] = 0.01  # ok: compiled with this rate
    for x in batches:
        train_step(x)


def compiled_anew(batches):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    gradients = ms.value_and_grad(lambda x: net(x).sum(), None, sgd.parameters)
    for rate in (0.1, 0.01):
        sgd.param_groups[0]["lr"] = rate  # ok: a new function for each rate

        @ms.jit
        def train_step(x):
            sgd(gradients(x)[1])

        for x in batches:
            train_step(x)


def with_assign(batches):
    for x in batches:
        step(x)
        for group in optimizer.param_groups:
            ops.assign(group["lr"], 0.01)  # ok: assign


def with_stock(batches):
    scheduler = lr_scheduler.StepLR(optimizer, step_size=30)
    for x in batches:
        step(x)
        scheduler.step()  # ok: it assigns


def sometimes_compiled(batches, use_jit):
    sgd = optim.SGD(net.trainable_params(), lr=0.1)
    gradients = ms.value_and_grad(lambda x: net(x).sum(), None, sgd.parameters)

    def train_step(x):
        sgd(gradients(x)[1])

    chosen = ms.jit(train_step) if use_jit else train_step
    for x in batches:
        chosen(x)
        sgd.param_groups[0]["lr"] = 0.01  # ok: it may not be compiled


def other_optimizer(batches):
    other = optim.SGD(net.trainable_params(), lr=0.1)
    for x in batches:
        step(x)
        other.param_groups[0]["lr"] = 0.01  # ok: the step uses another one


def other_key(batches, args):
    for x in batches:
        step(x)
        optimizer.param_groups[0]["note"] = 0.01  # ok: another key
        args["lr"] = 0.01  # ok: settings


def unknown(given_step, given_optimizer, batches):
    for x in batches:
        given_step(x)
        given_optimizer.param_groups[0]["lr"] = 0.01  # ok: anything
