# silent-as: torch mint experimental mindtorch
"""MindSpore's own optimizers take learning_rate."""

from functools import partial

from mindspore import nn

net = nn.Dense(2, 2)
direct = nn.SGD(net.trainable_params(), lr=0.1)  # error: MSL202
adam = nn.Adam(
    net.trainable_params(),
    lr=1e-3,  # error: MSL202
    weight_decay=1e-4,
)
bound = partial(nn.Momentum, lr=0.1, momentum=0.9)  # error: MSL202
right = nn.Adam(net.trainable_params(), learning_rate=1e-3)  # ok: the name that MindSpore takes
positional = nn.Adam(net.trainable_params(), 1e-3)  # ok: by position
groups = nn.SGD([{"params": net.trainable_params(), "lr": 0.1}], learning_rate=0.1)  # ok: in a group the key is lr


def build_optimizer(params, lr):
    return nn.SGD(params, learning_rate=lr)


own = build_optimizer(net.trainable_params(), lr=0.1)  # ok: a function of this file
