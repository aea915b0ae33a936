from mindspore import nn

from autograd import Engine, value_and_grad

net = nn.Dense(8, 3)
criterion = nn.CrossEntropyLoss()


def forward(x, y):
    logits = net(x)
    return criterion(logits, y), logits


first = value_and_grad(forward, net.trainable_params())
second = Engine().grad(forward, net.trainable_params())
