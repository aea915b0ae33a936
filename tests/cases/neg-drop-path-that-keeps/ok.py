from mindspore import nn

from ok_layers import DropPath


class Block(nn.Cell):
    def __init__(self, width, keep_prob=0.9, drop_rate=0.1):
        super().__init__()
        self.dense = nn.Dense(width, width)
        self.path = DropPath(keep_prob)
        self.other = DropPath(1 - drop_rate)

    def construct(self, x):
        return x + self.other(self.path(self.dense(x)))
