import mindspore as ms
from mindspore import nn

from good_freeze import freeze_backbone


class Model(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Dense(8, 8)
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(self.backbone(x))


def fine_tune(dataset):
    model = Model()
    freeze_backbone(model)
    optimizer = nn.AdamWeightDecay(model.trainable_params(), 1e-4, weight_decay=0.05)
    loss_fn = nn.CrossEntropyLoss()
    grad_fn = ms.value_and_grad(lambda x, y: loss_fn(model(x), y), None, optimizer.parameters)
    for x, y in dataset:
        _, grads = grad_fn(x, y)
        optimizer(grads)
