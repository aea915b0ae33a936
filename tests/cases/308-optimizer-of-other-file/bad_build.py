"""Makes optimizers."""

from mindspore import mint


def build_optimizer(net, rate=0.1):
    return mint.optim.SGD(net.trainable_params(), lr=rate, momentum=0.9)
