import mindspore as ms
from mindspore import nn, ops

import ok_patch

net = nn.Dense(2, 1)
loss = net(ops.ones((4, 2), ms.float32)).sum()
loss.backward()
print(loss.detach(), loss.is_leaf, ok_patch.__name__)
