"""What has an effect in PyTorch and none in MindTorch and MSAdapter."""

import mindspore as ms
import mindtorch.torch as torch
import msadapter.pytorch as adapter
import numpy as np
from mindspore.nn import Dense, ReLU
from mindtorch.torch.cuda.amp import autocast

ones = torch.ones(4)
ones[1:3].add_(1)  # error: MSL908@1
ones[0].zero_()  # error: MSL908
ones[..., -1].mul_(2)  # error: MSL908
ones.data.add_(1)  # error: MSL908
ones.detach().clamp_(0, 1)  # error: MSL908
ones.view(2, 2).fill_(7)  # error: MSL908
(ones * 2)[:2].add_(1)  # error: MSL908
adapter.zeros(4)[1:3].add_(1)  # error: MSL908

ones.add_(1)  # ok: the tensor itself
ones[1:3] = 0  # ok: an assignment
ones[1:3].add(1)  # ok: not in place
changed = ones[1:3].add_(1)  # ok: the copy is used
mask = ones > 0
ones[mask].add_(1)  # ok: a copy in PyTorch too
ones[[0, 2]].add_(1)  # ok: a copy in PyTorch too
ones.clone().add_(1)  # ok: a copy in PyTorch too
ones.requires_grad_()  # ok: changes no values
ones[:2].detach_()  # ok: changes no values
weight = torch.nn.Parameter(torch.ones(2))
weight.data.normal_(0, 1)  # ok: a Parameter is changed
layer = torch.nn.Linear(2, 2)
layer.weight.data.normal_(0, 1)  # ok: not known to be a tensor
array = np.ones(4)
array[1:3].fill(0)  # ok: NumPy
plain = ms.ops.ones(4)
plain[1:3].add_(1)  # ok: a tensor of MindSpore


def device(x):
    if x.is_cuda:  # ok: not known whose it is
        print("unknown")
    if ones.is_cuda:  # error: MSL908
        print("always")
    if ones.is_cuda():  # ok: called
        print("on a GPU")
    return "cuda" if ones.data.is_cuda else "cpu"  # error: MSL908


def precision(model, x, enabled):
    with autocast():  # error: MSL908
        model(x)
    with torch.autocast("cuda", dtype=torch.float16):  # error: MSL908
        model(x)
    with torch.amp.autocast("cuda", enabled=False):  # ok: switched off
        model(x)
    with torch.amp.autocast("cuda", enabled=enabled):  # ok: may be switched off
        model(x)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(2, 2)
        self.second = Dense(2, 2)  # error: MSL908@9
        self.third = ms.nn.Conv2d(3, 3, 1)  # error: MSL908
        self.active = ReLU()  # ok: has no weights

    def forward(self, x):
        return self.third(self.active(self.second(self.first(x))))


class Cell(ms.nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = Dense(2, 2)  # ok: a cell of MindSpore


ones.cuda()  # ok: does no harm
ones.to("cuda")  # ok: does no harm
