# silent-as: torch mindtorch
"""Cells whose __init__ does not call that of what they extend, or calls it after a layer was assigned."""

import mindspore as ms
from mindspore import nn, ops


class NoCall(nn.Cell):
    def __init__(self):  # error: MSL706@5
        self.fc = nn.Dense(4, 2)

    def construct(self, x):
        return self.fc(x)


class NumbersOnly(nn.Cell):
    def __init__(self, scale):  # error: MSL706
        """Keeps a number."""
        self.scale = scale

    def construct(self, x):
        return self.scale * x


class Empty(nn.Cell):
    def __init__(self):  # error: MSL706
        pass

    def construct(self, x):
        return x


class CommentedOut(nn.Cell):
    def __init__(self):  # error: MSL706
        # super().__init__()
        self.weight = ms.Parameter(ms.Tensor([1.0]), name="w")


class NotCalled(nn.Cell):
    def __init__(self):  # error: MSL706
        super().__init__
        self.fc = nn.Dense(4, 2)


class Loss(nn.LossBase):
    def __init__(self, margin):  # error: MSL706
        self.margin = margin

    def construct(self, scores, labels):
        return self.get_loss(ops.relu(self.margin - scores * labels))


class Chain(nn.SequentialCell):
    def __init__(self):  # error: MSL706
        self.first = nn.Dense(4, 2)


class Late(nn.Cell):
    def __init__(self):
        self.fc = nn.Dense(4, 2)  # error: MSL706@9
        super().__init__()


class LateParameter(nn.Cell):
    def __init__(self, width):
        self.width = width
        self.weight = ms.Parameter(ms.Tensor([1.0]), name="w")  # error: MSL706
        self.bias = ms.Parameter(ms.Tensor([1.0]), name="b")
        super(LateParameter, self).__init__()


class LateList(nn.Cell):
    def __init__(self, depth):
        blocks = [nn.Dense(4, 4) for _ in range(depth)]
        self.blocks = nn.CellList(blocks)  # error: MSL706
        nn.Cell.__init__(self)


class LateOperator(nn.Cell):
    def __init__(self):
        self.relu = ops.ReLU()  # error: MSL706
        super().__init__()


class LateInBranch(nn.Cell):
    def __init__(self, deep):
        if deep:
            self.fc = nn.Dense(4, 2)  # error: MSL706
        super().__init__()


class Root(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.width = width


class Leaf(Root):
    def __init__(self):  # error: MSL706
        self.fc = nn.Dense(4, 2)

    def construct(self, x):
        return self.fc(x)


class OwnLayer(nn.Cell):
    def __init__(self):
        self.leaf = Root(4)  # error: MSL706
        super().__init__()


class WithoutInit(nn.Cell):
    def construct(self, x):  # ok: the __init__ of Cell is its own
        return x


class OldForm(nn.Cell):
    def __init__(self):
        super(OldForm, self).__init__()
        self.fc = nn.Dense(4, 2)  # ok: after the call


class ByName(nn.Cell):
    def __init__(self):
        nn.Cell.__init__(self)
        self.fc = nn.Dense(4, 2)  # ok: after the call


class ByNameOfBase(Root):
    def __init__(self):
        Root.__init__(self, 4)
        self.fc = nn.Dense(4, 2)  # ok: after the call


class NumbersFirst(nn.Cell):
    def __init__(self, width):
        self.width = width  # ok: no layer
        self.names = ["a", "b"]
        super().__init__()


class InOtherBranch(nn.Cell):
    def __init__(self, flags=None):
        if flags is None:
            super().__init__()
            self.fc = nn.Dense(4, 2)
        else:
            super().__init__(flags=flags)
            self.fc = nn.Dense(4, 4)  # ok: after the call of its branch


class Delegates(nn.Cell):
    def __init__(self, width):  # ok: the method calls it
        self.build(width)

    def build(self, width):
        super().__init__()
        self.fc = nn.Dense(width, 2)


def prepare(cell):
    nn.Cell.__init__(cell)


class Prepared(nn.Cell):
    def __init__(self):  # ok: the function calls it
        prepare(self)
        self.fc = nn.Dense(4, 2)


class Kept(nn.Cell):
    def __init__(self):  # ok: called under another name
        begin = super().__init__
        begin()
        self.fc = nn.Dense(4, 2)


class NotYet(nn.Cell):
    def __init__(self, width):  # ok: there to raise
        raise NotImplementedError("use Leaf")


class Settings(nn.Cell):
    def __init__(self):  # ok: never called as a cell, and holds no layer
        self.width = 4


class Plain:
    def __init__(self):  # ok: no cell
        self.fc = nn.Dense(4, 2)


class Mixed(nn.Cell, Unknown):  # noqa: F821
    def __init__(self):  # ok: what it extends is not known
        self.fc = nn.Dense(4, 2)
