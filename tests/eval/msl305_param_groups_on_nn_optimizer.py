# silent-as: torch
"""`param_groups` of optimizers that have none, and of those that do."""

import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim

net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
modern = optim.SGD(net.trainable_params(), lr=0.1)


def loop():
    for group in optimizer.param_groups:  # error: MSL305@18
        group["lr"] = 0.01


def by_index():
    optimizer.param_groups[0]["lr"] = 0.01  # error: MSL305


def read():
    return optimizer.param_groups[-1]["lr"]  # error: MSL305


def numbered():
    for number, group in enumerate(optimizer.param_groups):  # error: MSL305
        group["lr"] = 0.1**number


def comprehension():
    return [group["lr"] for group in optimizer.param_groups]  # error: MSL305


def adjust(given, rate):
    for group in given.param_groups:  # error: MSL305
        group["lr"] = rate


adjust(optimizer, 0.01)


class Trainer:
    def __init__(self, network):
        self.optimizer = nn.AdamWeightDecay(network.trainable_params(), learning_rate=1e-3)

    def lower(self):
        for group in self.optimizer.param_groups:  # error: MSL305
            group["lr"] *= 0.1


class Warmup:
    def __init__(self, given):
        self.given = given
        self.base = [group["lr"] for group in given.param_groups]  # error: MSL305

    def step(self):
        for group in self.given.param_groups:  # error: MSL305
            group["lr"] = 0.1


def schedule():
    Warmup(nn.Momentum(net.trainable_params(), 0.1, 0.9)).step()


@ms.jit
def compiled(x):
    optimizer.param_groups[0]["lr"] = 0.1  # error: MSL305
    return x


def modern_groups():
    for group in modern.param_groups:  # ok: these have groups
        ops.assign(group["lr"], 0.01)
    adam = mint.optim.Adam(net.trainable_params(), lr=0.1)
    return adam.param_groups  # ok: these too


def asked():
    if hasattr(optimizer, "param_groups"):
        return optimizer.param_groups  # ok: asked before
    return getattr(optimizer, "param_groups", [])  # ok: with a default


def kinds(given):
    if isinstance(given, optim.Optimizer):
        return given.param_groups  # ok: not reached with one of mindspore.nn
    return given.learning_rate


kinds(optimizer)


def caught():
    try:
        return optimizer.param_groups  # ok: the failure is expected
    except AttributeError:
        return []


class Grouped(nn.Momentum):
    """An optimizer of one's own that has groups."""

    def __init__(self, params):
        super().__init__(params, 0.1, 0.9)
        self.param_groups = [{"params": params, "lr": 0.1}]


def own():
    return Grouped(net.trainable_params()).param_groups  # ok: it has them


def unknown(given):
    return given.param_groups  # ok: anything


def chosen(flag):
    either = optim.Adam(net.trainable_params(), lr=0.1) if flag else nn.Adam(net.trainable_params(), 0.1)
    return either.param_groups  # ok: it may be the other one


class Wrapper:
    def __init__(self, inner):
        self.inner = inner
        self.param_groups = []


def wrapped():
    return Wrapper(optimizer).param_groups  # ok: the wrapper's own
