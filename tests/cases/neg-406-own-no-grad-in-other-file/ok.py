from mindspore import nn

import ok_compat as ms
from ok_compat import enable_grad, no_grad

net = nn.Dense(2, 1)


def evaluate(x):
    with no_grad():
        first = net(x)
    with enable_grad(), ms.no_grad():
        return first + net(x)
