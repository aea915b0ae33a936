"""What expressions can be while a program is interpreted.

A value is either known (a constant, a function, an object with identity) or a
`Symbol`, which stands for something unknown that stays the same while its
key does. `Union` holds what a value can be after branches have met.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from mslint.model.names import FunctionNode, Module, Scope

_MAX_UNION = 8
"""A value that can be more things than this is treated as unknown."""
_MAX_KEY_DEPTH = 5
MAX_ITEMS = 64
"""Elements of a container that are remembered; of longer ones the last."""
_serial = count()


class Value:
    """Anything that an expression can evaluate to."""

    __slots__ = ()


class Mark:
    """Where a value came from, kept through operations that are not understood."""

    __slots__ = ()
    is_inherited: ClassVar[bool] = True
    """Whether what is made of the value has the mark as well."""


Marks = frozenset[Mark]
NO_MARKS: Marks = frozenset()


@dataclass(frozen=True, slots=True)
class Constant(Value):
    """A literal; `kind` tells `True` from `1`."""

    value: Any
    kind: type


@dataclass(frozen=True, slots=True)
class Symbol(Value):
    """Something unknown. Two symbols with one key are the same thing."""

    key: Hashable
    marks: Marks = NO_MARKS
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Library(Value):
    """A name of a library, fully qualified."""

    name: str


@dataclass(frozen=True, slots=True)
class Builtin(Value):
    """A builtin function or class."""

    name: str


@dataclass(frozen=True, slots=True)
class ProjectModule(Value):
    """An imported file of the project."""

    module: Module


@dataclass(eq=False, slots=True)
class Frame:
    """One execution of a function body, a module body or a lambda."""

    module: Module
    scope: Scope | None
    parent: Frame | None
    names: dict[str, Value] = field(default_factory=dict)
    caller: Frame | None = None
    function: FunctionNode | None = None
    owner: ClassValue | None = None
    is_graph: bool = False
    current: ast.expr | None = None
    """The call that is being made from this frame."""
    depth: int = 0
    """How many levels the store had when the frame was entered."""
    returns: list[tuple[Any, Value]] = field(default_factory=list)
    loops: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Function(Value):
    """A function or lambda of the project, with the frame it was defined in."""

    node: FunctionNode
    frame: Frame
    owner: ClassValue | None = None
    kind: str = ""
    """"", "property", "staticmethod", "classmethod" or "generator"."""
    is_compiled: bool = False


@dataclass(frozen=True, slots=True)
class Compiled(Value):
    """What `mindspore.jit` makes of something that is not a plain function."""

    target: Value


@dataclass(frozen=True, slots=True)
class Bound(Value):
    """A method together with its receiver."""

    function: Value
    receiver: Value


@dataclass(frozen=True, slots=True)
class Method(Value):
    """A method that a library or Python itself gives to a value."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True)
class ClassValue(Value):
    """A class of the project."""

    scope: Scope
    frame: Frame

    @property
    def name(self) -> str:
        """The name in the class statement."""
        return self.scope.name


@dataclass(frozen=True, slots=True)
class Super(Value):
    """`super()` in a method of `after`."""

    after: ClassValue
    receiver: Value


@dataclass(slots=True)
class Arguments:
    """The arguments of one call; `is_open` where a `*` or `**` is not known."""

    positional: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    is_open: bool = False

    def get(self, position: int | None, *names: str) -> Value | None:
        """The argument at a position or under one of the names."""
        for name in names:
            if name in self.keywords:
                return self.keywords[name]
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None

    def all(self) -> Iterator[Value]:
        """Every argument."""
        yield from self.positional
        yield from self.keywords.values()


@dataclass(frozen=True, eq=False, slots=True)
class Partial(Value):
    """A call that waits for the rest of its arguments."""

    target: Value
    arguments: Arguments


@dataclass(eq=False, slots=True)
class Instance(Value):
    """An object of a project class or of a library class that is known.

    `library` is the canonical name of its library class, or of the first
    library class among its bases. `state` holds what is not a Python
    attribute: the mode, the elements of a container.
    """

    cls: ClassValue | None
    library: str
    site: ast.AST
    arguments: Arguments
    fields: dict[Hashable, Value] = field(default_factory=dict)
    state: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its class."""
        return self.cls.name if self.cls is not None else self.library.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Tuple(Value):
    """A tuple or another sequence that does not change, with known elements."""

    items: tuple[Value, ...]


@dataclass(eq=False, slots=True)
class Sequence(Value):
    """A list. `state["items"]` is what it is known to hold, `state["open"]` whether there may be more.

    `state["alike"]` is True where everything else in it is like what is known.
    `state["by_name"]` is True where it holds what was picked from something by its name.
    """

    state: dict[Hashable, Any] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Mapping(Value):
    """A dictionary: `fields` by constant key; `state["open"]` whether there may be more."""

    fields: dict[Hashable, Value] = field(default_factory=dict)
    state: dict[Hashable, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Repeated(Value):
    """An iterable of unknown length whose elements are all like `element`."""

    element: Value


@dataclass(frozen=True, slots=True)
class Counter(Value):
    """`range(end)` with an end that is not small or not known; `count` is its length where that is known."""

    end: Hashable
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Groups(Value):
    """`optimizer.param_groups`."""

    optimizer: Value


@dataclass(frozen=True, slots=True)
class Group(Value):
    """One element of `optimizer.param_groups`."""

    optimizer: Value


@dataclass(frozen=True, slots=True)
class Rate(Value):
    """`group["lr"]` or `optimizer.learning_rate` where that is a Parameter.

    `is_computed` where it went through arithmetic or a scheduler: a tensor then.
    """

    optimizer: Value
    is_computed: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Gradient(Value):
    """A function made by `grad`, `value_and_grad` or `GradOperation`."""

    function: Value
    weights: Value | None
    has_aux: Value | None


@dataclass(frozen=True, slots=True)
class Union(Value):
    """One of several values."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ParametersOf(Mark):
    """Parameters of a network."""

    owner: Instance


