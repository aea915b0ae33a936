import mindtorch.torch as torch
from rates import current

model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print(float(current(optimizer)))
for group in optimizer.param_groups:
    group["lr"] = float(group["lr"]) * 0.1
