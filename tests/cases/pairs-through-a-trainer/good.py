from mindspore import nn

from good_trainer import Trainer

net = nn.Dense(4, 2)
trainer = Trainer(net, params=net.trainable_params())
