from mindspore import nn


class WeightedLoss(nn.Cell):
    def __init__(self, net, weight):
        super().__init__()
        self.net = net
        self.weight = weight
        self.criterion = nn.MSELoss()

    def construct(self, x, y):
        return self.weight * self.criterion(self.net(x), y)
