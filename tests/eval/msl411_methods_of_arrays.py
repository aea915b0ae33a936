# silent-as: torch
"""Losses of arrays alone, whose methods are no functions with weights."""

import mindspore as ms
import numpy as np
from mindspore import nn, ops


class Agent:
    def __init__(self):
        self.network, self.target = nn.Dense(4, 2), nn.Dense(4, 2)
        self.optimizer = nn.Adam(self.network.trainable_params(), 1e-3)
        self.by_arrays = ms.value_and_grad(self.array_loss, None, self.optimizer.parameters)
        self.by_tensors = ms.value_and_grad(self.tensor_loss, None, self.optimizer.parameters)

    def array_loss(self, states, rewards, others):
        values = self.network(states).asnumpy()  # error: MSL411
        best = self.target(others).asnumpy().max(1)
        wanted = rewards.asnumpy().astype(np.float32) + 0.9 * best
        return ms.Tensor(((values.max(1) - wanted) ** 2).mean(), ms.float32)

    def tensor_loss(self, states, rewards, others):
        best = self.target(others).asnumpy().max(1)  # ok: of the target, which is not trained
        wanted = ms.Tensor(rewards.asnumpy() + 0.9 * best)
        picked = self.network(states).asnumpy().argmax(1)  # ok: an index
        values = ops.gather_elements(self.network(states), 1, ms.Tensor(picked).expand_dims(1))
        return ((values.squeeze(1) - wanted) ** 2).mean()

    def learn(self, states, rewards, others):
        _, gradients = self.by_arrays(states, rewards, others)
        self.optimizer(gradients)
        _, gradients = self.by_tensors(states, rewards, others)
        self.optimizer(gradients)
