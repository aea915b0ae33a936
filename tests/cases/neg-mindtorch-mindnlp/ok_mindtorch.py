import mindtorch
import torch
from mindtorch.autograd import value_and_grad

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = value_and_grad(lambda x: model(x).sum(), list(model.parameters()))(torch.ones(1, 2))
optimizer.step()
print(f"{optimizer.param_groups[0]['lr']:.4f}")
mindtorch.ones(4)[1:3].add_(1)
