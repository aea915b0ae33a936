"""Networks that are put into training mode in roundabout ways, or need not be."""

from contextlib import contextmanager
import copy

import mindspore as ms
from mindspore import amp, nn, ops
from mindspore.experimental import optim
import somewhere


class Net(nn.Cell):
    def __init__(self, rate=0.5):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=rate)

    def construct(self, x):
        return self.drop(self.fc(x))


class Unused(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.fc(x)


def fn_for(net, opt):
    return ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)


def keyword(data):
    net = Net()
    net.set_train(mode=True)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: mode=True is given by keyword


def all_of_them(data):
    g_net, d_net = Net(), Net()
    for cell in (g_net, d_net):
        cell.set_train()
    opt = nn.SGD(g_net.trainable_params() + d_net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: d_net(g_net(x)).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the loop reaches both networks


def comprehended(data):
    nets = {"g": Net(), "d": Net()}
    [each.set_train() for each in nets.values()]
    opt = nn.SGD(nets["g"].trainable_params(), 0.1)
    fn = fn_for(nets["g"], opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the comprehension reaches every network


def mapped(data):
    net = Net()
    list(map(lambda cell: cell.set_train(), [net]))
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: map reaches the network


def zero(data):
    net = Net(rate=0.0)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: a rate of 0 drops nothing


def unused(data):
    net = Unused()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the layer is never called


def fixed_statistics(data):
    net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2, use_batch_statistics=True))  # error: MSL109
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: no layer of it depends on the mode


def handed_on(data):
    net = Net()
    net = somewhere.prepare(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: what prepare does is not known


def handed_to(data):
    net = Net()
    somewhere.register(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: what register does is not known


@contextmanager
def training_mode(net):
    net.set_train()
    yield net
    net.set_train(False)


def managed(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    with training_mode(net):
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: the context manager sets the mode


class Mode:
    def __init__(self, net):
        self.net = net

    def __enter__(self):
        self.net.set_train()
        return self

    def __exit__(self, *details):
        self.net.set_train(False)


def managed_by_class(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for _ in range(3):
        with Mode(net):
            for x in data:
                _, g = fn(x)
                opt(g)  # ok: __enter__ sets the mode


def built(data):
    net = Net()
    step = amp.build_train_network(net, nn.SGD(net.trainable_params(), 0.1), nn.MSELoss(), level="O0")
    for x, y in data:
        step(x, y)  # ok: build_train_network sets the mode


class Always(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Net()
        self.set_train()

    def construct(self, x):
        return self.inner(x)


def sets_itself(data):
    net = Always()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: its __init__ sets the mode


def in_forward(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)

    def forward(x):
        net.set_train()
        return net(x).sum()

    fn = ms.value_and_grad(forward, None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the forward function sets the mode


def saliency(data):
    net = Net()
    fn = ms.grad(lambda x: net(x).sum())
    return [fn(x) for x in data]


def teacher_unknown_optimizer(data, opt):
    teacher, student = Net(), Net()
    student.set_train()

    def forward(x):
        return ops.mse_loss(student(x), ops.stop_gradient(teacher(x)))

    fn = ms.value_and_grad(forward, None, student.trainable_params())
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the student is in training mode


def one_of(args, data):
    if args.big:
        net = Net(0.1)
    else:
        net = Net(0.2)
    if args.mode == "train":
        net.set_train()
        opt = nn.SGD(net.trainable_params(), 0.1)
        fn = fn_for(net, opt)
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: this branch is the one that trains
    else:
        net.set_train(False)


def flagged(args, data):
    net = Net()
    net.set_train(args.train)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the argument decides


class Ema:
    def __init__(self, net):
        self.shadow = copy.deepcopy(net)
        self.shadow.set_train(False)


def with_ema(data):
    net = Net()
    net.set_train(True)
    ema = Ema(net)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: only the copy is put in inference mode


def until_done(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)

    def evaluate():
        net.set_train(False)
        try:
            return sum(net(x) for x in data)
        finally:
            net.set_train(True)

    net.set_train()
    for epoch in range(10):
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: finally restores the mode
        evaluate()


class Trainer:
    def __init__(self, net):
        self.net = net
        self.opt = nn.SGD(net.trainable_params(), 0.1)
        self.fn = fn_for(net, self.opt)

    def set_mode(self, training):
        self.net.set_train(training)

    def step(self, x):
        _, g = self.fn(x)
        self.opt(g)  # ok: fit sets the mode first

    def fit(self, data):
        self.set_mode(True)
        for x in data:
            self.step(x)
        self.set_mode(False)


def run(data):
    trainer = Trainer(Net())
    for _ in range(3):
        trainer.fit(data)


other_rules_still_speak = nn.Dropout(0.1)  # error: MSL209


def control(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL101
