from mindspore import nn

from ok_optimizers import Stepping, TorchLike, create

net = nn.Dense(2, 1)
wrapped = TorchLike(nn.SGD(net.trainable_params(), 0.1))
wrapped.zero_grad()
wrapped.step()
Stepping(net.trainable_params(), 0.1, 0.9).step(())
create(net.trainable_params(), True).step()
