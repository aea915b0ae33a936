"""A package that puts PyTorch's names over MindSpore's functions and layers."""

import mindnlp
from mindspore import nn, ops

layer = nn.Dense(8, 4, bias=False)
activation = nn.ReLU(True)
print(mindnlp.__name__)


def probabilities(x):
    return ops.softmax(x, dim=1)
