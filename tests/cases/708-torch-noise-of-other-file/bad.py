import mindspore as ms
import numpy as np
import torch
from mindspore import nn

from bad_noise import noise

net = nn.Dense(4, 4)


def step(x: ms.Tensor):
    return net(x + noise(2).to(torch.float32))


print(step(ms.Tensor(np.ones((2, 4)), ms.float32)))
