# silent-as: torch mindtorch
"""What PyTorch's tensors know of their gradients."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops

net, teacher = nn.Dense(2, 1), nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), 0.1)
x = Tensor(np.ones((4, 2)), ms.float32)

target = teacher(x).detach()  # error: MSL408@10
history = ops.square(net(x)).mean().detach().asnumpy()  # error: MSL408
norms = [ops.norm(p.grad) for p in net.trainable_params()]  # error: MSL408
for parameter in optimizer.parameters:
    print(parameter.grad)  # error: MSL408
for name, parameter in net.parameters_and_names():
    print(name, parameter.grad is None)  # error: MSL408
print(net.weight.grad)  # error: MSL408
print(net(x).grad_fn, x.is_leaf)  # error: MSL408, MSL408
net(x).sum().retain_grad()  # error: MSL408
Parameter(x).detach_()  # error: MSL408


class Target(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 1)

    def construct(self, x, given: Tensor, other):
        hidden = self.dense(x)
        first = hidden.detach() + x.detach()  # error: MSL408, MSL408
        second = given.detach() if given is not None else first  # error: MSL408
        return first + second + other.detach()  # ok: nothing is known of the argument


# What is right, or not known.
held = ops.stop_gradient(net(x))  # ok: that is how
gradient = ms.grad(net)(x)  # ok: a function of MindSpore


class Record:
    def __init__(self, grad):
        self.grad = grad
        self.grad_fn = None

    def detach(self):
        return Record(self.grad)


record = Record(ms.grad(net))
print(record.grad, record.grad_fn, record.detach())  # ok: the project's own


class Node(nn.Cell):
    is_leaf = True

    def __init__(self):
        super().__init__()
        self.grad = ms.grad(net)

    def construct(self, x):
        return self.grad(x)  # ok: the cell's own


print(Node().is_leaf, Node().grad)  # ok: the cell's own


def helper(tensor, tree):
    value = tensor.detach() if isinstance(tensor, Tensor) else tensor  # ok: nothing is known of the argument
    return value, tree.is_leaf, tree.grad  # ok: nothing is known of the argument


def to_numpy(value):
    kept = ops.square(x)
    if hasattr(kept, "detach"):
        kept = kept.detach()  # ok: asks first
    try:
        return kept.detach().numpy()  # ok: a shim
    except AttributeError:
        return kept.asnumpy()
