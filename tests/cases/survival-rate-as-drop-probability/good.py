from mindspore import nn

from good_layers import StochasticDepth


class Block(nn.Cell):
    def __init__(self, width, survival_rate=0.9):
        super().__init__()
        self.dense = nn.Dense(width, width)
        self.depth = StochasticDepth(1 - survival_rate)

    def construct(self, x):
        return x + self.depth(self.dense(x))
