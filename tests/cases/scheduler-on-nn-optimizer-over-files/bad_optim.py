from mindspore import nn


def create_optimizer(parameters, rate):
    return nn.Momentum(parameters, learning_rate=rate, momentum=0.9)
