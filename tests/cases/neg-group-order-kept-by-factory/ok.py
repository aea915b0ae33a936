import mindspore as ms
from mindspore import nn

from ok_optim import build

network = nn.SequentialCell(nn.Dense(4, 4), nn.Dense(4, 2))
optimizer = build(network, 0.1)
grad_fn = ms.value_and_grad(lambda x: network(x).sum(), None, network.trainable_params())


def step(x):
    loss, grads = grad_fn(x)
    optimizer(grads)


step(ms.Tensor([[0.0, 1.0, 2.0, 3.0]]))
