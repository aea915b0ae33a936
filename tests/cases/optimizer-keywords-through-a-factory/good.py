from mindspore import nn

from good_factory import create_optimizer

net = nn.Dense(4, 2)
optimizer = create_optimizer(net.trainable_params(), rate=1e-3, beta1=0.9, beta2=0.95)
