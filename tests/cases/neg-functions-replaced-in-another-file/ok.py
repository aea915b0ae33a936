"""Uses a function that another file of the program replaces."""

import ok_patches
from mindspore import ops

print(ok_patches.__name__)


def probabilities(x):
    return ops.softmax(x, dim=1)
