# silent-as: torch mindtorch
"""More forms of what MindSpore has not."""

import contextlib

import mindspore as ms
from mindspore import nn
from mindspore import ops

net = nn.Dense(2, 1)
evaluating = ms.no_grad  # ok: it is only named


def evaluate(x):
    with contextlib.ExitStack() as stack:
        stack.enter_context(ms.no_grad())  # error: MSL406
        return net(x)


def conditional(x, training):
    with ms.enable_grad() if training else ms.no_grad():  # error: MSL406, MSL406
        return net(x)


class Evaluator:
    @ms.no_grad()  # error: MSL406
    def predict(self, x):
        return net(x)

    @staticmethod
    @ops.no_grad()  # error: MSL406
    def outputs(x):
        return net(x)


class Framework:
    @staticmethod
    @contextlib.contextmanager
    def no_grad():
        yield


def own(x):
    with Framework.no_grad():  # ok: the project's own
        return net(x)


def suppressed(x):
    with contextlib.suppress(AttributeError):
        ms.set_grad_enabled(False)  # ok: the failure is expected
    return net(x)


def stopped(x):
    return ops.stop_gradient(net(x))  # ok: MindSpore's way
