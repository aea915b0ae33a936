"""Names that are asked for before they are used."""

import contextlib

import mindspore as ms
from mindspore import nn

net = nn.Dense(2, 1)
no_grad = getattr(ms, "no_grad", contextlib.nullcontext)
enable_grad = getattr(ms, "enable_grad", None)


def evaluate(x):
    with no_grad():  # ok: stands for something else where there is none
        y = net(x)
    if enable_grad:
        with enable_grad():  # ok: asked
            y = net(x)
    manager = ms.inference_mode() if hasattr(ms, "inference_mode") else contextlib.nullcontext()  # ok: asked
    with manager:
        return y + net(x)


def evaluate_without_question(x):
    with ms.no_grad():  # error: MSL406
        return net(x)
