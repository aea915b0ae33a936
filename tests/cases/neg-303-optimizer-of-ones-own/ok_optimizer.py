"""An optimizer with a rate of its own."""

from mindspore import nn, ops


class Settings:
    lr = 0.1
    learning_rate = 0.1


class Adam(nn.Optimizer):
    def __init__(self, params, lr):
        super().__init__(lr, params)
        self.lr = lr
        self.param_groups = [{"params": params, "lr": lr}]

    def construct(self, gradients):
        for weight, gradient in zip(self.parameters, gradients):
            ops.assign(weight, weight - self.lr * gradient)
        return True
