# silent-as: torch
"""Schedulers of all kinds in compiled code, and things that only look like one."""

import mindspore as ms
from mindspore import nn, ops, mint
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler
from mindspore.experimental.optim.lr_scheduler import CosineAnnealingLR, LRScheduler

net = nn.Dense(2, 1)
opt = optim.Adam(net.trainable_params(), lr=0.1)
fixed = mint.optim.SGD(net.trainable_params(), lr=0.1)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)


class Warmup:
    def __init__(self, optimizer, steps):
        self.optimizer, self.steps, self.now = optimizer, steps, 0

    def get(self):
        return 0.1 * self.now / self.steps

    def set(self, rate):
        for group in self.optimizer.param_groups:
            group["lr"] = rate  # error: MSL310

    def step(self):
        self.now += 1
        self.set(self.get())


class Base:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        for group, rate in zip(self.optimizer.param_groups, self.rates()):
            group["lr"] = rate


class Poly(Base):
    def rates(self):
        return [0.1]


class Own(LRScheduler):
    def get_lr(self):
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


class Overriding(LRScheduler):
    def get_lr(self):
        return [0.1]

    def step(self):
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1


warmup, poly, own = Warmup(opt, 100), Poly(opt), Own(opt)
restarts = lr_scheduler.CosineAnnealingWarmRestarts(opt, T_0=3)
cosine = CosineAnnealingLR(opt, T_max=10)
on_fixed = lr_scheduler.StepLR(fixed, step_size=1)
overriding = Overriding(opt)


@ms.jit
def first(x):
    _, grads = grad_fn(x)
    opt(grads)
    warmup.step()  # error: MSL302
    poly.step()  # error: MSL302
    own.step()  # ok: its rates were right
    restarts.step()  # error: MSL302
    cosine.step()  # error: MSL302
    on_fixed.step()  # error: MSL302
    overriding.step()  # error: MSL302


class TrainStep(nn.Cell):
    def __init__(self, network, optimizer, scheduler):
        super().__init__()
        self.network, self.optimizer, self.scheduler = network, optimizer, scheduler
        self.grad_fn = ms.value_and_grad(network, None, optimizer.parameters)

    @ms.jit
    def construct(self, x):
        _, grads = self.grad_fn(x)
        self.optimizer(grads)
        self.scheduler.step()  # error: MSL302


def use(data):
    step = TrainStep(net, opt, Warmup(opt, 10))
    for x in data:
        step(x)


def advance(scheduler):
    scheduler.step()  # error: MSL302


def whole(x):
    _, grads = grad_fn(x)
    opt(grads)
    advance(warmup)


compiled = ms.jit(whole)


class Sampler:
    def step(self, noise, t, latents):
        return latents - noise


class Env:
    def step(self, action):
        return action


@ms.jit
def sample(x):
    sampler, env = Sampler(), Env()
    env.step(x)  # ok: an environment
    return sampler.step(x, 1, x)  # ok: a sampler


@ms.jit
def unknown(scheduler, x):
    scheduler.step()  # ok: nothing is known of it
    return x


def outside(data):
    for x in data:
        first(x)
        warmup.step()  # ok: outside
        cosine.step()  # ok: outside
