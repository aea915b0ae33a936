"""Networks given to a library that may or may not be installed."""

from importlib.util import find_spec

import mindspore as ms
from mindspore import nn

try:
    import fancytrain
except ImportError:
    fancytrain = None

try:
    from fancytrain import prepare
except ImportError:

    def prepare(net):
        return net


try:
    import othertrain

    HAS_OTHER = True
except ImportError:
    HAS_OTHER = False


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.drop(self.fc(x))


def fit(net, data):
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL101


def module_or_none(data):
    net = Net()
    if fancytrain:
        fancytrain.prepare(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: what prepare does is not known


def function_or_own(data):
    net = Net()
    prepare(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the library's prepare is not known, only the one in its place


def flag(data):
    net = Net()
    if HAS_OTHER:
        othertrain.prepare(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: what prepare does is not known


def found(data):
    net = Net()
    if find_spec("latetrain"):
        import latetrain

        latetrain.prepare(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: what prepare does is not known


def attempted(data):
    net = Net()
    try:
        from latetrain import prepare as late

        late(net)
    except Exception:
        pass
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: what late does is not known


def neither(data):
    fit(Net(), data)
