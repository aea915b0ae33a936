# also: MSL710
# target-version: 1.10
# spellings: ms parent module
"""By what MindSpore 1.10 says itself."""

from mindspore import nn, ops

x = ops.Ones()((2, 2), nn.ReLU)
old = ops.TensorAdd()(x, x)  # error: MSL710
later = nn.Norm()(x)  # ok: deprecated from 2.0 on
