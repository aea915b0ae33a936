"""Training with a scheduler."""

import mindspore as ms
from mindspore import nn
from mindspore.experimental.optim import lr_scheduler

from bad_build import build_optimizer

net = nn.Dense(4, 1)
optimizer = build_optimizer(net)
scheduler = lr_scheduler.StepLR(optimizer, step_size=30)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
net.set_train()
for number in range(100):
    optimizer(grad_fn(ms.Tensor([[float(number)] * 4], ms.float32))[1])
    scheduler.step()
