"""Networks that freeze a part in `__init__`, and what several programs make of them."""

import mindspore as ms
from mindspore import dataset as ds
from mindspore import nn

data = ds.MnistDataset("mnist")


class Backbone(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 1)
        self.drop = nn.Dropout(p=0.1)

    def construct(self, x):
        return self.drop(self.dense(x))


class Frozen(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.backbone.set_train(False)  # error: MSL106
        self.head = nn.Dense(1, 1)

    def construct(self, x):
        return self.head(self.backbone(x))


class FrozenInConstruct(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.backbone.set_train(False)  # ok: construct sets it again
        self.head = nn.Dense(1, 1)

    def construct(self, x):
        self.backbone.set_train(False)
        return self.head(self.backbone(x))


class FrozenByTheProgram(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.backbone.set_train(False)  # ok: the program sets it again
        self.head = nn.Dense(1, 1)

    def construct(self, x):
        return self.head(self.backbone(x))


def train(net, is_frozen):
    optimizer = nn.SGD(net.trainable_params())
    grad_fn = ms.value_and_grad(lambda x, y: ((net(x) - y) ** 2).mean(), None, optimizer.parameters)
    net.set_train()
    if is_frozen:
        net.backbone.set_train(False)
    for x, y in data:
        _, grads = grad_fn(x, y)
        optimizer(grads)


train(Frozen(), False)
train(FrozenInConstruct(), False)
train(FrozenByTheProgram(), True)
