import mindtorch.torch as torch
from base import Base


class Lion(Base):
    def step(self, grads, closure=None):
        for parameter, gradient in zip(self.param_groups[0]["params"], grads):
            parameter.copy_(parameter - float(self.param_groups[0]["lr"]) * gradient.sign())


optimizer = Lion(torch.nn.Linear(2, 1).parameters())
