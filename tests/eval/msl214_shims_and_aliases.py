import mindspore
import mindspore.nn
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler as schedulers
from mindspore.experimental.optim.lr_scheduler import StepLR as Steps


class Decayed(mindspore.nn.SGD):
    """An optimizer that extends one of mindspore.nn."""


net = mindspore.nn.Dense(2, 2)
decayed = Decayed(net.trainable_params(), 0.1)
aliased = Steps(decayed, 10)  # error: MSL214@17
table = {"step": schedulers.StepLR}
from_table = table["step"](optimizer=decayed, step_size=3)  # error: MSL214@38

try:
    guarded = Steps(decayed, 10)  # ok: tried, and something else is done where it raises
except TypeError:
    guarded = None

optimizer = None
if net is not None:
    optimizer = optim.Adam(net.trainable_params(), lr=0.1)
late = Steps(optimizer, 10)  # ok: experimental's


class NoiseSchedule:
    def __init__(self, steps):
        self.steps = steps


noise = NoiseSchedule(decayed)  # ok: nothing of MindSpore
