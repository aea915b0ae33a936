# target-version: 2.0
# spellings: none
"""Before 2.5 there are no PyTorch-like optimizers to speak of."""

from mindspore import nn
from mindspore.experimental import optim  # error: MSL702

net = nn.Dense(4, 2)
native = nn.SGD([{"params": net.trainable_params(), "learning_rate": 0.01}], 0.1)  # error: MSL206
other = optim.SGD([{"params": net.trainable_params(), "learning_rate": 0.01}], lr=0.1)  # ok: not measured on 2.0
