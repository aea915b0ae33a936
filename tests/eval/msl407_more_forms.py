# silent-as: torch mindtorch
"""More tensors that are to be trained, and more parameters."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops

net = nn.Dense(2, 1)


def attack(image, steps):
    noise = ops.zeros_like(Tensor(np.ones((1, 2)), ms.float32))
    noise.requires_grad = True  # error: MSL407
    return noise


def latent():
    code = Tensor(np.random.randn(1, 2), ms.float32)
    code.requires_grad_(True)  # error: MSL407
    return code


def freeze(backbone):
    model = nn.SequentialCell(nn.Dense(2, 2), nn.ReLU())
    model.requires_grad_(False)  # error: MSL407
    return model


def parts():
    for parameter in net.get_parameters():
        parameter.requires_grad = "bias" in parameter.name  # ok: a parameter
    net.bias.requires_grad = False  # ok: a parameter
    code = Parameter(Tensor(np.zeros(2), ms.float32), name="code")
    code.requires_grad = True  # ok: a parameter
    return [each for each in net.get_parameters() if each.requires_grad]  # ok: parameters


class Settings:
    requires_grad = False


def settings():
    chosen = Settings()
    chosen.requires_grad = True  # ok: settings
    return {"requires_grad": True}
