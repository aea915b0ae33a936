"""Makes optimizers."""

from mindspore.experimental import optim


def build_optimizer(net, rate=0.1):
    return optim.SGD(net.trainable_params(), lr=rate, momentum=0.9)
