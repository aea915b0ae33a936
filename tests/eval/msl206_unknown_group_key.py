# silent-as: torch mindtorch
"""Parameter groups of MindSpore's own optimizers take few keys."""

from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.Dense(4, 4)
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.body(x))


net = Net()
body, head = net.body.trainable_params(), net.head.trainable_params()

literal = nn.SGD(
    [
        {"params": body, "learning_rate": 0.01},  # error: MSL206@26
        {"params": head},  # ok: the rate of the optimizer
    ],
    learning_rate=0.1,
)
momentum = nn.Momentum([{"params": body, "momentum": 0.5}, {"params": head}], 0.1, 0.9)  # error: MSL206
betas = nn.Adam([{"params": body, "betas": (0.9, 0.99), "eps": 1e-6}], 0.1)  # error: MSL206, MSL206
called = nn.Adam([dict(params=body, learning_rate=0.01)], 0.1)  # error: MSL206

RATES = {"params": head, "learning_rate": 0.2}  # error: MSL206
constant = nn.RMSProp([{"params": body}, RATES], 0.1)

late = {"params": body}
late["learning_rate"] = 0.3  # error: MSL206
assigned = nn.Adagrad([late], 0.1)


def layer_groups(layers, rate):
    groups = []
    for number, layer in enumerate(layers):
        groups.append({"params": layer.trainable_params(), "learning_rate": rate * 0.9**number})  # error: MSL206
    return groups


appended = nn.Adam(layer_groups([net.body, net.head], 0.1), 0.1)
comprehended = nn.SGD([{"params": [p], "learning_rate": 0.1} for p in net.trainable_params()], 0.1)  # error: MSL206

slower = [{"params": body}, {"params": head}]
for each in slower:
    each["learning_rate"] = 0.05  # error: MSL206
in_loop = nn.SGD(slower, 0.1)

rate = nn.SGD([{"params": body, "lr": 0.01}, {"params": head}], learning_rate=0.1)  # ok: the key is lr
decay = nn.SGD([{"params": body, "weight_decay": 0.01}], learning_rate=0.1)  # ok: a key that is taken
central = nn.SGD([{"params": body, "grad_centralization": True}], learning_rate=0.1)  # ok: a key that is taken
ordered = nn.SGD([{"params": body}, {"order_params": body}], learning_rate=0.1)  # ok: a key that is taken

config = {"params": "all", "learning_rate": 0.1, "momentum": 0.9}  # ok: no group of an optimizer


def named_groups():
    groups = [{"params": body, "name": "body"}, {"params": head, "name": "head"}]  # ok: taken out below
    for group in groups:
        print(group.pop("name"))
    return groups


popped = nn.SGD(named_groups(), learning_rate=0.1)

noted = [{"params": body, "layer": 1}]  # ok: taken out below
del noted[0]["layer"]
deleted = nn.SGD(noted, learning_rate=0.1)

later = [{"params": body}, {"params": head}]
built = nn.SGD(later, learning_rate=0.1)
for each in later:
    each["learning_rate"] = 0.05  # ok: the optimizer has read the groups by now


class Optimizer:
    def __init__(self, groups):
        self.groups = groups


own = Optimizer([{"params": body, "learning_rate": 0.1}])  # ok: a class of this file
