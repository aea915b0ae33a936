# silent-as: torch mindtorch
"""Clipped gradients that nothing uses."""

import functools

import pytest

import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), 0.1)
layer = nn.ClipByNorm()
LIMIT = 1.0
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)


def clipped(grads, limit=LIMIT):
    return ops.clip_by_global_norm(grads, limit)


def dropped(x):
    loss, grads = grad_fn(x)
    ops.clip_by_global_norm(grads, LIMIT)  # error: MSL412
    ops.clip_by_norm(grads, max_norm=LIMIT)  # error: MSL412
    ops.composite.clip_by_global_norm(grads)  # error: MSL412
    clipped(grads)  # error: MSL412
    optimizer(grads)
    return loss


def one_by_one(grads):
    for grad in grads:
        ops.clip_by_value(grad, -1.0, 1.0)  # error: MSL412
    for grad in grads:
        grad = ops.clip_by_value(grad, -1.0, 1.0)  # error: MSL412
    for grad in grads:
        layer(grad, ms.Tensor(1.0))  # ok: a name that says nothing of clipping is not followed
    [ops.clamp(grad, -1, 1) for grad in grads]  # error: MSL412
    optimizer(grads)


def other_name(x):
    loss, grads = grad_fn(x)
    clipped_grads = ops.clip_by_global_norm(grads, LIMIT)  # error: MSL412
    optimizer(grads)
    return loss


class Step:
    def __init__(self):
        self.clip = nn.ClipByNorm()

    def __call__(self, x):
        _, grads = grad_fn(x)
        self.clip(grads[0], ms.Tensor(1.0))  # error: MSL412
        optimizer(grads)


class Accumulator:
    def __init__(self):
        self.grads = None

    def clip_grads(self, grads):
        self.grads = ops.clip_by_global_norm(grads, 1.0)
        return self.grads

    def clip_in_place(self, grads):
        for number, grad in enumerate(grads):
            grads[number] = ops.clip_by_norm(grad, 1.0)  # ok: stored


class Clipper:
    def clip_by_global_norm(self, grads, limit):
        for grad in grads:
            grad.set_data(grad.clip(-limit, limit))


def used(x, unknown):
    loss, grads = grad_fn(x)
    grads = ops.clip_by_global_norm(grads, LIMIT)  # ok: assigned
    optimizer(ops.clip_by_norm(grads, LIMIT))  # ok: handed on
    Accumulator().clip_grads(grads)  # ok: it keeps what it clips
    Clipper().clip_by_global_norm(grads, LIMIT)  # ok: a method of the project
    unknown.clip_by_global_norm(grads, LIMIT)  # ok: not known whose
    total = ops.clip_by_global_norm(grads, LIMIT)  # ok: read below

    def inner():
        return total

    print(ops.clip_by_value(grads[0], -1.0, 1.0))  # ok: printed
    for grad in grads:
        grad = ops.clip_by_value(grad, -1.0, 1.0)  # ok: read below
        print(grad)
    return loss, inner


def clip_grad_norm_(parameters, limit):
    """An own one that works in place."""
    for parameter in parameters:
        parameter.set_data(ops.clip_by_norm(parameter, limit))


clip_grad_norm_(net.trainable_params(), LIMIT)  # ok: its own
try:
    ops.clip_by_norm(ms.Tensor([1.0]), 1.0)  # ok: asks whether it is there
except AttributeError:
    layer = None
with pytest.raises(TypeError):
    ops.clip_by_norm("text", 1.0)  # ok: a test of what it refuses
halved = functools.partial(ops.clip_by_norm, max_norm=0.5)


def weights(critic):
    for parameter in net.trainable_params():
        ops.clip_by_value(parameter, -0.01, 0.01)  # error: MSL412
    for parameter in critic.get_parameters():
        ops.clamp(parameter, -0.01, 0.01)  # error: MSL412
    for parameter in net.trainable_params():
        ops.assign(parameter, ops.clip_by_value(parameter, -0.01, 0.01))


def is_refused(x):
    try:
        ops.clip_by_value(x, 2.0, 1.0)
    except ValueError:
        return True
    return False


def warm_up(x):
    for _ in range(3):
        _ = ops.clip_by_norm(x, 1.0)
