import mindspore as ms
from mindspore import nn

from ok_stages import optimizer_of, set_trainable


class Model(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Dense(8, 8)
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(self.backbone(x))


def stage(model, dataset, rate):
    optimizer = optimizer_of(model, rate)
    grad_fn = ms.value_and_grad(lambda x: model(x).sum(), None, model.trainable_params())
    for x in dataset:
        _, grads = grad_fn(x)
        optimizer(grads)


def train(dataset):
    model = Model()
    stage(model, dataset, 0.1)
    set_trainable(model.backbone, False)
    stage(model, dataset, 0.01)
    set_trainable(model.backbone, True)
    stage(model, dataset, 0.001)


train([ms.Tensor([0.0])])
