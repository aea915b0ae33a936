import mindspore as ms


class Stepper:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self, gradients):
        self.optimizer(gradients)


def differentiated(function):
    return ms.value_and_grad(function, has_aux=False)
