# target-version: 2.0
"""Dicts beside the loss are left out on 2.0; as the only output they have no gradient."""

import mindspore as ms
from mindspore import nn

net = nn.Dense(4, 2)
weights = net.trainable_params()


def beside(x):
    logits = net(x)
    return logits.mean(), {"logits": logits}


def alone(x):
    logits = net(x)
    return {"loss": logits.mean(), "logits": logits}


of_dict_beside = ms.value_and_grad(beside, None, weights)  # ok: left out on this version
of_dict = ms.value_and_grad(alone, None, weights)  # error: MSL403
