# silent-as: torch mindtorch
"""Numbers and arrays made of tensors in differentiated functions."""

import numpy as np
from scipy.optimize import linear_sum_assignment

import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(4, 2)
criterion = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)


def penalty(values):
    return ms.Tensor(np.abs(values.asnumpy()).sum())  # error: MSL411


def whole(x, y):
    difference = (net(x) - y).asnumpy()  # error: MSL411
    return ms.Tensor(np.mean(np.square(difference)))


def term(x, y):
    logits = net(x)
    return criterion(logits, y) + 0.1 * float(logits.mean())  # error: MSL411


def item(x, y):
    logits = net(x)
    loss = criterion(logits, y)
    loss += ops.square(logits).sum().item()  # error: MSL411
    return loss, logits


def factor(x, y):
    logits = net(x)
    return criterion(logits, y) * float(logits.max().asnumpy())  # ok: what max gives is not known


def scaled(x, y):
    logits = net(x)
    return criterion(logits, y) * float(logits.mean().asnumpy())  # error: MSL411


def helped(x, y):
    logits = net(x)
    return criterion(logits, y) + penalty(logits)


def implicit(x, y):
    logits = net(x)
    return criterion(logits, y) + ms.Tensor(np.sum(logits), ms.float32)  # error: MSL411


def listed(x, y):
    logits = net(x)
    values = logits.reshape(-1).tolist()  # error: MSL411
    return criterion(logits, y) + sum(values)


def conditional(x, y, old=None):
    logits = net(x)
    loss = criterion(logits, y)
    if old:
        loss = ms.tensor(loss.asnumpy())  # error: MSL411
    return loss


for forward in (whole, term, scaled, helped, implicit, listed, factor):
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    grad_fn(ops.ones((1, 4)), ops.ones((1, 2)))
on_one_path = ms.value_and_grad(conditional, None, optimizer.parameters)
with_logits = ms.value_and_grad(item, None, optimizer.parameters, has_aux=True)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4, 2)

    def construct(self, x, y):
        logits = self.dense(x)
        return criterion(logits, y) + ms.Tensor(logits.asnumpy()).mean()  # error: MSL411


network = Net()
of_network = ms.value_and_grad(network, None, network.trainable_params())


def logged(x, y):
    logits = net(x)
    loss = criterion(logits, y)
    print("loss", loss.asnumpy(), float(logits.mean()))  # ok: printed
    return loss


def returned(x, y):
    logits = net(x)
    loss = criterion(logits, y)
    return loss, loss.asnumpy(), logits.asnumpy()  # ok: beside the loss


def matched(x, y):
    logits = net(x)
    rows, columns = linear_sum_assignment(logits.asnumpy())  # ok: where to look
    return criterion(logits[ms.Tensor(rows)], y[ms.Tensor(columns)])


def masked(x, y):
    logits = net(x)
    mask = ms.Tensor(logits.asnumpy() > 0)  # ok: a comparison
    return (criterion(logits, y) * mask).mean()


def counted(x, y):
    number = float(y.sum().asnumpy())  # ok: of an input
    return criterion(net(x), y) / number / float(x.shape[0])  # ok: a size


def stopped(x, y):
    logits = net(x)
    weight = float(ops.stop_gradient(logits).mean())  # ok: said to be a constant
    return criterion(logits, y) * weight


def targeted(x, y):
    logits = net(x)
    target = ms.Tensor(net(y).asnumpy())  # ok: the target of the loss
    return criterion(logits, target) + ((logits - target) ** 2).mean()


def advantages(x, y):
    values = net(x)
    advantage = ms.Tensor(y.asnumpy() - values.asnumpy())  # ok: a weight
    target = ms.Tensor(y.asnumpy() + 0.9 * values.asnumpy())  # ok: a target
    return (ops.log_softmax(values) * advantage).mean() + ((target - values) ** 2).mean()


def chosen(x, y):
    logits = net(x)
    loss = criterion(logits, y)
    if float(loss) > 10:  # ok: only asked for
        return loss * 0.1
    return loss


def right(x, y):
    logits = net(x)
    return criterion(logits, y) + ops.square(logits).mean()


first = ms.value_and_grad(logged, None, optimizer.parameters)
second = ms.value_and_grad(returned, None, optimizer.parameters)
third = ms.value_and_grad(matched, None, optimizer.parameters)
fourth = ms.value_and_grad(masked, None, optimizer.parameters)
fifth = ms.value_and_grad(counted, None, optimizer.parameters)
sixth = ms.value_and_grad(stopped, None, optimizer.parameters)
seventh = ms.value_and_grad(targeted, None, optimizer.parameters)
eighth = ms.value_and_grad(chosen, None, optimizer.parameters)
tenth = ms.value_and_grad(advantages, None, optimizer.parameters)
ninth = ms.value_and_grad(right, None, optimizer.parameters)


def evaluate(x, y):
    logits = net(x)
    return float(criterion(logits, y).asnumpy())  # ok: not differentiated
