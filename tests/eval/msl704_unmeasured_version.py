# target-version: 2.3
# also: MSL201
"""Nothing is known of 2.3: what its tensors have is not judged."""

from mindspore import nn, ops

x = ops.ones((4, 2))
print(x.cuda(), x.size(0), x.relu())  # ok: nothing was measured
norm = nn.BatchNorm2d(8, momentum=0.1)  # error: MSL201
