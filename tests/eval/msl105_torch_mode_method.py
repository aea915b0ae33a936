# silent-as: torch mindtorch
"""train() and eval() of cells."""

import mindspore as ms
from mindspore import mint, nn
from mindspore.train import Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = nn.SequentialCell(nn.Dense(4, 4), nn.BatchNorm1d(4))
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.backbone(x))

    def freeze(self):
        self.backbone.eval()  # error: MSL105
        self.train(False)  # error: MSL105@9


class Deep(Net):
    pass


class Trainer:
    def __init__(self, model):
        self.model = model
        self.loss = nn.CrossEntropyLoss()

    def train(self, data):
        self.model.train()  # error: MSL105
        return sum(self.loss(self.model(x), y) for x, y in data)

    def eval(self):
        self.model.eval()  # error: MSL105


def build(name):
    return Net() if name == "net" else Deep()


def evaluate(model, data):
    model.eval()  # error: MSL105
    return [model(x) for x in data]


def main(data, is_training):
    net = build("net")
    net.train(True)  # error: MSL105
    net.train(mode=is_training)  # error: MSL105
    ready = Deep().to_float(ms.float16).eval()  # error: MSL105
    for part in (net.backbone, net.head):
        part.eval()  # error: MSL105
    mint.nn.Linear(2, 2).train()  # error: MSL105
    models = {"student": net, "teacher": Deep()}
    models["teacher"].eval()  # error: MSL105
    [part.eval() for part in (net.backbone, net.head)]  # error: MSL105
    trainer = Trainer(net)
    trainer.train(data)  # ok: a class that is no cell
    trainer.eval()  # ok: a class that is no cell
    evaluate(net, data)
    Model(net).eval(data)  # ok: Model has eval
    return ready


class Own(nn.Cell):
    def train(self, mode=True):
        return self.set_train(mode)

    def eval(self):
        return self.train(False)  # ok: defined here


class Below(Own):
    pass


class Assigned(nn.Cell):
    def __init__(self, step):
        super().__init__()
        self.train = step


class Lookup(nn.Cell):
    def __getattr__(self, name):
        return super().__getattr__(name)


class Template(nn.Cell):
    def run(self):
        self.train()  # ok: Filled has it


class Filled(Template):
    def train(self):
        return self.set_train()


class Engine(nn.Cell):
    def fit(self, data):
        return self.train(data, 3)  # ok: with two arguments not PyTorch's train


def others(args, unknown, sklearn_model):
    Own().train()  # ok: the class defines it
    Below().eval()  # ok: its base defines it
    Assigned(args.step).train()  # ok: assigned in __init__
    Lookup().train()  # ok: __getattr__ may answer
    unknown.train()  # ok: not known
    args.model.eval()  # ok: not known
    sklearn_model.train(args.x, args.y)  # ok: not known
    nn.Accuracy().eval()  # ok: a metric has eval
    eval("1 + 1")  # ok: the builtin


def either(model):
    if isinstance(model, nn.Cell):
        model.set_train(False)
    else:
        model.eval()  # ok: asked for its kind
    if hasattr(model, "train"):
        model.train()  # ok: asked for the method


either(Net())
