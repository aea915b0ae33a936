# target-version: 2.0
"""Up to MindSpore 2.0 nn.NLLLoss takes int32 only, as nn.CrossEntropyLoss does."""

import mindspore as ms
from mindspore import nn, ops

loss_fn = nn.NLLLoss()
labels = ms.Tensor([0, 1], ms.int64)
scores = ops.log_softmax(ms.Tensor([[0.0, 1.0], [1.0, 0.0]]), -1)
print(loss_fn(scores, labels))  # error: MSL711
print(ops.nll_loss(scores, labels))  # ok: takes int64
print(loss_fn(scores, labels.astype(ms.int32)))  # ok: int32
