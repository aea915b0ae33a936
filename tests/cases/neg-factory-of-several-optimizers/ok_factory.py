from mindspore import nn

OPTIMIZERS = {"adam": nn.Adam, "momentum": nn.Momentum, "sgd": nn.SGD}


def create_optimizer(name, params, rate, **options):
    return OPTIMIZERS[name](params, learning_rate=rate, **options)
