# silent-as: torch
"""Modes that __init__ gives the parts of a cell."""

import mindspore as ms
from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self, rate=0.1):
        super().__init__()
        self.norm = nn.BatchNorm2d(4).set_train()  # error: MSL106
        self.drop = nn.Dropout(p=rate)
        self.drop.set_train(True)  # error: MSL106@9
        self.body = nn.SequentialCell([nn.Dense(4, 4), nn.Dropout(p=0.1)])
        self.body.set_train()  # error: MSL106
        norm = nn.BatchNorm1d(4)
        norm.set_train(mode=True)  # error: MSL106
        self.extra = norm
        self.stem = nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)).set_train()  # error: MSL106
        self.own = Teacher()
        self.own.set_train()  # error: MSL106
        self.fc = nn.Dense(4, 4).set_train()  # ok: does not depend on the mode
        self.pool = nn.BatchNorm2d(4).set_train(rate > 0)  # ok: not known

    def construct(self, x):
        return self.body(self.drop(self.norm(x)))


class Teacher(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=0.1)

    def construct(self, x):
        return self.drop(self.fc(x))


class Distilled(nn.Cell):
    def __init__(self, student, teacher):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.teacher.set_train(False)  # error: MSL106

    def construct(self, x):
        return ops.square(self.student(x) - ops.stop_gradient(self.teacher(x))).mean()


def distil(data):
    net = Distilled(nn.SequentialCell(nn.Dense(4, 4), nn.Dropout(p=0.1)), Teacher())
    optimizer = nn.Adam(net.student.trainable_params())
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    net.set_train()
    for x in data:
        _, grads = grad_fn(x)
        optimizer(grads)


class Lost(nn.Cell):
    def __init__(self, part):
        super().__init__()
        self.part = part
        self.part.set_train(False)  # error: MSL106

    def construct(self, x):
        return self.part(x)


def no_gradient(x):
    net = Lost(Teacher())
    net.set_train()
    return net(x)


class Kept(nn.Cell):
    def __init__(self, student, teacher):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.teacher.set_train(False)  # ok: set_train below says it again

    def set_train(self, mode=True):
        super().set_train(mode)
        self.teacher.set_train(False)
        return self

    def construct(self, x):
        return ops.square(self.student(x) - self.teacher(x)).mean()


def keep(data):
    net = Kept(nn.SequentialCell(nn.Dense(4, 4), nn.Dropout(p=0.1)), Teacher())
    optimizer = nn.Adam(net.student.trainable_params())
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    net.set_train()
    for x in data:
        _, grads = grad_fn(x)
        optimizer(grads)


class Again(nn.Cell):
    def __init__(self, teacher):
        super().__init__()
        self.student = nn.Dense(4, 4)
        self.teacher = teacher
        self.teacher.set_train(False)  # ok: set again before training

    def construct(self, x):
        return ops.square(self.student(x) - self.teacher(x)).mean()


def again(data):
    net = Again(Teacher())
    optimizer = nn.Adam(net.student.trainable_params())
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    net.set_train()
    net.teacher.set_train(False)
    for x in data:
        _, grads = grad_fn(x)
        optimizer(grads)


class Never(nn.Cell):
    def __init__(self):
        super().__init__()
        self.ema = nn.SequentialCell(nn.BatchNorm1d(4))
        self.ema.set_train(False)  # ok: nothing sets the whole
        self.set_train(False)  # ok: the whole, not a part

    def construct(self, x):
        return self.ema(x)


class TrainStep(nn.Cell):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.network.set_train()  # ok: a train cell
        self.norm = nn.BatchNorm1d(4)
        self.norm.set_train()  # ok: a train cell
        self.optimizer = optimizer

    def construct(self, x):
        return self.network(x)


class Wrapped(nn.TrainOneStepCell):
    def __init__(self, network, optimizer):
        super().__init__(network, optimizer)
        self.norm = nn.BatchNorm1d(4).set_train()  # ok: a train cell


class Given(nn.Cell):
    def __init__(self, generator):
        super().__init__()
        self.generator = generator
        self.generator.set_train()  # ok: made elsewhere, whose mode this class may be for


class Trainer:
    def __init__(self):
        self.net = nn.SequentialCell(nn.BatchNorm1d(4))
        self.net.set_train()  # ok: no cell


class Says(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4).set_train()  # ok: the class has its own set_train

    def set_train(self, mode=True):
        self.norm.set_train(mode)
        return super().set_train(mode)


class Later(nn.Cell):
    def start(self):
        self.norm = nn.BatchNorm1d(4)
        self.norm.set_train()  # ok: not in __init__
