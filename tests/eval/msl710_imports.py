# also: MSL710
# spellings: none
"""One finding at the import."""

from mindspore.nn import Jvp, Norm  # error: MSL710, MSL710
from mindspore.nn import Dense, OneHot as Hot  # error: MSL710@33
from mindspore.ops import Add, TensorAdd  # error: MSL710@32
from mindspore.ops.operations import Gelu  # error: MSL710

try:
    from mindspore.ops import Pack  # ok: ImportError is caught
except ImportError:
    from mindspore.ops import Stack as Pack

from .layers import Unpack  # ok: the project's

layers = Dense(1, 1), Norm(), Hot(), Jvp(Dense(1, 1))  # ok: reported at the imports
added = TensorAdd(), Add(), Gelu(), Pack(), Unpack()  # ok: reported at the imports


class Runner:
    def run(self, ops):
        return ops.TensorAdd()  # ok: a parameter of this name
