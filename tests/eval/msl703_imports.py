# spellings: none
"""PyTorch's names in imports, beside PyTorch itself."""

import mindspore.nn.functional as F  # error: MSL703@8
import mindspore.optim  # error: MSL703
import mindspore.utils.data as data  # error: MSL703
import torch
import torch.nn as tnn
from mindspore import nn as mnn
from mindspore.nn import Cell, Module  # error: MSL703@32
from mindspore.nn import functional  # error: MSL703
from mindspore.nn import Sequential as Seq  # error: MSL703
from mindspore.optim import SGD, Adam  # error: MSL703@1
from torch import nn  # ok: PyTorch
from torch.nn import ModuleList  # ok: PyTorch

try:
    from mindspore.nn import Linear, Module as Base  # ok: ImportError is caught
except ImportError:
    from mindspore.nn import Cell as Base, Dense as Linear


class Teacher(nn.Module):  # ok: PyTorch's
    def forward(self, x):
        return torch.nn.functional.relu(x) + tnn.functional.relu(x)  # ok: PyTorch's


class Student(Module):  # ok: reported at the import
    def construct(self, x):
        return F.relu(x) + functional.relu(x)  # ok: reported at the imports


class Layers(mnn.ModuleList):  # error: MSL703
    pass


def rest():
    return Seq, SGD, Adam, data.DataLoader, ModuleList, Base, Linear, Cell  # ok: reported at the imports
