# target-version: 2.0
# also: MSL520
"""Methods that follow NumPy in 2.0."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 2)
x = Tensor(np.ones((4, 2)), ms.float32)
labels = Tensor([0, 1, 1, 0], ms.int32)
counts = Tensor([3, 1, 2])
predicted = net(x).argmax(1)

maxima = net(x).max(1)  # error: MSL520@10
best = x.max(1)[0]  # error: MSL520
values, indices = x.min(-1)  # error: MSL520@19
first = x.max(axis=1)[0]  # error: MSL520
upper, places = x.max(axis=0)  # error: MSL520
swapped = x.transpose(0, 1)  # error: MSL520
turned = net(x).transpose(-2, -1)  # error: MSL520
tiled = x[0].repeat(3)  # error: MSL520
columns = x.repeat(2, 1)  # error: MSL520
batch = x.repeat(2, 1, 1)  # error: MSL712
half = counts / 2  # error: MSL520@8
accuracy = (predicted == labels).sum() / len(labels)  # error: MSL520
correct = predicted == labels
share = correct.sum() / x.shape[0]  # error: MSL520
mean = (labels + 1).sum() / labels.size  # error: MSL520
shares = counts.astype(ms.int64) / counts.sum()  # error: MSL520
quotient = counts.div(4)  # error: MSL520
total = x.sum().item()  # error: MSL520
if x.equal(net(x)):  # error: MSL520@4
    print("same")


# What is right, or not known.
rows = x.max(axis=1)  # ok: the values, as it says
biggest = x.max()  # ok: one number
reversed_axes = x.transpose(1, 0)  # ok: the same in both
permuted = x.reshape(2, 2, 2).transpose(0, 2, 1)  # ok: all axes
ratio = x / 2  # ok: no whole numbers
quarter = counts / 4.0  # ok: a float
scaled = counts.astype(ms.float32) / 4  # ok: floats
rounded = counts // 2  # ok: says so
numbers = len(labels) / 2  # ok: Python's numbers
mask = x.equal(net(x))  # ok: not a condition
parts = x.split(1)  # ok: the same as in PyTorch since 2.0
single = x.asnumpy().sum().item()  # ok: NumPy's
array = np.ones((2, 3)).transpose(0, 1)  # ok: NumPy's
array_max = np.ones((2, 3)).max(1)[0]  # ok: NumPy's


class Table:
    def max(self, axis):
        return [axis], [axis]

    def transpose(self, one, other):
        return one + other

    def repeat(self, times):
        return times


values, indices = Table().max(1)  # ok: the project's own
print(Table().transpose(0, 1), Table().repeat(2))  # ok: the project's own


def unknown(value, count, axes):
    return value.max(1)[0], value.transpose(0, 1), value / count, x.transpose(*axes), counts / count  # ok: not known


def shim(value: Tensor):
    try:
        return value.max(1)[0]  # ok: a shim
    except AttributeError:
        return value
