# silent-as: torch mindtorch
"""requires_grad of tensors, of parameters and of other things."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops

net = nn.Dense(2, 1)
noise = ops.ones((2,), ms.float32)
noise.requires_grad = True  # error: MSL407@1
image = Tensor(np.ones((1, 2)), ms.float32)
image.requires_grad_()  # error: MSL407
output = net(image)
output.requires_grad_(True)  # error: MSL407
if (output * 2).requires_grad:  # error: MSL407
    print(net(image).sum().requires_grad)  # error: MSL407


class Scaled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 1)
        self.scale = ops.ones((1,), ms.float32)
        self.scale.requires_grad = True  # error: MSL407
        self.shift = Parameter(ops.zeros((1,), ms.float32), requires_grad=False)
        self.shift.requires_grad = True  # ok: a parameter
        self.dense.weight.requires_grad = False  # ok: a parameter

    def construct(self, x):
        hidden = self.dense(x)
        hidden.requires_grad = True  # error: MSL407
        return hidden * self.scale + self.shift


scaled = Scaled()
scaled.requires_grad_(False)  # error: MSL407
net.requires_grad_(False)  # error: MSL407

# What is right, or not known.
net.weight.requires_grad = True  # ok: a parameter
net.bias.requires_grad_(False)  # ok: parameters have it from 2.8 on
for parameter in net.trainable_params():
    parameter.requires_grad = True  # ok: a parameter
frozen = [p.name for p in net.get_parameters() if not p.requires_grad]  # ok: a parameter
noise.requires_grad = False  # ok: a tensor is not trained anyway


class Box:
    requires_grad = False

    def requires_grad_(self, mode=True):
        self.requires_grad = mode
        return self


box = Box()
box.requires_grad = True  # ok: the project's own
box.requires_grad_()  # ok: the project's own


class Freezable(nn.Cell):
    def requires_grad_(self, mode=True):
        for parameter in self.get_parameters():
            parameter.requires_grad = mode


Freezable().requires_grad_(False)  # ok: the cell defines it


def prepare(x, weight: Tensor):
    x.requires_grad = True  # ok: nothing is known of the argument
    weight.requires_grad = True  # ok: what is annotated as a tensor can be a parameter
    return weight.requires_grad  # ok: what is annotated as a tensor can be a parameter


def ask(value):
    kept = ops.square(image)
    if hasattr(kept, "requires_grad"):
        return kept.requires_grad  # ok: asks first
    return value.requires_grad  # ok: nothing is known of the argument


copied = Parameter(net.weight.clone(), requires_grad=net.weight.requires_grad)  # ok: a parameter
