"""A network beside those that are switched is not one of them."""

import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, rate=0.5):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=rate)

    def construct(self, x):
        return self.drop(self.fc(x))


def fn_for(net, opt):
    return ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)


def switched(data):
    net = Net()
    net.set_train(mode=True)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: switched above


def control(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL101


def image_alone(data):
    net = Net()
    image = ms.Parameter(ms.ops.ones((4, 4)), name="image")
    opt = nn.Adam([image], 0.01)
    fn = ms.value_and_grad(lambda: net(image).sum(), None, opt.parameters)
    for _ in data:
        _, g = fn()
        opt(g)  # ok: no parameter of the network is trained
