"""Functions that the file replaces, and imports that replace them."""

from mindspore import nn, ops


def own_softmax(x, dim=-1):
    return ops.Softmax(dim)(x)


ops.softmax = own_softmax


def probabilities(x):
    return ops.softmax(x, dim=1)  # ok: it is the file's own


def logits(x):
    return ops.cat([x, x], dim=1)  # error: MSL701


class Dense(nn.Cell):
    """A layer of the file with MindSpore's name and PyTorch's parameters."""

    def __init__(self, inputs, outputs, bias=True):
        super().__init__()
        self.inner = nn.Dense(inputs, outputs, has_bias=bias)

    def construct(self, x):
        return self.inner(x)


head = Dense(8, 4, bias=False)  # ok: the file's own layer
