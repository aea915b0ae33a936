from mindspore import nn

from bad_trainer import Trainer

net = nn.Dense(4, 2)
trainer = Trainer(net, params=net.parameters_and_names())
