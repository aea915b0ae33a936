"""What an expression can be, worked out on demand.

An answer is a set of possibilities; `Unknown` among them means that there are
more. The code under test is never run: only names, literals and the shapes
that people use to pass values along are followed, within a budget.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from mslint.model.names import Module, Scope, ScopeKind


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a string, True, False, None or bytes."""

    value: object


@dataclass(frozen=True, slots=True)
class External:
    """Something of a library or a builtin, by the name it was reached by."""

    name: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, lambda or class of the project, by the scope it opens."""

    scope: Scope

    @property
    def is_class(self) -> bool:
        """Whether this is a class."""
        return self.scope.kind is ScopeKind.CLASS


@dataclass(frozen=True, slots=True)
class File:
    """A module of the project."""

    module: Module


@dataclass(frozen=True, slots=True)
class Member:
    """An attribute of something that is not followed further."""

    base: Value
    name: str


@dataclass(slots=True, eq=False)
class Site:
    """An expression in its place: where its names are looked up, and with which arguments."""

    node: ast.expr
    scope: Scope
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class Instance:
    """What calling `of` gives: an object of a class, the result of a library function.

    `site` is the call; None for `self` inside a method.
    """

    of: Value
    site: Site | None


@dataclass(frozen=True, slots=True)
class Partial:
    """`functools.partial(function, ...)`; `site` is the call of partial."""

    function: Value
    site: Site


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list, tuple or set. `is_open` where it may hold others than `elements`, or each many times."""

    kind: str
    elements: tuple[Site, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Mapping:
    """A dict. `is_open` where it may hold more than `items`."""

    items: tuple[tuple[str, Site], ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything."""


Value: TypeAlias = Constant | External | Definition | File | Member | Instance | Partial | Sequence | Mapping | Unknown
UNKNOWN = Unknown()


class Possible(NamedTuple):
    """One thing an expression can be, and how it got there.

    `written` is where the value stands in the text. `passed` is the outermost
    call argument through which it came into the function that uses it; None
    where it did not come through a parameter. `is_default` tells that it is
    the default of a parameter.
    """

    value: Value
    written: Site
    passed: Site | None = None
    is_default: bool = False

    def key(self, name: str) -> ast.Constant | ast.keyword | None:
        """Where the key `name` stands, if this is a dict and was written out with it: as `{...}` or `dict(...)`."""
        node = self.written.node
        if isinstance(node, ast.Dict):
            constants = (key for key in node.keys if isinstance(key, ast.Constant))
            return next((key for key in constants if key.value == name), None)
        if isinstance(node, ast.Call):
            return next((keyword for keyword in node.keywords if keyword.arg == name), None)
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """The arguments one call gives to a function of the project."""

    function: Scope
    arguments: dict[str, Site]
    """Parameters that the call names; the others keep their defaults."""
    extra: dict[str, Site] = field(default_factory=dict)
    """Keywords that go to `**kwargs`."""
    is_open: bool = False
    """Whether the call passes `*` or `**` that could not be followed."""
