"""Labels of int64 for a loss that casts them."""

import mindspore as ms
from mindspore import nn
from ok_loss import loss_fn

net = nn.Dense(4, 3)
print(loss_fn(net(ms.ops.ones((2, 4), ms.float32)), ms.Tensor([0, 1], ms.int64)))
