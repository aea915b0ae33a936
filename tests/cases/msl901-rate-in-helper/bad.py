import mindtorch.torch as torch
from rates import current, decay, show

model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
show(optimizer)
print(current(optimizer))
decay(optimizer, 0.1)
