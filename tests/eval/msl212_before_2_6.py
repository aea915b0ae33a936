# target-version: 2.5
"""MindSpore 2.5 has no SGD in mint."""

from mindspore import mint, nn

net = nn.Dense(2, 2)
early = mint.optim.SGD(net.get_parameters(), lr=0.1)  # ok: not there in 2.5
rate = nn.SGD(net.trainable_params(), lr=0.1)  # error: MSL202
