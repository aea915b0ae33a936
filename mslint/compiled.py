"""Which functions MindSpore compiles."""

from __future__ import annotations

import enum

from mslint.facts.names import canonical
from mslint.facts.results import is_cell
from mslint.model.evaluator import Evaluator
from mslint.model.names import Scope
from mslint.model.values import External, Instance

_COMPILERS = frozenset({"mindspore.jit", "mindspore.ms_function"})


class Compiled(enum.Enum):
    """Whether code runs compiled."""

    NEVER = enum.auto()
    """Nothing here says so; a caller may be compiled all the same."""
    MAYBE = enum.auto()
    """It stands in `construct` of a cell, which graph mode compiles."""
    ALWAYS = enum.auto()
    """It stands in a function under `@jit`."""


def compiled(scope: Scope, evaluator: Evaluator) -> Compiled:
    """How the code of a scope runs."""
    function = scope.function
    if function is None:
        return Compiled.NEVER
    for decorator in getattr(function.node, "decorator_list", ()):
        value = evaluator.only(decorator, function.parent or function)
        value = value.of if isinstance(value, Instance) else value
        if isinstance(value, External) and canonical(value.name) in _COMPILERS:
            return Compiled.ALWAYS
    if function.name != "construct" or function.owner is None:
        return Compiled.NEVER
    bases = evaluator.classes.ancestry(function.owner)
    is_of_cell = any(isinstance(base, External) and is_cell(canonical(base.name)) for base in bases)
    return Compiled.MAYBE if is_of_cell else Compiled.NEVER
