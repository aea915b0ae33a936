from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.Dense(4, 4)
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.norm(self.body(x)))
