import mindspore as ms
from mindspore import nn

from clipping import clip_gradients

net = nn.Dense(8, 1)
optimizer = nn.Adam(net.trainable_params())
grad_fn = ms.value_and_grad(lambda x: net(x).mean(), None, optimizer.parameters)


def step(x):
    loss, grads = grad_fn(x)
    clip_gradients(grads)
    optimizer(grads)
    return loss
