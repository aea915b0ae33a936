"""Gives PyTorch's keywords to both."""

from bad_layers import SETTINGS, Plain, WithBias
from mindspore import nn

plain = Plain(3, 8, 3, bias=False)
own = WithBias(3, 8, 3, bias=False)
spread = nn.Conv2d(3, 8, 3, **SETTINGS)
