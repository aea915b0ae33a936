# silent-as: torch mint mindtorch
"""The first positional argument of nn.Dropout is the share that is kept."""

from mindspore import nn, ops

RATE = 0.1


class Block(nn.Cell):
    def __init__(self, drop=0.2):
        super().__init__()
        self.literal = nn.Dropout(0.1)  # error: MSL209
        self.constant = nn.Dropout(RATE)  # error: MSL209
        self.parameter = nn.Dropout(drop)  # error: MSL209
        self.keyword = nn.Dropout(p=0.1)  # ok: p is the share that is dropped
        self.half = nn.Dropout(0.5)  # ok: the same either way
        self.kept = nn.Dropout(0.9)  # ok: a share to keep
        self.keep_prob = nn.Dropout(keep_prob=0.1)  # ok: said by name
        self.channels = nn.Dropout2d(0.1)  # ok: Dropout2d takes p first

    def construct(self, x):
        return ops.dropout(self.literal(x), 0.1, self.training)  # ok: the function takes p


class Dropout(nn.Cell):
    def __init__(self, rate):
        super().__init__()
        self.inner = nn.Dropout(p=rate)

    def construct(self, x):
        return self.inner(x)


own = Dropout(0.1)  # ok: a class of this file
