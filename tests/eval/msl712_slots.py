"""What PyTorch takes in a place where MindSpore has another parameter."""
# silent-as: torch

import mindspore as ms
import mindspore.nn as nn

dense = nn.Dense(4, 3, False)  # error: MSL712@24
drawn = nn.Dense(4, 3, "normal", has_bias=False)  # ok: an initializer
named = nn.Dense(4, 3, has_bias=False)  # ok: named
filled = nn.Dense(4, 3, ms.Tensor([[1.0] * 4] * 3))  # ok: the weights themselves
embedding = nn.Embedding(10, 4, 0)  # error: MSL712
one_hot = nn.Embedding(10, 4, True)  # ok: use_one_hot
padded = nn.Embedding(10, 4, padding_idx=0)  # ok: named
norm = nn.LayerNorm((4,), 1e-6)  # error: MSL712
axis = nn.LayerNorm((4,), -1)  # ok: an axis
gelu = nn.GELU(approximate="tanh")  # error: MSL712
gelu_too = nn.GELU("none")  # error: MSL712
exact = nn.GELU(approximate=False)  # ok: its own values
BIAS = True
constant = nn.Dense(4, 3, BIAS)  # error: MSL712


def layer(bias):
    return nn.Dense(4, 3, bias)  # ok: it may be anything
