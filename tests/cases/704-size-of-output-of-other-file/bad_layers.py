from mindspore import nn


class Encoder(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.dense = nn.Dense(width, width)

    def construct(self, x):
        return self.dense(x)
