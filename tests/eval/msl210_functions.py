# silent-as: torch
"""The functions, and names that say the opposite of what they hold."""

from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self, drop_rate=0.1, keep_rate=0.9):
        super().__init__()
        self.drop_rate = drop_rate
        self.keep_rate = keep_rate
        self.primitive = ops.Dropout(keep_prob=drop_rate)  # error: MSL210
        self.right = ops.Dropout(keep_prob=keep_rate)  # ok: a share to keep

    def construct(self, x):
        x = ops.dropout(x, 1 - self.drop_rate)  # error: MSL210
        x = ops.dropout(x, p=self.keep_rate, training=self.training)  # error: MSL210
        x = ops.dropout(x, self.drop_rate)  # ok: a share to drop
        x = ops.dropout(x, p=1 - self.keep_rate)  # ok: turned around
        return ops.dropout(x, p=0.0 if not self.training else 0.1)  # ok: a share to drop


def misnamed(keep_prob=0.2):
    return nn.Dropout(p=keep_prob)  # ok: its default says that it is a share to drop


def blocks(count, keep_prob):
    return [nn.Dropout(p=keep_prob * i / count) for i in range(count)]  # ok: an expression that is not followed


def same_name(keep_prob=0.8):
    return nn.Dropout(p=keep_prob)  # ok: keep_prob is a share to drop elsewhere in this file


def shim(rate):
    try:
        return nn.Dropout(p=rate)
    except TypeError:
        return nn.Dropout(keep_prob=rate)  # ok: a shim for old versions, whatever it does


def dropout(x, p=0.5):
    return x * p


own = dropout(1.0, p=1 - 0.1)  # ok: a function of this file
