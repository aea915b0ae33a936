"""The compiled step."""

import mindspore as ms
from mindspore.experimental import optim


class Engine:
    """Trains a network."""

    def __init__(self, net):
        self.net = net
        self.optimizer = optim.AdamW(net.trainable_params(), lr=1e-3)
        self.grad_fn = ms.value_and_grad(self.forward, None, self.optimizer.parameters)

    def forward(self, x):
        return self.net(x).sum()

    @ms.jit
    def step(self, x):
        loss, grads = self.grad_fn(x)
        self.optimizer(grads)
        return loss

    def run(self, batches):
        for x in batches:
            self.step(x)
