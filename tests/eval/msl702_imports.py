# spellings: none
"""One finding at the import, none at the uses."""

import mindspore.compression.quant  # error: MSL702@8
import mindspore.nn.reductions as reductions  # error: MSL702
import mindspore.ops as ops  # ok: there
from mindspore import ms_function  # error: MSL702@23
from mindspore import jit, nn  # ok: both there
from mindspore.dataset.vision import c_transforms  # error: MSL702
from mindspore.nn import (
    Cell,
    DenseQuant,  # error: MSL702@5
    TensorArray as Array,  # error: MSL702@5
)
from mindspore.nn.layer.flash_attention import FlashAttention, Other  # error: MSL702@1
from mindspore.nn.metrics.accuracy import *  # error: MSL702
from mindspore.ops import operations as P  # ok: there
from mindspore.ops._no_such_thing import hidden  # ok: private modules are not known
from mindspore.train.serialization import load_checkpoint, save_all  # error: MSL702@60

from .mindspore import ms_function as own  # ok: the project's
from .nn import DenseQuant as OwnDense  # ok: the project's


class Net(Cell):
    def __init__(self):
        super().__init__()
        self.dense = DenseQuant(1, 1)  # ok: reported at the import
        self.resize = c_transforms.Resize(2)  # ok: reported at the import
        self.total = reductions.Sum()  # ok: reported at the import

    @ms_function  # ok: reported at the import
    def construct(self, x):
        return FlashAttention(x), Other, Array, P.ReduceSum()(x)  # ok: reported at the import

    def later(self):
        from mindspore.ops import total  # error: MSL702
        return total
