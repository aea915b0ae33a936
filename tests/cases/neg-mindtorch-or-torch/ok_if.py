import os

if os.environ.get("BACKEND") == "mindspore":
    import mindtorch.torch as torch
    from mindtorch.torch import optim
else:
    import torch
    from torch import optim

model = torch.nn.Linear(2, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
optimizer.step()
torch.ones(4)[1:3].add_(1)
print(optimizer.param_groups[0]["lr"])
