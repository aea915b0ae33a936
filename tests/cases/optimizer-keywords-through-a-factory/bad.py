from mindspore import nn

from bad_factory import create_optimizer

net = nn.Dense(4, 2)
optimizer = create_optimizer(net.trainable_params(), rate=1e-3, betas=(0.9, 0.95))
