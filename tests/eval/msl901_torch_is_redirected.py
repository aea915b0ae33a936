"""The same with plain `torch`, which MindTorch stands in for."""

import mindspore as ms
from mindtorch.tools import mstorch_enable
import torch
from torch import nn
from torch.optim import SGD as Descent

optimizer = Descent(nn.Linear(2, 2).parameters(), lr=0.1)
group = optimizer.param_groups[0]
print(f"{group['lr']:.4f}")  # error: MSL901
history = []
history.append(group["lr"])  # error: MSL901
print(f"{float(group['lr']):.4f}")  # ok: a float
group["lr"] = torch.tensor(0.1)  # error: MSL901
dtype = ms.float32  # ok: nothing of torch
