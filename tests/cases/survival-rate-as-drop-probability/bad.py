from mindspore import nn

from bad_layers import StochasticDepth


class Block(nn.Cell):
    def __init__(self, width, survival_rate=0.9):
        super().__init__()
        self.dense = nn.Dense(width, width)
        self.depth = StochasticDepth(survival_rate)

    def construct(self, x):
        return x + self.depth(self.dense(x))
