# silent-as: torch
"""A learning-rate scheduler that steps inside a compiled function."""

import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(2, 1)
optimizer = optim.Adam(net.trainable_params(), lr=0.1)
stock = optim.lr_scheduler.StepLR(optimizer, step_size=2)
function = optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        for group in self.optimizer.param_groups:
            group["lr"] = group["lr"] * 0.5


own = Halving(optimizer)


def forward(x):
    return net(x).sum()


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)


@ms.jit
def step_with_stock(x):
    _, grads = grad_fn(x)
    optimizer(grads)
    stock.step()  # error: MSL302


@ms.jit
def step_with_function(x):
    _, grads = grad_fn(x)
    optimizer(grads)
    function.step()  # error: MSL302


@ms.jit
def step_with_own(x):
    _, grads = grad_fn(x)
    optimizer(grads)
    own.step()  # error: MSL302


@ms.jit
def compiled_step(x):
    _, grads = grad_fn(x)
    optimizer(grads)


def train(batches):
    for x in batches:
        compiled_step(x)
        stock.step()  # ok: outside the compiled function


@ms.jit
def denoise(scheduler, noise, step, latents):
    return scheduler.step(noise, step, latents)  # ok: nothing says that this sets a learning rate
