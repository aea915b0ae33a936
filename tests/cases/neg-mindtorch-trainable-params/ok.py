import mindspore as ms
import mindtorch.torch as torch


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(2, 2)
        self.second = ms.nn.Dense(2, 2)

    def forward(self, x):
        return self.second(self.first(x))


network = Network()
optimizer = torch.optim.SGD(network.trainable_params(), lr=0.1)
