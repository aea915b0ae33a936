# target-version: 2.0
# spellings: ms
"""What MindSpore 2.0 has not yet, and what it still has."""

import mindspore as ms
from mindspore import nn, ops

x = ops.ones((2, 2))

compiled = ms.ms_function(lambda y: y)  # ok: still there
resize = nn.ResizeBilinear()  # ok: still there
linear = nn.Linear(2, 2)  # error: MSL702
rms = ops.rms_norm(x, x)  # error: MSL702
stream = ms.runtime.current_stream()  # error: MSL702
layer = ms.mint.nn.Linear(2, 2)  # error: MSL702
gone = nn.GlobalBatchNorm(2)  # error: MSL702
quant = ms.compression.quant  # error: MSL702
