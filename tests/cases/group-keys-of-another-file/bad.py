from mindspore import nn

from bad_groups import layerwise
from bad_net import Net

net = Net()
optimizer = nn.Momentum(layerwise(net, 0.1), learning_rate=0.1, momentum=0.9)
