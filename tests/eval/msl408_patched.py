"""MindSpore's tensors take methods, too."""

import mindspore as ms
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 1)


def detach(self):
    return ops.stop_gradient(self)


Tensor.detach = detach
setattr(Tensor, "is_leaf", property(lambda self: False))
x = ops.ones((4, 2), ms.float32)
print(net(x).detach(), x.is_leaf)  # ok: the file gives tensors both
x.retain_grad()  # error: MSL408
