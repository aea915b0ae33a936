import numpy as np
import mindspore as ms
from mindspore import nn

from good_losses import WeightedLoss

net = nn.Dense(2, 1)
compute_loss = WeightedLoss(net, 0.5)
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
grad_fn = ms.value_and_grad(compute_loss, None, optimizer.parameters)


def train_step(x, y):
    loss, grads = grad_fn(x, y)
    optimizer(grads)
    return loss


print(train_step(ms.Tensor(np.ones((4, 2)), ms.float32), ms.Tensor(np.ones((4, 1)), ms.float32)))
