# silent-as: torch mindtorch
"""no_grad and its like by MindSpore's name."""

from contextlib import nullcontext

import mindspore as ms
import numpy as np
from mindspore import Tensor, mint, nn, ops

net = nn.Dense(2, 1)
x = Tensor(np.ones((4, 2)), ms.float32)

with ms.no_grad():  # error: MSL406@6
    net(x)

with ms.no_grad(), nullcontext():  # error: MSL406
    net(x)

with mint.no_grad():  # error: MSL406
    net(x)

with ops.enable_grad():  # error: MSL406
    net(x)

ms.set_grad_enabled(False)  # error: MSL406


@ms.no_grad()  # error: MSL406
def evaluate(x):
    return net(x)


@mint.inference_mode  # error: MSL406
def predict(x):
    return net(x)


class Validator:
    def run(self, batches):
        training = ms.is_grad_enabled()  # error: MSL406
        with ms.set_grad_enabled(training):  # error: MSL406
            return [net(batch) for batch in batches]


# What is right, or not MindSpore's.
with ms._no_grad():  # ok: exists from 2.5 on, though it is not public
    net(x)


class no_grad:
    """The project's own: does nothing."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        return function


with no_grad():  # ok: the project's own
    net(x)


@no_grad()  # ok: the project's own
def quiet(x):
    return net(x)


with nullcontext():  # ok: Python's
    net(x)

try:
    manager = ms.no_grad()  # ok: a shim
except AttributeError:
    manager = nullcontext()

if hasattr(ms, "no_grad"):
    manager = ms.no_grad()  # ok: asks first

with manager:  # ok: nothing is claimed of a name
    target = ops.stop_gradient(net(x))


def apply(framework):
    with framework.no_grad():  # ok: nothing is known of the argument
        return net(x)
