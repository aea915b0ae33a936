"""Labels of int64 and uint8 for losses that take int32."""

import mindspore as ms
import numpy as np
from mindspore import nn, ops
from mindspore.common import dtype as mstype

loss_fn = nn.CrossEntropyLoss()
nll = nn.NLLLoss()
smooth_loss = nn.CrossEntropyLoss(label_smoothing=0.1)
soft = nn.SoftmaxCrossEntropyWithLogits(sparse=True)
COUNT = 4


def long(scores, labels):
    return loss_fn(scores, labels.long())  # error: MSL711@28


def made(scores):
    labels = ms.Tensor([0, 1], ms.int64)
    return loss_fn(scores, labels)  # error: MSL711


def from_list(scores):
    return loss_fn(scores, ms.Tensor([0, 1, 2]))  # error: MSL711


def from_array(scores):
    labels = np.array([[0], [1]]).reshape(-1)
    return nn.CrossEntropyLoss()(scores, ms.Tensor(labels))  # error: MSL711


def from_random(scores):
    labels = ms.Tensor(np.random.randint(0, 10, (COUNT,)))
    return smooth_loss(scores, labels)  # error: MSL711


def cast(scores, labels):
    return loss_fn(scores, labels.astype(mstype.int64))  # error: MSL711


def to(scores, labels):
    return loss_fn(logits=scores, labels=labels.to(ms.int64))  # error: MSL711


def cast_by_function(scores, labels):
    return loss_fn(scores, ops.cast(labels, ms.int64).view(-1))  # error: MSL711


def small(scores):
    labels = ms.Tensor(np.zeros(COUNT, dtype=np.uint8))
    return loss_fn(scores, labels)  # error: MSL711


def contrastive(image_scores, text_scores):
    labels = ops.arange(0, 4)
    loss = loss_fn(image_scores, labels)  # error: MSL711
    return loss + loss_fn(text_scores, labels[:4])  # error: MSL711


class Distilled(nn.Cell):
    def __init__(self, teacher):
        super().__init__()
        self.teacher = teacher
        self.loss = nn.CrossEntropyLoss(reduction="mean")

    def construct(self, x: ms.Tensor, scores: ms.Tensor):
        hard = ops.argmax(scores, 1)
        return self.loss(x, hard)  # error: MSL711

    def with_method(self, x: ms.Tensor, scores: ms.Tensor):
        return self.loss(x, scores.argmax(axis=1))  # error: MSL711


def step(scores, labels):
    return loss_fn(scores, labels)


def train(scores):
    labels = ms.Tensor([1, 2], dtype=ms.int64)
    return step(scores, labels)  # error: MSL711


def right(scores, labels):
    ours = loss_fn(scores, labels.astype(ms.int32))  # ok: int32
    ours += loss_fn(scores, labels)  # ok: not known
    ours += loss_fn(scores, ms.Tensor([0, 1], ms.int32))  # ok: int32
    ours += loss_fn(scores, ms.Tensor(np.array([0, 1]), ms.int32))  # ok: int32
    ours += loss_fn(scores, ms.Tensor(np.array([0, 1], np.int32)))  # ok: int32
    ours += loss_fn(scores, labels.long().int())  # ok: int32
    ours += loss_fn(scores, ms.Tensor([[0.0, 1.0, 0.0]], ms.float32))  # ok: probabilities
    ours += loss_fn(scores, ops.argmin(scores, 1))  # ok: int32
    return ours


def taken(scores):
    labels = ms.Tensor([0, 1], ms.int64)
    loss = ops.cross_entropy(scores, labels)  # ok: takes int64
    loss += ops.nll_loss(scores, labels)  # ok: takes int64
    loss += nll(scores, labels)  # ok: takes int64 from 2.5 on
    return loss + soft(scores, labels).sum()  # ok: takes int64


def either(scores, labels, ready):
    if not ready:
        labels = ms.Tensor([0, 1], ms.int64)
    return loss_fn(scores, labels)  # ok: may be what the function is given


def in_numpy(scores, labels):
    return loss_fn(scores, ms.Tensor(labels.astype("int64"), ms.int32))  # ok: int32 in the end


def no_tensor(scores, labels):
    return loss_fn(scores, np.array([0, 1])) + loss_fn(scores, labels.asnumpy())  # ok: another fault


class OwnLoss:
    def __call__(self, scores, labels):
        return scores - labels


own_loss = OwnLoss()
own_loss(1.0, ms.Tensor([0, 1], ms.int64))  # ok: an own loss
mint_loss = ms.mint.nn.CrossEntropyLoss()
mint_loss(1.0, ms.Tensor([0, 1], ms.int64))  # ok: not measured
