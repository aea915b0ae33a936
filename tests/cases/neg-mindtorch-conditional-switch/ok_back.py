from mindtorch.tools import mstorch_enable
from mindtorch.tools import pytorch_enable
import torch

optimizer = torch.optim.SGD(torch.nn.Linear(2, 1).parameters(), lr=0.1)
optimizer.step()
print(f"{optimizer.param_groups[0]['lr']:.4f}")
