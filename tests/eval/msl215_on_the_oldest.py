# target-version: 1.10
import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(2, 2)
optimizer = nn.SGD(net.trainable_params(), 0.1)
grad_fn = ops.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
net.weight.requires_grad = False  # error: MSL215
loss, gradients = grad_fn(ms.Tensor([[1.0, 2.0]]))
optimizer(gradients)

other = nn.Dense(2, 2)
other.weight.requires_grad = False  # ok: before the optimizer
rest = nn.SGD(other.trainable_params(), 0.1)
of_rest = ops.value_and_grad(lambda x: other(x).sum(), None, rest.parameters)
rest(of_rest(ms.Tensor([[1.0, 2.0]]))[1])
