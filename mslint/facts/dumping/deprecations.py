"""Which objects MindSpore marks as deprecated: by a decorator, else in the docstring."""

from __future__ import annotations

import inspect
import types
from typing import Any

from mslint.facts.dumping.docstrings import deprecation_in

_DEPTH = 5
"""How many decorators deep the mark may lie."""


def deprecation(value: Any, own_names: set[str]) -> dict[str, Any] | None:
    """What is known of the deprecation of `value`; None where it is not deprecated.

    The keys are those of `docstrings.deprecation_in`. What the decorator says
    counts before what the docstring says.
    """
    told = deprecation_in(getattr(value, "__doc__", None), own_names)
    marked = _decorated(value.__dict__.get("__init__") if inspect.isclass(value) else value, _DEPTH)
    if marked is None or told is None:
        return marked or told
    return {key: told[key] if known is None else known for key, known in marked.items()}


def _decorated(function: Any, depth: int) -> dict[str, Any] | None:
    """What the decorator that warns of `function` was given; None where no decorator does.

    The decorators are `mindspore.common._decorator.deprecated` and that of
    the data set operations. Both leave it in the closure of their wrapper.
    """
    if isinstance(function, (property, staticmethod, classmethod)):
        function = getattr(function, "fget", None) or getattr(function, "__func__", None)
    if not isinstance(function, types.FunctionType) or not depth:
        return None
    cells = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            cells[name] = cell.cell_contents
        except ValueError:
            continue
    if isinstance(cells.get("version"), str) and _warns(function.__code__):
        return {"announced": False, "since": cells["version"], "removal": None, "use": _successor(cells)}
    for inner in cells.values():
        found = _decorated(inner, depth - 1)
        if found is not None:
            return found
    return None


def _warns(code: types.CodeType) -> bool:
    """Whether a text in `code` speaks of deprecation."""
    return any(isinstance(constant, str) and "deprecated" in constant for constant in code.co_consts)


def _successor(cells: dict[str, Any]) -> str | None:
    """The name to use instead. A data set operation without one keeps its name and moves to another module."""
    if "new_module" not in cells:
        substitute = cells.get("substitute")
        return substitute if isinstance(substitute, str) and substitute else None
    name = cells.get("substitute_name") or getattr(cells.get("op"), "__qualname__", "").partition(".")[0]
    module = cells.get("substitute_module") or cells["new_module"]
    return module + "." + name if name else None
