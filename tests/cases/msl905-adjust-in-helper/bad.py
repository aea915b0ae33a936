import mindspore as ms
import mindtorch.torch as torch
from rates import adjust

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
compute = ms.value_and_grad(lambda x: model(x).sum(), None, optimizer.parameters)


@ms.jit
def train_step(x):
    loss, gradients = compute(x)
    optimizer.step(gradients)
    return loss


for epoch in range(10):
    adjust(optimizer, 0.1 * 0.5**epoch)
    for x in [torch.ones(1, 2)]:
        train_step(x)
