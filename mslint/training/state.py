"""What is true at one moment of an interpretation, and how paths meet again.

The heap is made of plain dictionaries; every write goes through `Store`, which
can undo it. A branch costs what it writes, not what the program holds.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from mslint.training.objects import FALSE, TRUE, Constant, Symbol, Value, join

Facts = dict[Hashable, bool]
"""Conditions that hold (True) or do not hold (False) on a path."""

_MISSING: Any = object()
_MAX_MODES = 8
_PLACES_PER_STEP = 8
"""How many written places cost as much as one step of the program."""


class Mode(enum.Enum):
    """The mode of a cell."""

    UNSET = enum.auto()
    """As constructed: inference."""
    TRAIN = enum.auto()
    EVAL = enum.auto()
    UNKNOWN = enum.auto()


class ModeOnPath(NamedTuple):
    """The mode of a cell on the paths where `guard` holds.

    `entry` is the number of the entry point in which it was set, at `node`.
    """

    mode: Mode
    guard: frozenset[tuple[Hashable, bool]] = frozenset()
    entry: int = 0
    node: ast.AST | None = None


Modes = frozenset[ModeOnPath]
AS_CONSTRUCTED: Modes = frozenset({ModeOnPath(Mode.UNSET)})
UNKNOWN_MODE: Modes = frozenset({ModeOnPath(Mode.UNKNOWN)})


def is_possible(guard: Iterable[tuple[Hashable, bool]], facts: Facts) -> bool:
    """Whether conditions can hold together with what is known."""
    return all(holds(key, facts) in (None, polarity) for key, polarity in guard)


def holds(key: Hashable, facts: Facts) -> bool | None:
    """Whether a condition holds; None where that is not known.

    What equals one constant does not equal another one, and `and`, `or` and
    `not` follow from their parts.
    """
    known = facts.get(key)
    if known is not None or not isinstance(key, tuple):
        return known
    if len(key) == 3 and key[0] == "==":
        return _equals(key, facts)
    if len(key) == 2 and key[0] == "not":
        inner = holds(key[1], facts)
        return None if inner is None else not inner
    if len(key) == 2 and key[0] in ("and", "or"):
        parts = {holds(part, facts) for part in key[1]}
        decisive: bool = key[0] == "or"
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    return None


def _equals(key: tuple[Hashable, ...], facts: Facts) -> bool | None:
    for other, polarity in facts.items():
        if not polarity or not isinstance(other, tuple) or other == key or other[:2] != key[:2]:
            continue
        if _are_constants(key, other):
            return False
    return None


def _are_constants(*keys: tuple[Hashable, ...]) -> bool:
    return all(isinstance(key[2], tuple) and key[2][0] == "constant" for key in keys)


@dataclass(slots=True)
class Outcome:
    """The end of a path: what it wrote, and what is known on it."""

    changes: dict[tuple[int, Hashable], tuple[dict[Any, Any], Hashable, Any]]
    facts: Facts


class Store:
    """Writes that can be undone, in levels."""

    def __init__(self, spend: Callable[[int], None]) -> None:
        """Start with no level: the first writes stay. `spend` is told how much work was done."""
        self._spend = spend
        self.facts: Facts = {}
        self._levels: list[dict[tuple[int, Hashable], tuple[dict[Any, Any], Hashable, Any]]] = []

    @property
    def depth(self) -> int:
        """The number of open levels."""
        return len(self._levels)

    def set(self, holder: dict[Any, Any], key: Hashable, value: Any) -> None:
        """Write `holder[key]`."""
        if self._levels:
            saved = self._levels[-1]
            place = (id(holder), key)
            if place not in saved:
                saved[place] = (holder, key, holder.get(key, _MISSING))
        holder[key] = value

    @contextmanager
    def timeless(self) -> Iterator[None]:
        """For what is worked out once and holds on every path: its writes are never undone."""
        levels, self._levels = self._levels, []
        facts, self.facts = self.facts, {}
        try:
            yield
        finally:
            self._levels, self.facts = levels, facts

    def push(self) -> int:
        """Open a level; gives the depth to go back to."""
        self._levels.append({})
        return len(self._levels) - 1

    def outcome(self, depth: int) -> Outcome:
        """What was written since `depth`, and the facts of now."""
        changes = {}
        for level in self._levels[depth:]:
            for place, (holder, key, _) in level.items():
                changes[place] = (holder, key, holder.get(key, _MISSING))
        self._spend((len(changes) + len(self.facts)) // _PLACES_PER_STEP)
        return Outcome(changes, dict(self.facts))

    def rollback(self, depth: int) -> None:
        """Undo everything since `depth`."""
        while len(self._levels) > depth:
            for holder, key, old in self._levels.pop().values():
                if old is _MISSING:
                    holder.pop(key, None)
                else:
                    holder[key] = old

    def apply(self, outcome: Outcome) -> None:
        """Go on from the end of a path that was undone."""
        for holder, key, value in outcome.changes.values():
            if value is _MISSING:
                if key in holder:
                    self.set(holder, key, value)
                    del holder[key]
            else:
                self.set(holder, key, value)
        self.facts = dict(outcome.facts)

    def merge(self, outcomes: list[Outcome]) -> None:
        """Go on where several paths meet."""
        if len(outcomes) == 1:
            self.apply(outcomes[0])
            return
        common = set(outcomes[0].facts.items())
        for outcome in outcomes[1:]:
            common &= outcome.facts.items()
        guards = [frozenset(outcome.facts.items() - common) for outcome in outcomes]
        places = {place: change for outcome in outcomes for place, change in outcome.changes.items()}
        self._spend(len(places) * len(outcomes) // _PLACES_PER_STEP)
        for place, (holder, key, _) in places.items():
            values = []
            now = holder.get(key, _MISSING)
            for outcome in outcomes:
                change = outcome.changes.get(place)
                values.append(now if change is None else change[2])
            merged = _meet(values, guards, dict(common))
            if merged is not _MISSING:
                self.set(holder, key, merged)
        self.facts = dict(common)


def _meet(values: list[Any], guards: list[frozenset[tuple[Hashable, bool]]], common: Facts) -> Any:
    """One value of several paths, by its kind; None for a flag that differs."""
    if any(isinstance(value, bool) for value in values):
        flags = {False if value is _MISSING else value for value in values}
        return flags.pop() if len(flags) == 1 else None
    known = [(value, guard) for value, guard in zip(values, guards, strict=True) if value is not _MISSING]
    if not known:
        return _MISSING
    first = known[0][0]
    if all(value is first or value == first for value, _ in known):
        return first
    if isinstance(first, Value):
        return _as_condition(known, common) or join(value for value, _ in known)
    if isinstance(first, frozenset):
        return _meet_modes(known)
    if all(isinstance(value, tuple) for value, _ in known):
        return _meet_elements([value for value, _ in known])
    return None


def _as_condition(known: list[tuple[Value, frozenset[tuple[Hashable, bool]]]], common: Facts) -> Value | None:
    """A flag that is True on one of two paths and False on the other: what decided between them."""
    if len(known) != 2 or not any(value in (TRUE, FALSE) for value, _ in known):
        return None
    flags = [_flag(value, common) for value, _ in known]
    facts = [next(iter(guard)) if len(guard) == 1 else None for _, guard in known]
    if None in flags or flags[0] is flags[1] or facts[0] is None or facts[1] is None:
        return None
    key, polarity = facts[0]
    return Symbol(key if polarity is flags[0] else ("not", key)) if facts[1] == (key, not polarity) else None


def _flag(value: Value, facts: Facts) -> bool | None:
    """What a flag is, one that was made of a condition included."""
    if isinstance(value, Constant) and value.kind is bool:
        return bool(value.value)
    is_condition = isinstance(value, Symbol) and isinstance(value.key, tuple)
    return holds(value.key, facts) if is_condition else None  # type: ignore[attr-defined]


def _meet_modes(known: list[tuple[Modes, frozenset[tuple[Hashable, bool]]]]) -> Modes:
    merged = frozenset(
        ModeOnPath(each.mode, each.guard | guard, each.entry, each.node) for modes, guard in known for each in modes
    )
    if len(merged) > _MAX_MODES:
        return UNKNOWN_MODE
    return merged


def _meet_elements(lists: list[tuple[Value, ...]]) -> tuple[Value, ...]:
    """Elements of a list that differ between paths: place by place, the longest counts."""
    longest = max(lists, key=len)
    return tuple(join(items[number] for items in lists if number < len(items)) for number in range(len(longest)))
