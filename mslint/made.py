"""Which function or class of a library has made a value."""

from __future__ import annotations

import ast

from mslint.facts import results
from mslint.facts.names import canonical
from mslint.model.values import Definition, External, Instance, Value


def value_and_grad(value: Value) -> ast.Call | None:
    """The call of `value_and_grad` that made a function."""
    site = value.site if isinstance(value, Instance) else None
    if site is None or _maker(value) != "mindspore.value_and_grad":
        return None
    return site.node if isinstance(site.node, ast.Call) else None


def takes_over(value: Value) -> bool:
    """Whether this, to the left of a tensor, gives something of its own: objects of the project, NumPy's arrays."""
    is_own = isinstance(value, Instance) and isinstance(value.of, Definition)
    return is_own or _maker(value).startswith(("numpy.", "torch."))


def is_tuple_of_tensors(value: Value) -> bool:
    """Whether what is unpacked from a value are tensors."""
    return results.gives_tensors(_maker(value))


def is_loss_scaler(value: Value) -> bool:
    """Whether a value is one of MindSpore's loss scalers."""
    return _maker(value) in results.LOSS_SCALERS


def _maker(value: Value) -> str:
    """The canonical name of the library function or class that made a value; "" where it is none."""
    return canonical(value.of.name) if isinstance(value, Instance) and isinstance(value.of, External) else ""
