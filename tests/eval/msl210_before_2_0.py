# target-version: 1.10
"""MindSpore 1.10 has keep_prob only."""

from mindspore import nn


class Block(nn.Cell):
    def __init__(self, drop_rate=0.1):
        super().__init__()
        self.inverted = nn.Dropout(keep_prob=drop_rate)  # error: MSL210
        self.right = nn.Dropout(keep_prob=1 - drop_rate)  # ok: turned around
        self.refused = nn.Dropout(p=1 - drop_rate)  # error: MSL701

    def construct(self, x):
        return self.right(x)
