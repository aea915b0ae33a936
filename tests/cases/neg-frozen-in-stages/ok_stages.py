from mindspore import nn


def set_trainable(network, is_trainable):
    for param in network.get_parameters():
        param.requires_grad = is_trainable


def optimizer_of(network, rate):
    return nn.Momentum(network.trainable_params(), rate, 0.9, weight_decay=1e-4)
