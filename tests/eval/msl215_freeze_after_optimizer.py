# silent-as: torch mindtorch
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = nn.SequentialCell(nn.Conv2d(3, 8, 3), nn.Conv2d(8, 8, 3))
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(self.backbone(x).mean((2, 3)))


class Trainer:
    """Makes gradients and takes steps."""

    def __init__(self, net, optimizer):
        self.optimizer = optimizer
        self.grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)

    def step(self, x):
        loss, gradients = self.grad_fn(x)
        self.optimizer(gradients)
        return loss


def decayed(data):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4)
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # error: MSL215@9
    trainer = Trainer(net, optimizer)
    for x in data:
        trainer.step(x)


def one_weight(data):
    net = Net()
    optimizer = nn.Adam(net.trainable_params(), 1e-3, weight_decay=0.01)
    net.head.bias.requires_grad = False  # error: MSL215
    trainer = Trainer(net, optimizer)
    for x in data:
        trainer.step(x)


def in_the_third_epoch(data):
    net = Net()
    trainer = Trainer(net, nn.Momentum(net.trainable_params(), 0.1, 0.9))
    for epoch in range(10):
        if epoch == 3:
            for name, p in zip(["a", "b"], net.backbone.trainable_params()):
                p.requires_grad = False  # error: MSL215
        for x in data:
            trainer.step(x)


def listed_anew(data):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    for p in net.get_parameters():
        if "backbone" in p.name:
            p.requires_grad = False  # error: MSL215
    grad_fn = ops.value_and_grad(lambda x: net(x).sum(), None, ms.ParameterTuple(net.trainable_params()))
    for x in data:
        loss, gradients = grad_fn(x)
        optimizer(gradients)


def in_a_group(data):
    net = Net()
    groups = [{"params": net.backbone.trainable_params(), "weight_decay": 0.1}, {"params": net.head.trainable_params()}]
    trainer = Trainer(net, nn.SGD(groups, 0.1))
    for p in net.backbone.trainable_params():
        setattr(p, "requires_grad", False)  # error: MSL215
    for x in data:
        trainer.step(x)


def freeze(cell):
    for p in cell.get_parameters():
        p.requires_grad = False  # error: MSL215


def in_a_function(data):
    net = Net()
    trainer = Trainer(net, optim.AdamW(net.trainable_params(), lr=1e-3))
    for x in data:
        trainer.step(x)
    freeze(net.backbone)
    for x in data:
        trainer.step(x)


def step_cell(data):
    net = Net()
    step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.1, weight_decay=0.1))
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # error: MSL215
    for x in data:
        step(x)


def before(data):
    net = Net()
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: before the optimizer
    trainer = Trainer(net, nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4))
    for x in data:
        trainer.step(x)


def nothing_moves(data):
    net = Net()
    trainer = Trainer(net, nn.SGD(net.trainable_params(), 0.1))
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: the gradient is 0, and nothing else moves it
    for x in data:
        trainer.step(x)


def not_its_parameters(data):
    net = Net()
    trainer = Trainer(net, nn.SGD(net.head.trainable_params(), 0.1, weight_decay=1e-4))
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: the optimizer holds the head only
    for x in data:
        trainer.step(x)


def picked(data):
    net = Net()
    chosen = [p for p in net.trainable_params() if "head" in p.name]
    trainer = Trainer(net, nn.SGD(chosen, 0.1, weight_decay=1e-4))
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: it is not known that the optimizer holds them
    for x in data:
        trainer.step(x)


def again(data):
    net = Net()
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: before the optimizer
    trainer = Trainer(net, nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4))
    for x in data:
        for p in net.backbone.get_parameters():
            p.requires_grad = False  # ok: they were frozen before
        trainer.step(x)


def another_optimizer(data):
    net = Net()
    trainer = Trainer(net, nn.Adam(net.trainable_params(), 1e-3))
    for x in data:
        trainer.step(x)
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: the next optimizer is built after it
    trainer = Trainer(net, nn.Adam(net.trainable_params(), 1e-3))
    for x in data:
        trainer.step(x)


def thawed(data):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4)
    for p in net.backbone.get_parameters():
        p.requires_grad = False  # ok: thawed before the next step
    score(net)
    for p in net.backbone.get_parameters():
        p.requires_grad = True
    trainer = Trainer(net, optimizer)
    for x in data:
        trainer.step(x)


def score(net):
    """Something in between."""


def after_training(data):
    net = Net()
    trainer = Trainer(net, nn.Adam(net.trainable_params(), 1e-3))
    for x in data:
        trainer.step(x)
    for p in net.get_parameters():
        p.requires_grad = False  # ok: nothing steps after it


def by_flag(data, is_frozen):
    net = Net()
    trainer = Trainer(net, nn.Adam(net.trainable_params(), 1e-3, weight_decay=0.1))
    for p in net.backbone.get_parameters():
        p.requires_grad = is_frozen  # ok: not known
    for x in data:
        trainer.step(x)


def by_pairs(data):
    net = Net()
    trainer = Trainer(net, nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4))
    for name, parameter in net.parameters_and_names():
        if name.startswith("backbone"):
            parameter.requires_grad = False  # error: MSL215
    for x in data:
        trainer.step(x)


def by_pairs_before(data):
    net = Net()
    for name, parameter in net.parameters_and_names():
        if name.startswith("backbone"):
            parameter.requires_grad = False
    trainer = Trainer(net, nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4))
    for x in data:
        trainer.step(x)


def statistics(data):
    net = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8)).set_train()
    trainer = Trainer(net, nn.SGD(net.trainable_params(), 0.1, weight_decay=1e-4))
    for name, parameter in net.parameters_and_names():
        if "moving_mean" in name or "moving_variance" in name:
            parameter.requires_grad = False
    for x in data:
        trainer.step(x)
