# silent-as: torch
"""Rates that get other data after the optimizer has compiled its step."""

import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim

net = nn.Dense(2, 1)


def forward(x):
    return net(x).sum()


def every_epoch(batches, epochs):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for epoch in range(epochs):
        optimizer.learning_rate.set_data(ms.Tensor(0.1 / (epoch + 1), ms.float32))  # error: MSL304@9
        for x in batches:
            _, grads = grad_fn(x)
            optimizer(grads)


def after_steps(batches):
    optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
    cell = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    for x, y in batches:
        cell(x, y)
        optimizer.learning_rate.assign_value(ms.Tensor(0.01, ms.float32))  # error: MSL304


def replaced(batches):
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        optimizer.learning_rate = ms.Tensor(0.01, ms.float32)  # error: MSL304


def multiplied(batches):
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        optimizer.learning_rate *= 0.9  # error: MSL304


def filled(batches):
    optimizer = nn.RMSProp(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        optimizer.learning_rate[...] = 0.01  # error: MSL304


def through_get_lr(batches):
    optimizer = nn.AdaMax(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        rate = optimizer.get_lr()
        rate.set_data(ms.Tensor(0.01, ms.float32))  # error: MSL304


def per_group(batches):
    groups = [{"params": [net.weight], "lr": 0.1}, {"params": [net.bias], "lr": 0.2}]
    optimizer = nn.SGD(groups, learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        for rate in optimizer.learning_rate:
            rate.set_data(ms.Tensor(0.01, ms.float32))  # error: MSL304


def adjust(given, epoch):
    given.learning_rate.set_data(ms.Tensor(0.1 * 0.9**epoch, ms.float32))  # error: MSL304


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = nn.SGD(network.trainable_params(), learning_rate=0.1)
        self.grad_fn = ms.value_and_grad(self.forward, None, self.optimizer.parameters)

    def forward(self, x):
        return self.network(x).sum()

    def train_step(self, x):
        _, grads = self.grad_fn(x)
        self.optimizer(grads)

    def train_epoch(self, batches, epoch):
        for x in batches:
            self.train_step(x)
        adjust(self.optimizer, epoch)


@ms.jit
def in_compiled_code(x, rate):
    optimizer = shared
    optimizer.learning_rate.set_data(rate)  # error: MSL304
    return x


shared = nn.SGD(net.trainable_params(), learning_rate=0.1)
modern = optim.SGD(net.trainable_params(), lr=0.1)
modern_grad = ms.value_and_grad(forward, None, modern.parameters)


@ms.jit
def compiled(x):
    _, grads = modern_grad(x)
    modern(grads)


def between(batches):
    for x in batches:
        compiled(x)
        modern.param_groups[0]["lr"].set_data(ms.Tensor(0.01, ms.float32))  # error: MSL304


def before_the_first(batches):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    optimizer.learning_rate.set_data(ms.Tensor(0.01, ms.float32))  # ok: nothing is compiled
    for x in batches:
        optimizer(grad_fn(x)[1])


def assigned(batches):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        ops.assign(optimizer.learning_rate, ms.Tensor(0.01, ms.float32))  # ok: assign
        optimizer.learning_rate.copy_(ms.Tensor(0.01, ms.float32))  # ok: the same memory


def new_each_fold(folds):
    for batches in folds:
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
        grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
        optimizer.learning_rate.set_data(ms.Tensor(0.01, ms.float32))  # ok: a new optimizer
        for x in batches:
            optimizer(grad_fn(x)[1])


def plain_experimental(batches):
    optimizer = optim.SGD(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        optimizer.param_groups[0]["lr"].set_data(ms.Tensor(0.01, ms.float32))  # ok: this step is not compiled


def adadelta(batches):
    optimizer = nn.Adadelta(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        optimizer.learning_rate.set_data(ms.Tensor(0.01, ms.float32))  # ok: does not compile itself


def two_phases(batches, phase):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    if phase == "train":
        for x in batches:
            optimizer(grad_fn(x)[1])
    else:
        optimizer.learning_rate.set_data(ms.Tensor(0.01, ms.float32))  # ok: not after the steps


def read(batches):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        print(optimizer.learning_rate.asnumpy(), optimizer.get_lr().value())  # ok: read


class Schedule:
    def __init__(self):
        self.learning_rate = ms.Parameter(ms.Tensor(0.1), name="rate")


def own_parameter(batches):
    schedule = Schedule()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x in batches:
        optimizer(grad_fn(x)[1])
        schedule.learning_rate.set_data(ms.Tensor(0.01))  # ok: no optimizer's


def unknown(given, batches):
    for _ in batches:
        given.learning_rate.set_data(ms.Tensor(0.01))  # ok: anything


def adapted(given, epoch):
    """Written for optimizers of several libraries."""
    rate = 0.1 * 0.5**epoch
    if hasattr(given, "learning_rate"):
        if isinstance(given.learning_rate, ms.Tensor):
            given.learning_rate.set_data(ms.Tensor(rate, ms.float32))  # error: MSL304
        else:
            given.learning_rate = rate  # ok: not reached with one rate
    if hasattr(given, "param_groups"):
        for group in given.param_groups:  # ok: not reached
            group["lr"] = rate


def several(batches, epochs):
    networks = [nn.Dense(2, 1), nn.Dense(2, 1)]
    optimizers = [nn.SGD(each.trainable_params(), learning_rate=0.1) for each in networks]
    gradients = [ms.value_and_grad(each, None, each.trainable_params()) for each in networks]
    for epoch in range(epochs):
        for optimizer in optimizers:
            adapted(optimizer, epoch)
        for x in batches:
            for gradient, optimizer in zip(gradients, optimizers):
                optimizer(gradient(x)[1])


def style(image, rates):
    pixels = ms.Parameter(image, name="pixels")
    optimizer = nn.Adam([pixels], learning_rate=0.1)
    grad_fn = ms.value_and_grad(lambda given: given.sum(), 0)
    for number in range(1000):
        if number < len(rates):
            optimizer.learning_rate.assign_value(ms.Tensor(rates[number], ms.float32))  # error: MSL304
        _, grads = grad_fn(pixels)
        optimizer((grads,))
