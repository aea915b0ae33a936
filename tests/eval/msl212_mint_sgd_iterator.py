# silent-as: torch native experimental
"""The SGD of mint uses an iterator up before it stores what it gives."""

from itertools import chain

from mindspore import nn
from mindspore.mint import optim


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.Dense(4, 4)
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.body(x))


net = Net()
generator = optim.SGD(net.get_parameters(), lr=0.1)  # error: MSL212@23
filtered = optim.SGD(filter(lambda p: p.requires_grad, net.get_parameters()), lr=0.1)  # error: MSL212
written = optim.SGD((p for p in net.get_parameters() if p.requires_grad), lr=0.1)  # error: MSL212
chained = optim.SGD(params=chain(net.body.get_parameters(), net.head.get_parameters()), lr=0.1)  # error: MSL212
mapped = map(lambda p: p, net.trainable_params())
by_name = optim.SGD(mapped, lr=0.1)  # error: MSL212


def build(params):
    return optim.SGD(params, lr=0.1)  # ok: the iterator comes from the call below


passed = build(iter(net.trainable_params()))  # error: MSL212

listed = optim.SGD(list(net.get_parameters()), lr=0.1)  # ok: a list
trainable = optim.SGD(net.trainable_params(), lr=0.1)  # ok: trainable_params() is a list
comprehended = optim.SGD([p for p in net.get_parameters()], lr=0.1)  # ok: a list comprehension
grouped = optim.SGD([{"params": net.get_parameters()}], lr=0.1)  # ok: a group takes an iterator
adam = optim.Adam(net.get_parameters(), lr=0.1)  # ok: Adam of mint takes an iterator
decoupled = optim.AdamW(net.get_parameters(), lr=0.1)  # ok: AdamW of mint takes an iterator


class SGD:
    def __init__(self, params, lr):
        self.params = params


own = SGD(net.get_parameters(), lr=0.1)  # ok: a class of this file
