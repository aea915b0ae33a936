# silent-as: native
"""Optimizers in PyTorch's style take lr."""

from mindspore import nn
from mindspore.experimental import optim
from mindspore.mint import optim as mint_optim

net = nn.Dense(2, 2)
stateful = optim.SGD(net.trainable_params(), learning_rate=0.1)  # error: MSL208
functional = mint_optim.AdamW(net.trainable_params(), learning_rate=1e-3)  # error: MSL208
right = optim.Adam(net.trainable_params(), lr=1e-3)  # ok: the name that this optimizer takes
