# silent-as: torch mindtorch
import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(2, 2)
gradients = [ms.Tensor(1.0), ms.Tensor(1.0)]
rate = 0.1

for p in net.trainable_params():
    p -= rate  # error: MSL410@5

for p, g in zip(net.get_parameters(), gradients):
    p -= rate * g  # error: MSL410@5

for number, p in enumerate(net.trainable_params()):
    p = p - rate * gradients[number]  # error: MSL410@5

for name, p in net.parameters_and_names():
    if "bias" in name:
        p *= 0.0  # error: MSL410@9

weights = ms.ParameterTuple(net.trainable_params())
for w in weights:
    w = ops.clip_by_value(w, -0.01, 0.01)  # error: MSL410

optimizer = nn.SGD(net.trainable_params(), rate)
for epoch in range(3):
    for (p, g), scale in zip(zip(optimizer.parameters, gradients), [1.0, 2.0]):
        step = g * scale
        p = p - rate * step  # error: MSL410


class Trainer:
    def __init__(self, net):
        self.net = net
        self.weights = ms.ParameterTuple(net.trainable_params())

    def clip(self):
        for w in list(self.weights):
            w = ops.clamp(w, -0.01, 0.01)  # error: MSL410

    def update(self, gradients, rate):
        for w, g in zip(self.net.trainable_params(), gradients):
            w -= rate * g  # error: MSL410
            w *= 0.999


for p in net.trainable_params():
    ops.assign(p, p - rate)  # ok: writes the parameter

for p in net.trainable_params():
    p[:] = p - rate  # ok: writes the parameter

total = 0.0
for p in net.trainable_params():
    p = p * p  # ok: used in the next line
    total += p.sum()


def scaled(net, factor):
    """The parameters as tensors, scaled."""
    found = []
    for p in net.trainable_params():
        p *= factor  # ok: the new tensor is what is wanted
        found.append(p)
    return found


def last(net):
    for p in net.trainable_params():
        p = p + 1  # ok: returned
    return p


def of_unknown(parameters, rate):
    for p in parameters:
        p -= rate  # ok: it is not known what they are


for number in range(3):
    number -= 1  # ok: a number


class Schedule:
    def get_parameters(self):
        return [1.0, 2.0]


for value in Schedule().get_parameters():
    value -= 1.0  # ok: the project's own method, which gives numbers


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weights = ms.ParameterTuple([ms.Parameter(ms.Tensor([0.0]), name="a")])

    def construct(self, x):
        for w in self.weights:
            w -= x  # ok: compiled, where MindSpore writes the parameter
        return x


@ms.jit
def compiled(x):
    for w in weights:
        w -= x  # ok: as above
    return x


for p in net.trainable_params():
    p = ms.Parameter(p, name=f"copy.{p.name}")  # ok: not computed from it in place


listed = list(net.trainable_params())
for number, p in enumerate(listed):
    p -= rate * gradients[number]  # error: MSL410


class Descent:
    def __init__(self, parameters):
        self.parameters = list(parameters)

    def step(self, gradients):
        for p, g in zip(self.parameters, gradients):
            p -= rate * g  # error: MSL410


Descent(net.trainable_params()).step(gradients)

values = [each.value() for each in net.trainable_params()]
for v in values:
    v -= rate


def shrink():
    for p in net.trainable_params():
        p -= rate  # ok: compiled code calls it


def shrink_eagerly():
    for p in net.trainable_params():
        p -= rate  # error: MSL410


@ms.jit
def compiled_step(x):
    shrink()
    return net(x)


shrink_eagerly()
arrays = list(each.asnumpy() for each in net.trainable_params())
for array in arrays:
    array -= rate
