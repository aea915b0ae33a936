"""PyTorch's no_grad around MindSpore's code, and around PyTorch's."""

import mindspore as ms
import numpy as np
import torch
from mindspore import Tensor, nn, ops
from model_tools import summary

ours, theirs = nn.Dense(2, 1), torch.nn.Linear(2, 1)
data = np.ones((4, 2), np.float32)
x = Tensor(data)

with torch.no_grad():  # error: MSL406
    output = ours(x)

with torch.inference_mode():  # error: MSL406
    total = 0
    for _ in range(3):
        total += float(ops.square(ours(x)).sum().asnumpy())

with torch.set_grad_enabled(False):  # error: MSL406
    output = ours(ms.Tensor(np.zeros((4, 2), np.float32)))


@torch.no_grad()  # error: MSL406
def evaluate():
    return ours(x).argmax(axis=1)


with torch.no_grad():  # ok: PyTorch's layer
    expected = theirs(torch.from_numpy(data))

with torch.no_grad():  # ok: both, to compare them
    expected, output = theirs(torch.from_numpy(data)), ours(x)

with torch.no_grad():  # ok: calls nothing
    number = 1


@torch.no_grad()  # ok: nothing is known of what it calls
def compare(model):
    return model(x)


@torch.inference_mode()  # ok: PyTorch's layer
def predict():
    return theirs(torch.from_numpy(data)).numpy()


with torch.no_grad():  # ok: nothing is known of what the library does
    summary(ours, x)


def both():
    return ours(Tensor(theirs(torch.from_numpy(data)).numpy()))


with torch.no_grad():  # ok: a function of the project may use PyTorch
    both()
