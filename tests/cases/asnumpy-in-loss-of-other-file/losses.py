"""Losses."""

import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Smooth(nn.Cell):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.base = nn.MSELoss()

    def construct(self, prediction, target):
        return self.base(prediction, target) + self.weight * roughness(prediction)


def roughness(prediction):
    return ms.Tensor(np.mean(np.abs(prediction.asnumpy())), ms.float32)


class SmoothOps(Smooth):
    def construct(self, prediction, target):
        return self.base(prediction, target) + self.weight * ops.abs(prediction).mean()
