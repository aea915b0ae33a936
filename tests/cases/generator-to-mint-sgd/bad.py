from mindspore import nn

from bad_build import build

net = nn.Dense(4, 2)
optimizer = build(param for param in net.get_parameters() if param.requires_grad)
