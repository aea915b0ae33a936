import mindtorch.torch as torch
from warmup import warm_up

model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [30, 60])
for epoch in range(90):
    warm_up(optimizer, epoch, 5, 0.1)
    scheduler.step()
