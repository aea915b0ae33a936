try:
    import mindtorch.torch as torch
except ImportError:
    import torch

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
for group in optimizer.param_groups:
    print(f"{group['lr']:.4f}")
    group["lr"] *= 0.1
