"""Layers that `__init__` puts in training mode on purpose."""

from mindspore import nn


class MCDropout(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)
        self.drop.set_train(True)  # ok: Monte Carlo dropout drops in inference

    def construct(self, x):
        return self.drop(x)


class NetWithLoss(nn.Cell):
    def __init__(self):
        super().__init__()
        self.net = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(p=0.5))
        self.net.set_train()  # ok: the loss is for training

    def construct(self, x, y):
        return ((self.net(x) - y) ** 2).mean()


class Head(nn.Cell):
    def __init__(self, is_training, is_wide):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)
        if is_training:
            self.drop.set_train(True)  # ok: as the caller says
        if is_wide:
            self.drop.set_train()  # error: MSL106

    def construct(self, x):
        return self.drop(x)
