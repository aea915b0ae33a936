"""A loop that adjusts the rate of an optimizer without groups."""

from mindspore import nn
from mindspore.experimental import optim

from utils import adjust_learning_rate


def main(epochs):
    net = nn.Dense(4, 1)
    optimizer = optim.Adam(net.trainable_params(), lr=1e-3)
    for epoch in range(epochs):
        adjust_learning_rate(optimizer, epoch)
