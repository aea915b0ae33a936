from mindspore.experimental import optim


def create_optimizer(parameters, rate):
    return optim.SGD(parameters, lr=rate, momentum=0.9)
