# also: MSL216
# silent-as: torch mint mindtorch
from functools import partial

from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(2, 2)
weights = net.trainable_params()

decayed = nn.AdamWeightDecay(weights, learning_rate=1e-3, weight_decay=0.01)  # error: MSL216@11
positional = nn.AdamWeightDecay(weights, 1e-3, 0.9, 0.999, 1e-8, 0.01)  # error: MSL216
squares = nn.RMSProp(weights, learning_rate=0.01, decay=0.99, epsilon=1e-8)  # error: MSL216
summed = nn.Adagrad(weights, learning_rate=0.01)  # error: MSL216
no_rate = nn.SGD(weights)  # error: MSL216
no_rate_either = nn.SGD(params=weights, momentum=0.9)  # error: MSL216
largest = nn.AdaMax(weights)  # error: MSL216


def build(parameters, rate, decay=0.01):
    return nn.AdamWeightDecay(parameters, learning_rate=rate, weight_decay=decay)  # error: MSL216


class Trainer:
    def __init__(self, net, rate):
        self.make = partial(nn.AdamWeightDecay, weight_decay=0.05)
        self.optimizer = self.make(net.trainable_params(), rate)  # error: MSL216


adam = nn.Adam(weights, 1e-3)  # ok: the same steps
tiny = nn.Adam(weights, 1e-3, eps=1e-8)  # ok: PyTorch's default
zero = nn.Adagrad(weights, accum=0.0, learning_rate=0.01)  # ok: starts at 0
also_zero = nn.Adagrad(weights, 0.0, 0.01)  # ok: as above, by position
sgd = nn.SGD(weights, 0.01)  # ok: the rate is given
by_keyword = nn.SGD(weights, learning_rate=0.01, momentum=0.9)  # ok: the same steps
momentum = nn.Momentum(weights, 0.01, 0.9)  # ok: the same steps as SGD
max_rate = nn.AdaMax(weights, 0.002)  # ok: the rate is given
delta = nn.Adadelta(weights, 1.0)  # ok: the same steps
torch_like = optim.AdamW(weights, lr=1e-3)  # ok: PyTorch's formula
torch_squares = optim.RMSprop(weights, lr=1e-2)  # ok: PyTorch's formula


def configured(parameters, options):
    return nn.SGD(parameters, **options)  # ok: the rate may be among them


def by_eps(parameters, eps):
    return nn.Adam(parameters, 1e-3, eps=eps)  # ok: experimental's does the same


misnamed = nn.SGD(weights, lr=0.01)  # error: MSL202


class AdamWeightDecay:
    """The project's own."""


own = AdamWeightDecay()  # ok: not MindSpore's
