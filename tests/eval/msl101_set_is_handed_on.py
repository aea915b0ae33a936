"""Where `set_train` is handed on as a value, something unseen may call it, so the file is not judged."""

from threading import Thread

import mindspore as ms
from mindspore import nn


def steps(net, data):
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the thread may have switched the network


def main(data):
    net = nn.SequentialCell(nn.Dense(4, 4), nn.Dropout(p=0.5))
    Thread(target=net.set_train).start()
    steps(net, data)


other_rules_still_speak = nn.Dropout(0.1)  # error: MSL209
