from mindspore import nn, ops


class StochasticDepth(nn.Cell):
    def __init__(self, drop_prob=0.0):
        super().__init__()
        self.mask = nn.Dropout(p=drop_prob)

    def construct(self, x):
        return x * self.mask(ops.ones((x.shape[0],) + (1,) * (x.ndim - 1), x.dtype))
