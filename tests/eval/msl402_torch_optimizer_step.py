# silent-as: torch mindtorch
"""step() and zero_grad() of optimizers, of both families, and of cells."""

import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim
from mindspore.mint import optim as mint_optim

net = nn.Dense(2, 1)
grad_fn = ms.value_and_grad(net, None, net.trainable_params())

optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
optimizer.zero_grad()  # error: MSL402@1
optimizer.step()  # error: MSL402

torch_like = optim.SGD(net.trainable_params(), lr=0.1)
torch_like.zero_grad()  # error: MSL402
torch_like.step(grad_fn)  # error: MSL402

of_mint = mint_optim.AdamW(net.trainable_params(), lr=0.1)
of_mint.zero_grad(set_to_none=True)  # error: MSL402
of_mint.step()  # error: MSL402

net.zero_grad()  # error: MSL402
nn.SequentialCell(net, nn.ReLU()).zero_grad()  # error: MSL402


def create(name, params):
    if name == "sgd":
        return nn.SGD(params, 0.1)
    return nn.Momentum(params, 0.1, 0.9)


class Trainer:
    def __init__(self, network):
        self.optimizer = create("sgd", network.trainable_params())
        self.loss = nn.MSELoss()

    def step(self, x, y):
        self.optimizer.zero_grad()  # error: MSL402
        self.optimizer.step()  # error: MSL402


class Lion(nn.Optimizer):
    def construct(self, gradients):
        return gradients


Lion(0.1, net.trainable_params()).step()  # error: MSL402


# What only looks like it.
trainer = Trainer(net)
trainer.step(1, 2)  # ok: the project's own method
scheduler = optim.lr_scheduler.StepLR(torch_like, step_size=2)
scheduler.step()  # ok: a scheduler has it


class Stepping(nn.SGD):
    def step(self, gradients):
        return self(gradients)

    def zero_grad(self):
        """Nothing to do."""


own = Stepping(net.trainable_params(), 0.1)
own.zero_grad()  # ok: the project's own optimizer has it
own.step(grad_fn)  # ok: the project's own optimizer has it


class Accumulator:
    """Holds an optimizer and looks like one."""

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def zero_grad(self):
        self.gradients = None

    def step(self):
        self.optimizer(self.gradients)


accumulator = Accumulator(optimizer)
accumulator.zero_grad()  # ok: no optimizer of MindSpore
accumulator.step()  # ok: no optimizer of MindSpore


class Net(nn.Cell):
    def zero_grad(self):
        return self

    def step(self):
        return self


Net().zero_grad()  # ok: the cell defines it


def train(env, profiler, optimizer, scaler):
    env.step(0)  # ok: an environment
    profiler.step()  # ok: a profiler
    optimizer.step()  # ok: nothing is known of the argument
    scaler.step(optimizer)  # ok: some library's


class Lazy(nn.Adam):
    def __getattr__(self, name):
        return getattr(self.inner, name)


Lazy(net.trainable_params()).step()  # ok: it hands on what it has not


def either(flag, other):
    chosen = other if flag else nn.SGD(net.trainable_params(), 0.1)
    chosen.step()  # ok: it may be another one
