"""What the PyTorch-like optimizers refuse, and what they take."""

from mindspore import Parameter, mint, nn
from mindspore.experimental import optim

net = nn.Dense(2, 2)
scale = Parameter(1.0, name="scale")

pairs = optim.SGD(net.parameters_and_names(), lr=0.1)  # error: MSL211
network = optim.Adam(net, lr=0.1)  # error: MSL211
one_group = mint.optim.AdamW({"params": net.trainable_params()}, lr=0.1)  # error: MSL211
alone = optim.SGD(scale, lr=0.1)  # error: MSL211
as_set = optim.SGD([{"params": set(net.trainable_params())}], lr=0.1)  # error: MSL211

in_group = optim.SGD([{"params": scale}], lr=0.1)  # ok: a group takes one parameter
flat_set = optim.SGD(set(net.trainable_params()), lr=0.1)  # ok: taken, though without an order
listed = mint.optim.AdamW([{"params": net.trainable_params()}], lr=0.1)  # ok: a list of parameters
