from mindspore import nn

from good_groups import layerwise
from good_net import Net

net = Net()
optimizer = nn.Momentum(layerwise(net, 0.1), learning_rate=0.1, momentum=0.9)
