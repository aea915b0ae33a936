from mindspore import mint


def build(params, lr=0.1):
    return mint.optim.SGD(params, lr=lr)
