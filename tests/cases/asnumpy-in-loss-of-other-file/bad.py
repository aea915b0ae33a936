import mindspore as ms
from mindspore import nn

from losses import Smooth

net = nn.Dense(8, 1)
criterion = Smooth(0.1)
optimizer = nn.Adam(net.trainable_params())


def forward(x, y):
    prediction = net(x)
    return criterion(prediction, y)


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
