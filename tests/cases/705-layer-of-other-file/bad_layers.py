"""A loss that was not ported to the end."""

from mindspore import nn


class Distance(nn.LossBase):
    def forward(self, x, y):
        return self.get_loss((x - y) ** 2)
