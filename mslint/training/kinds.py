"""What kind of thing a value surely is where more is not known: a number or a Tensor."""

from __future__ import annotations

from collections.abc import Hashable

from mslint.training.objects import MADE, NUMBER, TENSOR, Constant, Rate, Symbol, Union, Value, atoms, is_made

_ARITHMETIC = frozenset({"Add", "Sub", "Mult", "Div", "FloorDiv", "Mod", "Pow"})


def is_tensor(value: Value | None) -> bool:
    """Whether a value is a Tensor or a Parameter of MindSpore."""
    if isinstance(value, Union):
        return all(is_tensor(item) for item in value.items)
    return isinstance(value, Rate) or (value is not None and is_made(value, TENSOR))


def is_number(value: Value | None) -> bool:
    """Whether a value is a number of Python, or is calculated from such numbers."""
    if isinstance(value, Union):
        return all(is_number(item) for item in value.items)
    if isinstance(value, Constant):
        return isinstance(value.value, int | float)
    return isinstance(value, Symbol) and _is_number_key(value.key)


def is_integer(value: Value | None) -> bool:
    """Whether a value is an integer of Python."""
    return isinstance(value, Constant) and isinstance(value.value, int)


def is_no_float(value: Value) -> bool:
    """Whether a value may be something that is known not to be a Python float."""
    return any(
        is_tensor(atom) or is_made(atom, MADE) or (isinstance(atom, Constant) and atom.kind is int)
        for atom in atoms(value)
    )


def _is_number_key(key: Hashable) -> bool:
    if not isinstance(key, tuple) or not key:
        return False
    if key[0] in (NUMBER, "loop"):
        return True
    if key[0] == "constant":
        return key[1] in ("int", "float")
    return len(key) == 3 and key[0] in _ARITHMETIC and all(_is_number_key(part) for part in key[1:])
