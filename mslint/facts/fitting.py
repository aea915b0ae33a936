"""Which arguments fit a parameter list."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from mslint.facts.signatures import Overloads, Parameter, ParameterKind

_BY_POSITION = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
_BY_KEYWORD = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)


@cache
def keywords(overloads: Overloads) -> frozenset[str] | None:
    """The keywords that some of the parameter lists take; None where one of them takes any."""
    parameters = [parameter for form in overloads for parameter in form]
    if any(parameter.kind is ParameterKind.VAR_KEYWORD for parameter in parameters):
        return None
    return frozenset(parameter.name for parameter in parameters if parameter.kind in _BY_KEYWORD)


@cache
def most_by_position(overloads: Overloads) -> int | None:
    """How many arguments can be given by position; None for any number."""
    if any(parameter.kind is ParameterKind.VAR_POSITIONAL for form in overloads for parameter in form):
        return None
    return max(sum(parameter.kind in _BY_POSITION for parameter in form) for form in overloads)


@cache
def least_by_position(overloads: Overloads) -> int:
    """How many arguments by position are enough to leave nothing out that has no default, in some list."""
    return min(_enough(form) for form in overloads)


def _enough(form: tuple[Parameter, ...]) -> int:
    required = [index for index, parameter in enumerate(form) if parameter.is_required]
    return max(required, default=-1) + 1


def missing(overloads: Overloads, count: int, given: Collection[str | None]) -> tuple[str, ...]:
    """The parameters that a call lacks, in the list that lacks fewest; none where that is not known.

    The call has `count` arguments by position and those of `given` by keyword;
    None among them is a `**`, which gives no names here.
    """
    return min((_missing(form, count, given) for form in overloads), key=len, default=())


def _missing(form: tuple[Parameter, ...], count: int, given: Collection[str | None]) -> tuple[str, ...]:
    return tuple(
        parameter.name
        for index, parameter in enumerate(form)
        if parameter.is_required
        and parameter.name not in given
        and (index >= count or parameter.kind is ParameterKind.KEYWORD_ONLY)
    )
