# target-version: 1.10
"""In MindSpore 1.10 argmax and arange give int32, and lists int64."""

import mindspore as ms
from mindspore import nn, ops

loss_fn = nn.CrossEntropyLoss()
scores = ms.Tensor([[0.0, 1.0], [1.0, 0.0]])
print(loss_fn(scores, ms.Tensor([0, 1])))  # error: MSL711
print(loss_fn(scores, ops.argmax(scores, 1)))  # ok: int32
print(loss_fn(scores, ops.arange(2)))  # ok: int32
