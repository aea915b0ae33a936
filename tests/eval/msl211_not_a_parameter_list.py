# silent-as: torch mindtorch
"""An optimizer takes parameters, not other things that have to do with a network."""

from mindspore import Parameter, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.Dense(4, 4)
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.body(x))


net = Net()
pairs = nn.SGD(net.parameters_and_names(), 0.1)  # error: MSL211@16
names = nn.SGD(net.parameters_dict(), 0.1)  # error: MSL211
keys = nn.SGD(net.parameters_dict().keys(), 0.1)  # error: MSL211
items = nn.SGD(net.parameters_dict().items(), 0.1)  # error: MSL211
network = nn.SGD(net, 0.1)  # error: MSL211
layer = nn.Adam(nn.Dense(2, 2), 0.1)  # error: MSL211
not_called = nn.SGD(net.trainable_params, 0.1)  # error: MSL211
one_group = nn.SGD({"params": net.trainable_params(), "lr": 0.1}, 0.1)  # error: MSL211
nested = nn.SGD([net.body.trainable_params(), net.head.trainable_params()], 0.1)  # error: MSL211
networks = nn.SGD([net.body, net.head], 0.1)  # error: MSL211
tuples = nn.SGD([(name, param) for name, param in net.parameters_and_names()], 0.1)  # error: MSL211
swapped = nn.Adam(0.001, net.trainable_params())  # error: MSL211
in_group = nn.SGD([{"params": net.parameters_dict()}, {"params": net.body}], 0.1)  # error: MSL211, MSL211
scale = Parameter(1.0, name="scale")
alone = nn.SGD(scale, 0.1)  # error: MSL211
alone_in_group = nn.SGD([{"params": scale}], 0.1)  # error: MSL211


def build(params, rate):
    return nn.SGD(params, rate)


passed = build(net.parameters_and_names(), 0.1)  # error: MSL211
right = build(net.trainable_params(), 0.1)  # ok: a list

trainable = nn.SGD(net.trainable_params(), 0.1)  # ok: a list of parameters
values = nn.SGD(net.parameters_dict().values(), 0.1)  # ok: the parameters of the dict
joined = nn.SGD([*net.body.trainable_params(), *net.head.trainable_params()], 0.1)  # ok: one list
added = nn.SGD(net.body.trainable_params() + net.head.trainable_params(), 0.1)  # ok: one list
chosen = nn.SGD([p for n, p in net.parameters_and_names() if "bias" in n], 0.1)  # ok: parameters only
in_list = nn.SGD([scale, net.head.weight], 0.1)  # ok: a list of parameters
many = nn.SGD(set(net.trainable_params()), 0.1)  # ok: a set is taken
group = nn.SGD([{"params": set(net.trainable_params())}], 0.1)  # ok: mindspore.nn takes a set in a group


def flexible(params):
    if isinstance(params, nn.Cell):
        params = params.trainable_params()
    return nn.SGD(params, 0.1)  # ok: it looks at what it is given


looked_at = flexible(net)  # ok: it looks at what it is given


class Wrapped(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)

    def __iter__(self):
        return iter(self.trainable_params())


iterable = nn.SGD(Wrapped(), 0.1)  # ok: it says itself what it iterates over


class Circuit:
    def parameters_and_names(self):
        return net.trainable_params()


def train(circuit):
    return nn.SGD(circuit.parameters_and_names(), 0.1)  # ok: perhaps the method of the class above


def unknown(params):
    return nn.SGD(params, 0.1)  # ok: not known
