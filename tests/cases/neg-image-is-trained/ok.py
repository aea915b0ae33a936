import mindspore as ms
from mindspore import nn, ops

from ok_losses import gradients_of

network = nn.Dense(4, 2)
image = ms.Parameter(ops.zeros((1, 4), ms.float32), name="image")
optimizer = nn.Adam([image], 0.1)
grad_fn = gradients_of(lambda x: network(x).sum())

for _ in range(100):
    loss, gradient = grad_fn(image)
    optimizer((gradient,))
