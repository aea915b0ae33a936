"""A rate for each epoch, where one for each step is taken."""

import mindspore as ms
from mindspore import nn

from good_rates import EPOCHS, RATES

net = nn.Dense(4, 1)
net.set_train()
optimizer = nn.SGD(net.trainable_params(), learning_rate=RATES)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
for _ in range(EPOCHS):
    for number in range(4):
        _, grads = grad_fn(ms.Tensor([[float(number)] * 4], ms.float32))
        optimizer(grads)
