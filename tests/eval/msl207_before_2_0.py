# target-version: 1.10
"""What an optimizer takes depends on the version."""

from mindspore import nn

net = nn.Dense(2, 2)
amsgrad = nn.Adam(net.trainable_params(), learning_rate=0.1, use_amsgrad=True)  # ok: taken in 1.10, too
lazy = nn.Adam(net.trainable_params(), learning_rate=0.1, use_lazy=True)  # error: MSL207
nesterov = nn.Adam(net.trainable_params(), learning_rate=0.1, use_nesterov=True)  # ok: taken in 1.10, too
