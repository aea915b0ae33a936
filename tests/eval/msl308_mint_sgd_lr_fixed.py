# silent-as: torch
"""Changes of the rate of mint's SGD after it was built."""

import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler

net = nn.Dense(2, 1)
sgd = mint.optim.SGD(net.trainable_params(), lr=0.1)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, sgd.parameters)
stock = lr_scheduler.StepLR(sgd, step_size=30)


def step(x):
    _, grads = grad_fn(x)
    sgd(grads)


@ms.jit
def compiled(x):
    _, grads = grad_fn(x)
    sgd(grads)


@ms.jit
def compiled_with_assign(x):
    _, grads = grad_fn(x)
    ops.assign(sgd.param_groups[0]["lr"], 0.01)  # error: MSL308
    sgd(grads)


def train(batches):
    for x in batches:
        step(x)
        stock.step()  # error: MSL308@9


def train_compiled(batches):
    for x in batches:
        compiled(x)
        for group in sgd.param_groups:
            group["lr"] = 0.01  # error: MSL308


def multiply():
    for group in sgd.param_groups:
        group["lr"] *= 0.1  # error: MSL308


def assign(rate):
    for group in sgd.param_groups:
        ops.assign(group["lr"], rate)  # error: MSL308


def set_data(rate):
    sgd.param_groups[0]["lr"].set_data(rate)  # error: MSL308


class Halving:
    def __init__(self, given):
        self.given = given
        self.rate = 0.1

    def step(self):
        self.rate /= 2
        for group in self.given.param_groups:
            group["lr"] = self.rate  # error: MSL308


class Trainer:
    def __init__(self, network):
        self.optimizer = mint.optim.SGD(network.trainable_params(), lr=0.1)
        self.scheduler = lr_scheduler.CosineAnnealingLR(self.optimizer, T_max=10)
        self.own = Halving(self.optimizer)

    def end_epoch(self):
        self.scheduler.step()  # error: MSL308
        self.own.step()


def other_optimizers(batches):
    adam = mint.optim.Adam(net.trainable_params(), lr=0.1)
    scheduler = lr_scheduler.StepLR(adam, step_size=30)
    for _ in batches:
        scheduler.step()  # ok: mint's Adam reads its rate
        adam.param_groups[0]["lr"] = 0.01  # ok: the same


def experimental(batches):
    other = optim.SGD(net.trainable_params(), lr=0.1)
    scheduler = lr_scheduler.StepLR(other, step_size=30)
    for _ in batches:
        scheduler.step()  # ok: not mint's
        ops.assign(other.param_groups[0]["lr"], 0.01)  # ok: not mint's


def built_anew(rate):
    return mint.optim.SGD(net.trainable_params(), lr=rate)  # ok: built with it


def read():
    return sgd.param_groups[0]["lr"]  # ok: read


def other_key():
    sgd.param_groups[0]["weight_decay"] = 0.1  # ok: another key


def unknown(scheduler, given):
    scheduler.step()  # ok: anything
    given.param_groups[0]["lr"] = 0.01  # ok: anything


def environment(env, action):
    return env.step(action)  # ok: no scheduler
