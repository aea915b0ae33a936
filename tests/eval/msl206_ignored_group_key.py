# silent-as: torch
"""The PyTorch-like optimizers ignore learning_rate in a group."""

from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(4, 2)
params = net.trainable_params()

ignored = optim.SGD([{"params": params, "learning_rate": 0.01}], lr=0.1)  # error: MSL206
adam = optim.Adam([dict(params=params, learning_rate=0.01)], lr=0.1)  # error: MSL206
groups = [{"params": [each], "learning_rate": 0.1} for each in params]  # error: MSL206
decoupled = optim.AdamW(groups, lr=0.1)

used = optim.SGD([{"params": params, "lr": 0.01}], lr=0.1)  # ok: the key that is used
both = optim.SGD([{"params": params, "lr": 0.01, "learning_rate": 0.01}], lr=0.1)  # ok: lr is there as well
betas = optim.Adam([{"params": params, "betas": (0.8, 0.9), "eps": 1e-6}], lr=0.1)  # ok: used by this optimizer
named = optim.SGD([{"params": params, "name": "all", "initial_lr": 0.1}], lr=0.1)  # ok: notes of the project
