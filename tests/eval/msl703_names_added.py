# spellings: none
"""Another package may add PyTorch's names, and a file may add one itself."""

import mindspore
from mindspore import mint, ops

mindspore.Size = tuple

size = mindspore.Size((1, 2))  # ok: assigned above
kinds = {"dtype": mindspore.iinfo}  # error: MSL703
index = mindspore.Size.index  # ok: assigned above
added = mindspore.no_grad  # ok: not called, and MSL406's name
types = mint.double  # error: MSL703
tensor = ops.tensor_split(1, 2)  # ok: there


def local():
    mindspore = object()
    return mindspore.iinfo  # ok: a local object


class Own:
    class nn:
        Module = object

    Base = nn.Module  # ok: the class above
