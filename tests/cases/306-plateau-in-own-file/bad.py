"""Training with a scheduler of one's own."""

import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim

from bad_plateau import Plateau


def main(batches):
    net = nn.Dense(4, 1)
    optimizer = optim.SGD(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
    scheduler = Plateau(optimizer)
    for x in batches:
        scheduler.step(optimizer(grad_fn(x)[1]))
