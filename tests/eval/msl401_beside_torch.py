"""A file in which PyTorch and MindSpore stand side by side, as in comparisons of the two."""

import mindspore as ms
import numpy as np
import torch
from mindspore import nn
from torch.nn import functional as F

data = np.ones((4, 2), np.float32)
theirs, ours = torch.nn.Linear(2, 1), nn.Dense(2, 1)

their_loss = F.mse_loss(theirs(torch.from_numpy(data)), torch.zeros(4, 1))
their_loss.backward()  # ok: PyTorch's loss
torch.autograd.backward([their_loss])  # ok: PyTorch's loss
(theirs(torch.ones(1, 2)).sum() * 2).backward()  # ok: PyTorch's loss

our_loss = nn.MSELoss()(ours(ms.Tensor(data)), ms.Tensor(np.zeros((4, 1), np.float32)))
our_loss.backward()  # error: MSL401
torch.autograd.backward(our_loss)  # error: MSL401
torch.autograd.backward([our_loss])  # error: MSL401
torch.autograd.grad(outputs=our_loss, inputs=ours.trainable_params())  # error: MSL401

for loss in (their_loss, our_loss):
    loss.backward()  # ok: one of the two is PyTorch's
