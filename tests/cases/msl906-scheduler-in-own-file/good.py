import mindspore as ms
import mindtorch.torch as torch
from schedules import Warmup

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
warmup = Warmup(optimizer, 100)


def train_step(gradients):
    optimizer.step(gradients)
    warmup.step()
