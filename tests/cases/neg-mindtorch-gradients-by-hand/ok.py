import mindspore as ms
import mindtorch.torch as torch
from gradients import put


class Descent(torch.optim.Optimizer):
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                parameter.copy_(parameter - float(group["lr"]) * parameter.grad)


model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
compute = ms.value_and_grad(lambda x: model(x).sum(), None, optimizer.parameters)
loss, gradients = compute(torch.ones(1, 2))
put(model.parameters(), gradients)
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
optimizer.step()
