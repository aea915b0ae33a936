import mindtorch.torch as torch
from trainer import Trainer

model = torch.nn.Linear(2, 1)
trainer = Trainer(model, torch.optim.SGD(model.parameters(), lr=0.1), torch.nn.MSELoss())
trainer.train_rightly(torch.load("data.ckpt"))
