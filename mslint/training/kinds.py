"""What kind of thing a value surely is where more is not known: a number or a Tensor."""

from __future__ import annotations

from collections.abc import Hashable

from mslint.training.objects import NO_MARKS, NUMBER, TENSOR, Constant, Marks, Rate, Symbol, Union, Value, fresh

_ARITHMETIC = frozenset({"Add", "Sub", "Mult", "Div", "FloorDiv", "Mod", "Pow"})


def tensor(marks: Marks = NO_MARKS) -> Symbol:
    """Some Tensor."""
    return Symbol((TENSOR, fresh().key), marks)


def number() -> Symbol:
    """Some number of Python."""
    return Symbol((NUMBER, fresh().key))


def is_tensor(value: Value | None) -> bool:
    """Whether a value is a Tensor or a Parameter."""
    if isinstance(value, Union):
        return all(is_tensor(item) for item in value.items)
    return isinstance(value, Rate) or (isinstance(value, Symbol) and _begins(value.key, TENSOR))


def is_number(value: Value | None) -> bool:
    """Whether a value is a number of Python."""
    if isinstance(value, Constant):
        return isinstance(value.value, int | float)
    return isinstance(value, Symbol) and _is_number_key(value.key)


def is_integer(value: Value | None) -> bool:
    """Whether a value is an integer of Python."""
    return isinstance(value, Constant) and isinstance(value.value, int)


def _begins(key: Hashable, kind: str) -> bool:
    return isinstance(key, tuple) and len(key) == 2 and key[0] == kind


def _is_number_key(key: Hashable) -> bool:
    if _begins(key, NUMBER) or _begins(key, "loop"):
        return True
    if not isinstance(key, tuple) or len(key) != 3:
        return False
    if key[0] == "constant":
        return key[1] in ("int", "float")
    return key[0] in _ARITHMETIC and all(_is_number_key(part) for part in key[1:])
