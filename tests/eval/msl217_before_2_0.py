# target-version: 1.10
"""What was seen in 1.10 on CPU."""

from mindspore import nn

norm = nn.BatchNorm2d(4)
norm.momentum = 0.97  # error: MSL217
layer = nn.LayerNorm((4,))
layer.epsilon = 1e-3  # ok: LayerNorm of 1.10 computes without epsilon on CPU
sync = nn.SyncBatchNorm(4)
sync.momentum = 0.97  # ok: SyncBatchNorm of 1.10 does not run on CPU
