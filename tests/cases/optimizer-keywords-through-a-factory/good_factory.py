from mindspore import nn


def create_optimizer(params, rate, **options):
    return nn.AdamWeightDecay(params, learning_rate=rate, **options)
