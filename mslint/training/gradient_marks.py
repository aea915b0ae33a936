"""The marks by which gradients are followed through values."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from mslint.training.events import Place
from mslint.training.objects import Mark, OwnParameter, Symbol


@dataclass(frozen=True, eq=False, slots=True)
class Flow(Mark):
    """What is differentiated flows into a value during one call of a gradient function.

    `origin` is where from. One that is not `is_sure` was given by something
    unknown, which `parents` flow into.
    """

    call: object
    origin: Hashable
    is_sure: bool
    parents: frozenset[Flow] = frozenset()


@dataclass(frozen=True, eq=False, slots=True)
class Detached(Mark):
    """A value was made of a tensor in a way that gradients do not follow; `flows` are those of the tensor.

    `is_factor` tells that something differentiable was multiplied by it since.
    """

    place: Place | None
    spelling: str
    flows: frozenset[Flow]
    is_number: bool
    is_factor: bool = False


@dataclass(frozen=True, slots=True)
class Primitive(Mark):
    """An operator object, such as what `ops.ReduceMean()` gives."""

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Term(Mark):
    """One loss. What is made of it has its mark, too."""


@dataclass(frozen=True, slots=True)
class ParametersOfUnknown(Mark):
    """Parameters of a network of which nothing is known but its key."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class Single(Mark):
    """This is one tensor."""

    is_inherited: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Plain(Mark):
    """This is no tensor, but a number or an array."""

    is_inherited: ClassVar[bool] = False


SINGLE = Single()
PLAIN = Plain()
OF_GRADIENTS = (Flow, Detached, Term, OwnParameter, Primitive, Single, Plain)
"""The kinds of marks that tell of gradients."""


def with_marks(symbol: Symbol, marks: frozenset[Mark]) -> Symbol:
    """The same unknown thing with other marks."""
    return Symbol(symbol.key, marks, symbol.depth)


def certain(marks_flows: frozenset[Flow], covered: frozenset[Flow] = frozenset()) -> frozenset[Flow]:
    """The flows that surely carry a gradient, where something that flows from `marks_flows` has one.

    Where all come from one origin, that one does, and in turn what flows into
    it, if nothing but that can be the reason. Of several origins at least one
    does, so that is enough where all are `covered`.
    """
    found: set[Flow] = set()
    level = marks_flows
    while level and not level <= found:
        found |= {flow for flow in level if flow.is_sure}
        if len({flow.origin for flow in level}) > 1 and not level <= covered:
            break
        found |= level
        if not all(flow.parents for flow in level):
            break
        level = frozenset().union(*(flow.parents for flow in level))
    return frozenset(found)
