import mindtorch.torch as torch
from resume import resume

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
first = resume("last.ckpt", model, optimizer)
for group in optimizer.param_groups:
    group["lr"] = float(group["lr"])
