"""Optimizers of one's own."""

import mindspore as ms
import mindtorch.torch as torch
from mindtorch.torch.optim import Optimizer, SGD
from mindtorch.torch.optim.lr_scheduler import LRScheduler


class Plain(Optimizer):
    def step(self, closure=None):  # error: MSL903@20
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.copy_(p - group["lr"] * p.grad)


class Bare(torch.optim.Optimizer):
    def step(self):  # error: MSL903@14
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(p.grad)


class Base(torch.optim.Optimizer):
    def update(self, p, gradient):
        p.copy_(p - gradient)


class Derived(Base):
    def step(self, closure=None):  # error: MSL903
        for group in self.param_groups:
            for p in group["params"]:
                self.update(p, p.grad.data)


class KeywordOnly(torch.optim.Optimizer):
    @torch.no_grad()
    def step(self, *, closure=None):  # error: MSL903
        return [p.grad for group in self.param_groups for p in group["params"]]


def make():
    class Inner(Optimizer):
        def step(self, closure=None):  # error: MSL903
            return [p.grad for group in self.param_groups for p in group["params"]]

    return Inner


class Second(SGD, Optimizer):
    def step(self, closure=None):  # error: MSL903
        return [p.grad for group in self.param_groups for p in group["params"]]


class Right(Optimizer):
    def step(self, grads, closure=None):  # ok: takes the gradients
        for p, gradient in zip(self.param_groups[0]["params"], grads):
            p.copy_(p - gradient)


class Optional(Optimizer):
    def step(self, gradients=None, closure=None):  # ok: takes gradients, and falls back on .grad
        return gradients or [p.grad for p in self.param_groups[0]["params"]]


class Any(Optimizer):
    def step(self, *arguments):  # ok: takes whatever it is given
        return [p.grad for p in self.param_groups[0]["params"]]


class Wrapper(Optimizer):
    def __init__(self, inner):
        self.inner = inner

    def step(self, closure=None):  # ok: reads no .grad
        return self.inner.step(closure)


class Schedule(LRScheduler):
    def step(self, closure=None):  # ok: a scheduler
        return self.optimizer.grad


class Unlike:
    def step(self, closure=None):  # ok: extends nothing of MindTorch
        return self.grad


class Native(ms.nn.Optimizer):
    def step(self, closure=None):  # ok: MindSpore's own optimizer is no affair of this rule
        return [p.grad for p in self.parameters]


make()
