# silent-as: torch mindtorch
"""has_aux=True, and only a loss is returned."""

import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(4, 2)
criterion = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
HAS_AUX = True
OPTIONS = {"has_aux": True}


def one(x, y):
    return criterion(net(x), y)


def reduced(x, y):
    difference = net(x) - y
    loss = (difference**2).mean()
    return loss


def listed(x, y):
    logits = net(x)
    return [criterion(logits, y), logits]


def named(x, y):
    logits = net(x)
    return {"loss": criterion(logits, y), "logits": logits}


def alone(x, y):
    return (criterion(net(x), y),)


def with_number(x, y):
    loss = criterion(net(x), y)
    return loss, float(loss)


def with_nothing(x, y):
    return criterion(net(x), y), None


class Loss(nn.Cell):
    def __init__(self):
        super().__init__()
        self.net = net

    def construct(self, x, y):
        return ops.cross_entropy(self.net(x), y)


of_one = ms.value_and_grad(one, None, optimizer.parameters, has_aux=True)  # error: MSL404
of_reduced = ms.value_and_grad(reduced, None, optimizer.parameters, HAS_AUX)  # error: MSL404
of_list = ops.value_and_grad(listed, None, optimizer.parameters, has_aux=HAS_AUX)  # error: MSL404
of_dict = ms.value_and_grad(named, None, optimizer.parameters, has_aux=True)  # error: MSL404
of_tuple = ms.grad(alone, None, optimizer.parameters, has_aux=True)  # error: MSL404
of_network = ms.value_and_grad(Loss(), None, optimizer.parameters, **OPTIONS)  # error: MSL404
of_number = ms.value_and_grad(with_number, None, optimizer.parameters, has_aux=True)  # error: MSL404
of_nothing = ms.value_and_grad(with_nothing, None, optimizer.parameters, has_aux=True)  # error: MSL404
of_lambda = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters, has_aux=True)  # error: MSL404


def make_step(network, loss_fn, opt):
    def forward(x, y):
        return loss_fn(network(x), y)

    def scaled(x, y):
        return loss_fn(network(x), y) / 2

    unscaled = ms.value_and_grad(forward, None, opt.parameters, has_aux=True)  # ok: loss_fn may return a tuple
    return unscaled, ms.value_and_grad(scaled, None, opt.parameters, has_aux=True)  # error: MSL404


def two(x, y):
    logits = net(x)
    return criterion(logits, y), logits


def mixed(x, y):
    logits = net(x)
    return criterion(logits, y), 1, logits


def spread(x, y):
    outputs = (criterion(net(x), y),)
    outputs += (net(x),)
    return outputs


def given(x, y, *others):
    return (criterion(net(x), y), *others)


class Recurrent(nn.Cell):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTM(4, 2)

    def construct(self, x):
        return self.cell(x)


good = ms.value_and_grad(two, None, optimizer.parameters, has_aux=True)  # ok: two tensors
good_mixed = ms.value_and_grad(mixed, None, optimizer.parameters, has_aux=True)  # ok: one of the others is a tensor
good_spread = ms.value_and_grad(spread, None, optimizer.parameters, has_aux=True)  # ok: two in the end
unsure = ms.value_and_grad(given, None, optimizer.parameters, has_aux=True)  # ok: there may be others
recurrent = Recurrent()
of_layer = ms.grad(recurrent, has_aux=True)  # ok: the layer returns a tuple
without = ms.value_and_grad(one, None, optimizer.parameters, has_aux=False)  # ok: as it should be
picked = ms.value_and_grad(max(one, two, key=id), None, optimizer.parameters, has_aux=True)  # ok: not known
