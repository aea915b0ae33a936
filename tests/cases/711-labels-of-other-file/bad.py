"""Labels of one file, a loss of another."""

from bad_data import images, labels
from bad_loss import loss_fn
from mindspore import nn

net = nn.Dense(4, 3)
print(loss_fn(net(images()), labels()))
