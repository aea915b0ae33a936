from mindspore import nn
from mindspore.experimental import optim


def create_optimizer(name, params, rate=0.01):
    if name == "adamw":
        return optim.AdamW(params, lr=rate)
    if name == "momentum":
        return nn.Momentum(params, rate, 0.9)
    return nn.SGD(params, rate)
