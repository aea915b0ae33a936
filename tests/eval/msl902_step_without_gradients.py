"""Steps that train nothing, and those that are given gradients."""

import mindspore as ms
import mindtorch.torch as torch
import msadapter.pytorch as adapter
from mindspore.experimental import optim as native
from mindtorch.torch import nn, optim
from mindtorch.torch.nn.utils import clip_grad_norm_

model = nn.Linear(2, 1)
criterion = nn.MSELoss()


def forward(x, y):
    return criterion(model(x), y)


def without(data):
    optimizer = optim.AdamW(model.parameters(), lr=1e-3)
    compute = ms.value_and_grad(forward, None, optimizer.parameters)
    for x, y in data:
        loss, gradients = compute(x, y)
        clip_grad_norm_(model.parameters(), 1.0)  # error: MSL902
        optimizer.step()  # error: MSL902@9


def with_gradients(data):
    optimizer = optim.AdamW(model.parameters(), lr=1e-3)
    compute = ms.value_and_grad(forward, None, optimizer.parameters)
    for x, y in data:
        loss, gradients = compute(x, y)
        gradients, norm = torch.nn.utils.clip_grad_norm(model.parameters(), 1.0, gradients)  # ok: gives them
        optimizer.step(gradients)  # ok: given gradients
        optimizer.step(grads=gradients)  # ok: given gradients
        optimizer(gradients)  # ok: given gradients
        optimizer.zero_grad()  # ok: does no harm


def pytorch(data):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in data:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()  # error: MSL902
        optimizer.step()  # ok: the backward() before it says it all


class Trainer:
    def __init__(self, env):
        self.optimizer = torch.optim.Adam(model.parameters())
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 3)
        self.env = env

    def advance(self):
        self.optimizer.step()  # error: MSL902

    def closures(self):
        self.optimizer.step(lambda: forward(None, None))  # error: MSL902
        self.optimizer.step(closure=self.compute)  # error: MSL902
        self.optimizer.step(None)  # error: MSL902

    def compute(self):
        return forward(None, None)

    def others(self, optimizer, *gradients):
        self.scheduler.step()  # ok: a scheduler
        self.env.step()  # ok: not known to be an optimizer
        optimizer.step()  # ok: not known whose it is
        self.optimizer.step(*gradients)  # ok: may hold gradients


class Unlike:
    def step(self):
        return None

    def backward(self):
        return None


Unlike().step()  # ok: a class of the project
Unlike().backward()  # ok: a class of the project
data = torch.load("data.ckpt")
without(data)
with_gradients(data)
pytorch(data)


def older(network, x):
    optimizer = adapter.optim.SGD(network.trainable_params(), learning_rate=0.1)
    loss = adapter.ones(2).sum()
    loss.backward()  # error: MSL902
    optimizer.step(x)  # error: MSL902
    optimizer(x)  # ok: MindSpore's own way


experimental = native.SGD(ms.nn.Dense(2, 2).trainable_params(), lr=0.1)
experimental.step()  # ok: MindSpore's own optimizer is no affair of this rule
