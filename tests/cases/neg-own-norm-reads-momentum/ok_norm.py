from mindspore import nn, ops


class RunningNorm(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.momentum = 0.9
        self.eps = 1e-5
        self.mean = 0.0

    def construct(self, x):
        self.mean = self.momentum * self.mean + (1 - self.momentum) * x.mean()
        return (x - self.mean) / ops.sqrt(x.var() + self.eps)
