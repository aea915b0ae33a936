# silent-as: torch experimental mindtorch
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler

net = nn.Dense(2, 2)
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
step_lr = lr_scheduler.StepLR(optimizer, 10)  # error: MSL214@31
by_keyword = lr_scheduler.ExponentialLR(gamma=0.9, optimizer=optimizer)  # error: MSL214@62
inline = lr_scheduler.CosineAnnealingLR(nn.Momentum(net.trainable_params(), 0.1, 0.9), T_max=10)  # error: MSL214@41
plateau = lr_scheduler.ReduceLROnPlateau(optimizer, "min")  # error: MSL214


def build(parameters):
    return nn.Adam(parameters, 1e-3)


from_factory = lr_scheduler.LambdaLR(build(net.trainable_params()), lambda epoch: 0.9**epoch)  # error: MSL214@38


def schedule(given):
    return lr_scheduler.MultiStepLR(given, [10, 20])


in_function = schedule(optimizer)  # error: MSL214@24


class Schedule(lr_scheduler.LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        return [0.1 for _ in self.optimizer.param_groups]


own = Schedule(optimizer, 3)  # error: MSL214@16


class Trainer:
    def __init__(self, net):
        self.optimizer = nn.RMSProp(net.trainable_params(), 0.1)
        self.scheduler = lr_scheduler.LinearLR(self.optimizer)  # error: MSL214@48


torch_like = optim.SGD(net.trainable_params(), lr=0.1)
right = lr_scheduler.StepLR(torch_like, 10)  # ok: experimental's own optimizer
sequential = lr_scheduler.SequentialLR(torch_like, [right, right], [5])  # ok: as above
mint = lr_scheduler.StepLR(ms.mint.optim.Adam(net.trainable_params()), 10)  # ok: mint has param_groups
rate = nn.ExponentialDecayLR(0.1, 0.9, 10)  # ok: a schedule of mindspore.nn
scheduled = nn.SGD(net.trainable_params(), learning_rate=rate)  # ok: that is how mindspore.nn does it


def either(name, parameters):
    if name == "sgd":
        made = nn.SGD(parameters, 0.1)
    else:
        made = optim.Adam(parameters, 0.1)
    return lr_scheduler.StepLR(made, 10)  # ok: not always one of mindspore.nn


def unknown(make, parameters):
    return lr_scheduler.StepLR(make(parameters), 10)  # ok: not known


class StepLR:
    """A scheduler of the project's own, for any optimizer."""

    def __init__(self, optimizer, step_size):
        self.optimizer = optimizer


mine = StepLR(optimizer, 10)  # ok: not MindSpore's scheduler


class Grouped(optim.Optimizer):
    def construct(self, gradients):
        return gradients


grouped = lr_scheduler.StepLR(Grouped(net.trainable_params(), {"lr": 0.1}), 10)  # ok: extends experimental's
