from mindspore import nn


class Branch(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.SequentialCell(nn.Dense(channels, channels), nn.ReLU(), nn.Dense(channels, 2))

    def construct(self, x):
        return self.body(x)


class Distillation(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student = Branch(4)
        self.teacher = Branch(4)
        self.loss = nn.MSELoss()

    def construct(self, x):
        target = self.teacher(x)
        return self.loss(self.student(x), target)
