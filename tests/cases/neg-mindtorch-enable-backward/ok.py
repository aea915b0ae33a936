import os

os.environ["ENABLE_BACKWARD"] = "1"
import mindtorch.torch as torch

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
