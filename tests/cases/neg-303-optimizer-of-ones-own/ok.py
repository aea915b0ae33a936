"""Uses an optimizer of the project."""

from mindspore import nn

from ok_optimizer import Adam, Settings

net = nn.Dense(4, 1)
optimizer = Adam(net.trainable_params(), 1e-3)
settings = Settings()


def lower(factor):
    optimizer.lr = optimizer.lr * factor
    settings.lr = optimizer.lr
    settings.learning_rate = 0.1
    optimizer.param_groups[0]["lr"] = 0
