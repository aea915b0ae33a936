import mindspore as ms
from mindspore import nn, ops

from ok_records import Gradient

net = nn.Dense(2, 1)
grads = ms.grad(net, None, net.trainable_params())(ops.ones((4, 2), ms.float32))
records = [Gradient(p.name, g) for p, g in zip(net.trainable_params(), grads)]
first = Gradient("first", grads[0])
first.requires_grad = True
print(first.grad, first.grad_fn, first.is_leaf, first.requires_grad, first.detach(), first.backward())
for record in records:
    print(record.grad, record.is_leaf, record.detach(), record.backward())
