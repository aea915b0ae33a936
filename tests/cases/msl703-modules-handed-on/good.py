from good_framework import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.SequentialCell(nn.Dense(2, 2), nn.ReLU())

    def construct(self, x):
        return ops.relu(self.body(x))
