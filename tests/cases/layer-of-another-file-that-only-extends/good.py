"""Gives each its keyword."""

from good_layers import Plain, WithBias

plain = Plain(3, 8, 3, has_bias=False)
own = WithBias(3, 8, 3, bias=False)
