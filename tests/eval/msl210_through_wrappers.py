"""The meaning turns over where a class of the project is given the other share."""

from mindspore import nn, ops


class DropPath(nn.Cell):
    def __init__(self, drop_prob=0.0):
        super().__init__()
        self.drop = nn.Dropout(p=drop_prob)  # ok: a share to drop

    def construct(self, x):
        return self.drop(x)


class Block(nn.Cell):
    def __init__(self, dim, keep_prob=0.8):
        super().__init__()
        self.fc = nn.Dense(dim, dim)
        self.path = DropPath(keep_prob)  # error: MSL210

    def construct(self, x):
        return x + self.path(self.fc(x))


class Other(nn.Cell):
    def __init__(self, dim, drop_path_rate=0.2, survival_prob=0.8):
        super().__init__()
        self.right = DropPath(drop_path_rate)  # ok: a share to drop
        self.turned = DropPath(1 - survival_prob)  # ok: turned around
        self.wrong = DropPath(drop_prob=1 - drop_path_rate)  # error: MSL210

    def construct(self, x):
        return self.right(x)


class DropConnect(nn.Cell):
    def __init__(self, drop_prob=None):
        super().__init__()
        self.drop_prob = drop_prob

    def construct(self, x):
        return ops.floor(ops.rand_like(x) + 1 - self.drop_prob) * x


class KeepConnect(nn.Cell):
    def __init__(self, keep_prob=None):
        super().__init__()
        self.keep_prob = 1 - keep_prob

    def construct(self, x):
        return ops.floor(ops.rand_like(x) + self.keep_prob) * x


class Without(nn.Cell):
    def __init__(self, drop_rate=0.1, survival_prob=0.8):
        super().__init__()
        self.wrong = DropConnect(survival_prob)  # error: MSL210
        self.also = DropConnect(drop_prob=1 - drop_rate)  # error: MSL210
        self.right = DropConnect(drop_rate)  # ok: a share to drop
        self.turned = DropConnect(1.0 - survival_prob)  # ok: turned around
        self.unclear = KeepConnect(drop_rate)  # ok: not said what this class makes of it

    def construct(self, x):
        return self.right(x)


class Dropped:
    def __init__(self, drop_prob):
        self.drop_prob = drop_prob


other = Dropped(drop_prob=1 - 0.1)  # ok: no Cell
