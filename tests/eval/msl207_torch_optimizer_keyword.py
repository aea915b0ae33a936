# silent-as: torch mindtorch
"""MindSpore's own optimizers take other keywords than PyTorch's."""

from functools import partial

from mindspore import nn

net = nn.Dense(2, 2)
params = net.trainable_params()

betas = nn.Adam(params, learning_rate=1e-3, betas=(0.9, 0.99))  # error: MSL207@45
several = nn.RMSProp(
    params,
    learning_rate=1e-3,
    alpha=0.9,  # error: MSL207
    eps=1e-8,  # error: MSL207
    centered=True,
)
implementation = nn.SGD(params, learning_rate=0.1, foreach=True, maximize=False)  # error: MSL207, MSL207
accumulator = nn.Adagrad(params, learning_rate=0.1, lr_decay=0.1, eps=1e-10)  # error: MSL207, MSL207
amsgrad = nn.AdamWeightDecay(params, learning_rate=0.1, amsgrad=True)  # error: MSL207
bound = partial(nn.Adam, betas=(0.9, 0.99))  # error: MSL207
spread = nn.Lamb(net.trainable_params(), learning_rate=0.1, **dict(betas=(0.9, 0.99)))  # error: MSL207
OPTIONS = {"momentum": 0.9, "fused": True}  # error: MSL207
from_dict = nn.SGD(params, learning_rate=0.1, **OPTIONS)


class Warm(nn.Adam):
    def __init__(self, params, rate):
        super().__init__(params, rate, betas=(0.9, 0.99))  # error: MSL207


def build(params, **options):
    return nn.AdaMax(params, learning_rate=0.1, **options)


handed_on = build(net.trainable_params(), amsgrad=True)  # error: MSL207

native = nn.Adam(params, learning_rate=1e-3, beta1=0.9, beta2=0.99, eps=1e-8)  # ok: the names that Adam takes
hidden = nn.Adam(params, learning_rate=1e-3, use_lazy=True, use_amsgrad=True)  # ok: taken through **kwargs
nesterov = nn.SGD(params, learning_rate=0.1, momentum=0.9, nesterov=True, dampening=0.0)  # ok: SGD takes these
decay = nn.RMSProp(params, learning_rate=0.1, decay=0.9, epsilon=1e-8)  # ok: the names that RMSProp takes
rprop = nn.Rprop(params, learning_rate=0.1, etas=(0.5, 1.2), step_sizes=(1e-6, 50.0))  # ok: Rprop takes these
factor = nn.AdaFactor(params, eps=(1e-30, 1e-3), beta1=0.9)  # ok: AdaFactor takes these


def choose(name, params, **options):
    if name == "sgd":
        return nn.SGD(params, learning_rate=0.1, **options)
    return nn.Adam(params, learning_rate=0.1, **options)


momentum = choose("sgd", net.trainable_params(), momentum=0.9)  # ok: one of the two takes it
beta = choose("adam", net.trainable_params(), beta1=0.9)  # ok: one of the two takes it

TABLE = {"sgd": nn.SGD, "momentum": nn.Momentum}


def from_table(name, params):
    return TABLE[name](params, learning_rate=0.1, momentum=0.9, nesterov=True)  # ok: one of the two takes it


def by_name(name, params, rate):
    options = {"weight_decay": 0.1}
    if name == "adam":
        options["beta1"] = 0.9  # ok: put in for one of the two
        return nn.Adam(params, learning_rate=rate, **options)
    return nn.SGD(params, learning_rate=rate, **options)


class Optimizer:
    def __init__(self, params, betas):
        self.params, self.betas = params, betas


own = Optimizer(net.trainable_params(), betas=(0.9, 0.99))  # ok: a class of this file
