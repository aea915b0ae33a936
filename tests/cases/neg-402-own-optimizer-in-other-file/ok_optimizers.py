from mindspore import nn


class TorchLike:
    """Gives an optimizer PyTorch's methods."""

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.gradients = None

    def zero_grad(self):
        self.gradients = None

    def step(self):
        self.optimizer(self.gradients)


class Stepping(nn.Momentum):
    def step(self, gradients):
        return self(gradients)


def create(params, wrapped):
    if wrapped:
        return TorchLike(nn.SGD(params, 0.1))
    return Stepping(params, 0.1, 0.9)
