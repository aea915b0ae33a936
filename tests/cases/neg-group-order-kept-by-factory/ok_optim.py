from mindspore import nn


def build(network, lr):
    parameters = network.trainable_params()
    biases = [param for param in parameters if "bias" in param.name]
    others = [param for param in parameters if "bias" not in param.name]
    groups = [{"params": others}, {"params": biases, "lr": 2 * lr}, {"order_params": parameters}]
    return nn.SGD(groups, lr)
