# target-version: 2.6
"""Of 2.6 a nightly build was measured."""

from mindspore import Tensor, mint, nn, ops

silu = mint.nn.SiLU(inplace=True)  # ok: 2.7 takes it, so the release of 2.6 may
mish = mint.nn.Mish(inplace=True)  # error: MSL701
conv = nn.Conv2d(3, 8, 3, bias=False)  # error: MSL701


def functions(x: Tensor):
    a = ops.logsumexp(x, dim=1)  # ok: its name since the build
    b = ops.logsumexp(x, axis=1)  # error: MSL701
    return a, b
