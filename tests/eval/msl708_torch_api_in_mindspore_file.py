"""A port that is not done: PyTorch's functions, tensors and data types among MindSpore's."""

import mindspore as ms
import numpy as np
import torch
import torch.nn.functional as F
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 2)
x = Tensor(np.ones((4, 2)), ms.float32)

y = torch.relu(net(x))  # error: MSL708@5
joined = torch.cat((net(x), x), dim=0)  # error: MSL708
odds = F.softmax(x, dim=-1)  # error: MSL708
back = torch.from_numpy(x)  # error: MSL708
again = torch.tensor(x)  # error: MSL708
loss = torch.nn.CrossEntropyLoss()(net(x), x)  # error: MSL708
noise = torch.randn(4, 2)
mixed = x + noise  # error: MSL708@13
output = net(noise)  # error: MSL708@14
as_tensor = Tensor(noise.float())  # error: MSL708
stacked = ops.stack([x, noise])  # error: MSL708@25
doubled = ops.mul(x, torch.ones(2))  # error: MSL708
half = x.astype(torch.float16)  # error: MSL708@17
also_half = x.to(torch.half)  # error: MSL708
wide = nn.Dense(2, 2, dtype=torch.float16)  # error: MSL708
zeros = ops.zeros((2, 2), torch.float32)  # error: MSL708
product = x.matmul(noise)  # error: MSL708
if x.dtype == torch.float16:  # error: MSL708@4
    x = ops.square(x)
is_half = net.weight.dtype in (torch.float16, torch.bfloat16)  # error: MSL708


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)

    def construct(self, x, mask):
        x = self.dense(x)
        mask = mask.astype(torch.float32) * x  # error: MSL708
        return torch.sigmoid(x) * mask  # error: MSL708


# What is right, or not known.
converted = Tensor(noise.numpy())  # ok: an array
from_array = ops.relu(Tensor(noise.detach().cpu().numpy()))  # ok: an array
to_torch = torch.from_numpy(x.asnumpy())  # ok: an array
reference = F.relu(torch.ones(2, 2) + noise)  # ok: PyTorch alone
shape = ops.zeros(noise.shape, ms.float32)  # ok: numbers
empty = torch.zeros(x.shape)  # ok: numbers
close = np.allclose(F.relu(noise).numpy(), ops.relu(x).asnumpy())  # ok: a comparison of arrays
same_type = noise.dtype == torch.float32  # ok: PyTorch alone
seed = torch.manual_seed(1)  # ok: takes a number
torch.save({"x": x}, "x.pt")  # ok: takes anything


def convert(state):
    return [{"name": name, "data": Tensor(value.detach().numpy())} for name, value in state.items()]  # ok: arrays


def anything(value, dtype):
    return torch.relu(value), value.astype(dtype), net(value)  # ok: nothing is known of the argument


def shim(value: Tensor):
    doubled = value * 2
    try:
        return torch.relu(doubled)  # ok: a shim
    except TypeError:
        return ops.relu(doubled)


class Loader:
    def __call__(self, value):
        return value

    def astype(self, dtype):
        return dtype


print(Loader()(noise), Loader().astype(torch.float16))  # ok: the project's own
