"""Shapes of mint's functions come in one argument."""

from mindspore import mint, ops

zeros = mint.zeros(2, 3)  # error: MSL712
ones = mint.ones(2, 3, 4)  # error: MSL712
right = mint.zeros((2, 3))  # ok: one shape
relu = mint.nn.ReLU(True)  # error: MSL712
conv = mint.nn.Conv2d(3, 8, 3, 1, 1)  # ok: PyTorch's order
pool = mint.nn.MaxPool2d(3, 2, 1)  # ok: PyTorch's order
filled = ops.ones((2, 3))  # ok: one shape
linear = mint.nn.Linear(3)  # error: MSL712
softmax = mint.nn.Softmax(1)  # ok: the dimension
