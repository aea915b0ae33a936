# silent-as: torch mindtorch
"""backward() on what MindSpore computed, and on everything else that has such a method."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.amp import DynamicLossScaler

net = nn.Dense(2, 1)
loss_fn = nn.MSELoss()
x, y = Tensor(np.ones((4, 2)), ms.float32), Tensor(np.ones((4, 1)), ms.float32)


def forward(x, y):
    return loss_fn(net(x), y)


loss = loss_fn(net(x), y)
loss.backward()  # error: MSL401@1
loss_fn(net(x), y).backward()  # error: MSL401
forward(x, y).backward(retain_graph=True)  # error: MSL401
ops.mean((net(x) - y) ** 2).backward()  # error: MSL401
(0.5 * loss + ops.square(net(x)).mean()).backward()  # error: MSL401

grad_fn = ms.value_and_grad(forward, None, net.trainable_params())
value, grads = grad_fn(x, y)
value.backward()  # error: MSL401

total = 0
for _ in range(3):
    total += loss_fn(net(x), y)
total.backward()  # error: MSL401

scaler = DynamicLossScaler(1024, 2, 50)
scaler.scale(loss).backward()  # error: MSL401


class Loss(nn.Cell):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.criterion = nn.CrossEntropyLoss()

    def construct(self, x, y):
        logits = self.backbone(x)
        return self.criterion(logits, y), logits


class Trainer:
    def __init__(self, network):
        self.network = network
        self.criterion = nn.L1Loss()
        self.with_loss = Loss(network)

    def train(self, x, y):
        loss = self.criterion(self.network(x), y)
        loss.backward()  # error: MSL401
        both, logits = self.with_loss(x, y)
        both.backward()  # error: MSL401


def annotated(loss: Tensor, other: "Tensor | None" = None, weight=1.0):
    if weight > 0:
        loss.backward()  # error: MSL401


# What only looks like it.


class Engine:
    """The project's own."""

    def __init__(self, network):
        self.network = network

    def backward(self, loss):
        return ms.value_and_grad(forward, None, self.network.trainable_params())(x, loss)


engine = Engine(net)
engine.backward(loss)  # ok: a method of the project's own class


class TapeTensor(Tensor):
    def backward(self):
        return None


TapeTensor(np.ones(2)).backward()  # ok: a tensor of the project that has the method


class Custom(nn.Cell):
    def construct(self, x):
        return x

    def backward(self, grad):
        return grad


Custom().backward(x)  # ok: a cell that defines it


def step(loss, accelerator, model):
    loss.backward()  # ok: nothing is known of the argument
    accelerator.backward(loss)  # ok: some library's
    model(x).backward()  # ok: nothing is known of the model


def guarded(x):
    loss = ops.reduce_sum(x)
    if hasattr(loss, "backward"):
        loss.backward()  # ok: asks first
    try:
        ops.square(x).backward()  # ok: a shim
    except AttributeError:
        pass


def either(use_torch, torch_loss):
    loss = torch_loss if use_torch else loss_fn(net(x), y)
    loss.backward()  # ok: it may be PyTorch's
