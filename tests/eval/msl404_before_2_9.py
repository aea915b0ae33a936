# target-version: 2.8
"""Numbers beside the loss were right up to 2.8."""

import mindspore as ms
from mindspore import nn

net = nn.Dense(4, 2)
weights = net.trainable_params()


def with_number(x):
    loss = net(x).mean()
    return loss, float(loss)


def one(x):
    return net(x).mean()


of_number = ms.value_and_grad(with_number, None, weights, has_aux=True)  # ok: right on this version
of_one = ms.value_and_grad(one, None, weights, has_aux=True)  # error: MSL404