@dataclass(frozen=True, eq=False, slots=True)
class OwnParameter(Mark):
    """A `Parameter` that was made by itself, such as an image or a prompt that is trained."""


@dataclass(frozen=True, slots=True)
class MadeBy(Mark):
    """Made by a package over MindSpore; `is_tensor` where it began as one of its tensors."""

    package: str
    is_tensor: bool = False


NONE = Constant(None, type(None))
TRUE = Constant(True, bool)
FALSE = Constant(False, bool)


def constant(value: Any) -> Constant:
    """The value of a literal."""
    return Constant(value, type(value))


def fresh(marks: Marks = NO_MARKS) -> Symbol:
    """Something unknown that equals nothing seen before."""
    return Symbol(next(_serial), marks)


MADE = "made"
"""Begins the key of what is a tensor, or a number that is no Python float, as it was made."""
TENSOR = "tensor"
"""Begins the key of what is a Tensor of MindSpore."""
NUMBER = "number"
"""Begins the key of what is a Python float."""


def of_kind(kind: str, marks: Marks = NO_MARKS) -> Symbol:
    """Something unknown of which the kind, `MADE`, `NUMBER` or `TENSOR`, is known."""
    return Symbol((kind, next(_serial)), marks)


def is_made(value: Value, kind: str) -> bool:
    """Whether a value is of that kind."""
    return isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[0] == kind


def derived(key: tuple[Hashable, ...], *sources: Value) -> Symbol:
    """Something unknown that is the same whenever `key` is; keeps the marks of its sources."""
    depth = 1 + max((source.depth for source in sources if isinstance(source, Symbol)), default=0)
    marks = marks_of(*sources)
    return Symbol(key, marks, depth) if depth <= _MAX_KEY_DEPTH else fresh(marks)


def atoms(value: Value | None) -> tuple[Value, ...]:
    """What a value can be, one by one."""
    if value is None:
        return ()
    return value.items if isinstance(value, Union) else (value,)


def join(values: Iterable[Value]) -> Value:
    """What a value is that comes from one of several paths."""
    found: list[Value] = []
    unknown: list[Symbol] = []
    for value in values:
        for atom in atoms(value):
            if isinstance(atom, Symbol):
                if atom not in unknown:
                    unknown.append(atom)
            elif atom not in found:
                found.append(atom)
    if len(unknown) == 1:
        found.append(unknown[0])
    elif unknown:
        found.append(_any_of(unknown))
    if len(found) == 1:
        return found[0]
    if not found or len(found) > _MAX_UNION:
        return fresh(marks_of(*found))
    return Union(tuple(found))


def _any_of(unknown: list[Symbol]) -> Symbol:
    """One of several unknown things; what kind it is, is known where they are all of one."""
    marks = _joined_marks(unknown)
    kinds = {each.key[0] if isinstance(each.key, tuple) and len(each.key) == 2 else None for each in unknown}
    kind = kinds.pop() if len(kinds) == 1 else None
    return of_kind(kind, marks) if kind in (MADE, NUMBER, TENSOR) else fresh(marks)


def marks_of(*values: Value) -> Marks:
    """The marks of all values, elements of containers included."""
    found: set[Mark] = set()
    pending = list(values)
    seen: set[int] = set()
    while pending and len(seen) < 200:
        value = pending.pop()
        if isinstance(value, Symbol):
            found.update(mark for mark in value.marks if mark.is_inherited)
        elif isinstance(value, Tuple | Union):
            pending.extend(value.items)
        elif isinstance(value, Repeated):
            pending.append(value.element)
        elif isinstance(value, Sequence | Mapping) and id(value) not in seen:
            seen.add(id(value))
            held = value.fields.values() if isinstance(value, Mapping) else value.state.get("items", ())
            pending.extend(held)
            pending.extend(value.state.get("rest", ()))
    return frozenset(found)


def _joined_marks(symbols: list[Symbol]) -> Marks:
    """The marks of what is one of several unknown things: what is not inherited has to hold for all."""
    shared = frozenset.intersection(*(each.marks for each in symbols))
    return shared | {mark for each in symbols for mark in each.marks if mark.is_inherited}
