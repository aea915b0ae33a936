from mindspore import nn

from ok_factory import create_optimizer

net = nn.Dense(4, 2)
adam = create_optimizer("adam", net.trainable_params(), 1e-3, beta1=0.9, beta2=0.95)
momentum = create_optimizer("momentum", net.trainable_params(), 1e-1, momentum=0.9, use_nesterov=True)
