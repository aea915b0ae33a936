"""A loop that adjusts the rate of an optimizer without groups."""

from mindspore import nn

from utils import adjust_learning_rate


def main(epochs):
    net = nn.Dense(4, 1)
    optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3)
    for epoch in range(epochs):
        adjust_learning_rate(optimizer, epoch)
