"""A norm of the project that extends MindSpore's reads the attribute itself."""

from mindspore import nn, ops


class OwnNorm(nn.BatchNorm2d):
    def construct(self, x):
        return x * self.momentum


class FrozenNorm(nn.BatchNorm2d):
    def construct(self, x):
        return self.gamma * ops.rsqrt(self.moving_variance + self.eps)


own = OwnNorm(4)
own.momentum = 0.5  # ok: its own construct reads it
net = nn.SequentialCell(OwnNorm(4), FrozenNorm(4), nn.BatchNorm2d(4), nn.LayerNorm((4,)))
for cell in net.cells():
    if isinstance(cell, nn.BatchNorm2d):
        cell.eps = 1e-3  # ok: may be a FrozenNorm
    if isinstance(cell, (OwnNorm, nn.BatchNorm2d)):
        cell.momentum = 0.97  # ok: may be an OwnNorm
    if isinstance(cell, nn.LayerNorm):
        cell.epsilon = 1e-5  # error: MSL217
plain = nn.BatchNorm2d(4)
plain.eps = 1e-3  # error: MSL217
