import mindtorch.torch as mtorch
import torch

reference = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(reference.parameters(), lr=0.1)
loss = reference(torch.ones(1, 2)).sum()
loss.backward()
optimizer.step()
for group in optimizer.param_groups:
    print(f"{group['lr']:.4f}")
    group["lr"] *= 0.1
state = optimizer.state_dict()
optimizer.load_state_dict(state)
model = mtorch.nn.Linear(2, 1)
print(model(mtorch.ones(1, 2)).asnumpy() - loss.detach().numpy())
