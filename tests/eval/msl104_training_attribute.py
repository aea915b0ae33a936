# silent-as: torch
"""`training` assigned to networks."""

from mindspore import nn


class Net(nn.Cell):
    def __init__(self, training=False):
        super().__init__()
        self.training = training  # ok: its own flag
        self.backbone = nn.SequentialCell(nn.Dense(4, 4), nn.Dropout(p=0.5))
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.backbone(x))

    def freeze(self):
        self.backbone.training = False  # error: MSL104@9

    def train(self, mode=True):
        self.training = mode  # ok: its own, and the next line does the rest
        for cell in self.cells():
            cell.training = mode  # ok: a loop over the cells


class Scale(nn.Cell):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def construct(self, x):
        return x * self.factor if self.training else x


class Config:
    training = False


class Trainer:
    def __init__(self, net):
        self.net = net
        self.training = False

    def run(self, x):
        self.training = True  # ok: no cell
        self.net.training = True  # error: MSL104
        return self.net(x)


def build(kind):
    return Net() if kind else nn.SequentialCell(nn.Dropout(p=0.1), nn.ReLU())


def evaluate(model, x):
    was = model.training
    model.training = False  # error: MSL104
    y = model(x)
    model.training = was  # error: MSL104
    return y


def main(x, args, unknown):
    net = build(args.kind)
    net.training = True  # error: MSL104
    net.head.training = False  # ok: a layer without layers inside
    nn.Dropout(p=0.1).training = True  # ok: a layer without layers inside
    Scale(2).training = True  # ok: holds no cells
    cells = nn.CellList([Net(), Net()])
    cells.training = args.training  # error: MSL104
    setattr(net, "training", True)  # ok: the file holds no train step, so it is not followed
    args.training = True  # ok: no cell
    unknown.training = True  # ok: not known
    config = Config()
    config.training = True  # ok: no cell
    net.training = True  # ok: made up for at once
    net.set_train()
    for cell in net.cells():
        cell.training = True  # ok: a loop over the cells
    Trainer(net).run(x)
    return evaluate(net, x)
