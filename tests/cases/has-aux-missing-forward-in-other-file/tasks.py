"""What is trained: a network with its loss."""

from mindspore import nn


class Classifier(nn.Cell):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.SequentialCell(nn.Dense(16, 32), nn.ReLU())
        self.head = nn.Dense(32, classes)

    def construct(self, x):
        return self.head(self.body(x))


class Task:
    def __init__(self, network):
        self.network = network
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, x, y):
        logits = self.network(x)
        loss = self.criterion(logits, y)
        return loss, logits

    def loss(self, x, y):
        return self.forward(x, y)[0]
