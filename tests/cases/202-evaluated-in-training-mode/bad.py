import numpy as np
import mindspore as ms
from mindspore import Tensor, nn
from bad_metrics import validate


class Solver:
    def __init__(self, net):
        self.net = net
        self.optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
        self.loss_fn = nn.CrossEntropyLoss()
        self.grad_fn = ms.value_and_grad(self.forward, None, self.optimizer.parameters)

    def forward(self, x, y):
        return self.loss_fn(self.net(x), y)

    def fit(self, data, test_data, epochs):
        for _ in range(epochs):
            self.net.set_train()
            for x, y in data:
                _, grads = self.grad_fn(x, y)
                self.optimizer(grads)
            print("CHECK", self.net.training)
            print(validate(self.net, test_data))


if __name__ == "__main__":
    batches = [(Tensor(np.random.rand(4, 5), ms.float32), Tensor([0, 1, 1, 0], ms.int32))]
    Solver(nn.SequentialCell(nn.Dense(5, 8), nn.Dropout(p=0.5), nn.Dense(8, 2))).fit(batches, batches, 2)
