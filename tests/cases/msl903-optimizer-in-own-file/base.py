from mindtorch.torch.optim import Optimizer


class Base(Optimizer):
    def __init__(self, parameters, lr=0.1):
        super().__init__(parameters, {"lr": lr})
