"""Parameters that stand where PyTorch has another one, or bear its name, and cannot mean what PyTorch's values say.

Each was run with such values on MindSpore 1.10 to 2.10.
"""

from __future__ import annotations

from typing import NamedTuple


class Slot(NamedTuple):
    """A parameter of a layer, and what of PyTorch's lands in it.

    `types` are those of the values that cannot be meant. `raises`: the layer,
    or the first call of it, raises TypeError; else it goes on, as `fault`
    says. `keyword` is where the value belongs; "" where it has to change.
    """

    layer: str
    parameter: str
    position: int
    types: tuple[type, ...]
    raises: bool
    fault: str
    keyword: str
    advice: str = ""

    def is_misfit(self, value: object) -> bool:
        """Whether a constant cannot be meant for this parameter."""
        return type(value) in self.types


_INITIALIZER = "takes an initializer for weight_init, which is in this place, and makes all weights 1 or 0 of it"

SLOTS = (
    Slot("mindspore.nn.Dense", "weight_init", 2, (bool,), False, _INITIALIZER, "has_bias"),
    Slot("mindspore.nn.BiDense", "weight_init", 3, (bool,), False, _INITIALIZER, "has_bias"),
    Slot(
        "mindspore.nn.Embedding",
        "use_one_hot",
        2,
        (int, type(None)),
        True,
        "takes True or False for use_one_hot, which is in this place, and raises TypeError",
        "padding_idx",
    ),
    Slot(
        "mindspore.nn.LayerNorm",
        "begin_norm_axis",
        1,
        (float,),
        True,
        "takes an axis for begin_norm_axis, which is in this place, and raises TypeError when it is made or called",
        "epsilon",
    ),
    Slot(
        "mindspore.nn.GELU",
        "approximate",
        0,
        (str,),
        True,
        "takes True or False for approximate and raises TypeError",
        "",
        "write approximate=True for PyTorch's 'tanh', False for 'none'",
    ),
)
