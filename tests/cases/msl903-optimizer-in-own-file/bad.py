import mindtorch.torch as torch
from base import Base


class Lion(Base):
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    parameter.copy_(parameter - float(group["lr"]) * parameter.grad.sign())


optimizer = Lion(torch.nn.Linear(2, 1).parameters())
