"""Loops: what holds after any number of turns, of which the first and a later one are run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mslint.training.conditions import key_of
from mslint.training.objects import (
    Constant,
    Counter,
    Frame,
    Groups,
    Repeated,
    Symbol,
    Tuple,
    Value,
    constant,
)
from mslint.training.state import Facts, Outcome
from mslint.training.statements import Statements

_MAX_ITERATIONS = 24
"""Elements of a known list that a loop goes through one by one."""


@dataclass(slots=True)
class Loop:
    """A running loop and the paths that left its body."""

    depth: int
    breaks: list[Outcome] = field(default_factory=list)
    continues: list[Outcome] = field(default_factory=list)


class Loops(Statements):
    """Execution of loops."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self.statements.update(
            {
                ast.For: self._for,
                ast.AsyncFor: self._for,
                ast.While: self._while,
                ast.Break: self._break,
                ast.Continue: self._continue,
            }
        )

    def _for(self, node: ast.For | ast.AsyncFor, frame: Frame) -> bool:
        iterated = self.evaluate(node.iter, frame)
        known = self.elements(iterated)
        if known is not None and len(known) <= _MAX_ITERATIONS:
            items: list[Value] = list(known)
            return self._iterate(node, frame, [_constantly(item) for item in items], is_exact=True)
        if isinstance(iterated, Groups):
            # An optimizer has at least one group, and they are alike.
            group = self.element(iterated)
            return self._iterate(node, frame, [lambda: group], is_exact=True)
        end = iterated.end if isinstance(iterated, Counter) else None
        step = _Again(self, iterated, end)
        count = iterated.count if isinstance(iterated, Counter) else None if known is None else len(known)
        trips = count if count is not None and not _can_be_left(node) else 1
        return self._iterate(node, frame, [step.first, step.second], is_exact=False, trips=trips)

    def _iterate(
        self,
        node: ast.For | ast.AsyncFor,
        frame: Frame,
        items: list[Callable[[], Value]],
        *,
        is_exact: bool,
        trips: int = 1,
    ) -> bool:
        loop = Loop(self.store.push())
        before = self.store.facts
        frame.loops.append(loop)
        exits: list[Outcome] = []
        if not is_exact:
            exits.append(self.store.outcome(loop.depth))
        goes_on = True
        start = len(self.recording.events)
        for number, item in enumerate(items):
            self.assign(node.target, item(), frame)
            goes_on = self._run_iteration(node.body, frame, loop, trips if is_exact or number == 0 else 0)
            if not goes_on:
                break
            if not is_exact:
                exits.append(self.store.outcome(loop.depth))
                if number == 0 and not self._changes_matter(exits[-1], frame):
                    break
                if number == 1 and self.has_open_changes(start):
                    items.append(item)
        if is_exact and goes_on:
            exits.append(self.store.outcome(loop.depth))
        frame.loops.pop()
        return self._leave_loop(node.orelse, frame, loop, exits, before)

    def _while(self, node: ast.While, frame: Frame) -> bool:
        loop = Loop(self.store.push())
        before = self.store.facts
        frame.loops.append(loop)
        exits: list[Outcome] = []
        start = len(self.recording.events)
        for number in range(3):
            test = self.evaluate(node.test, frame)
            known = self.truth(test)
            if known is not True:
                exits.append(self.store.outcome(loop.depth))
            if known is False:
                break
            if known is None:
                self.store.facts = {**self.store.facts, **self.facts_if(test, True)}
            if not self._run_iteration(node.body, frame, loop, 1 if number == 0 else 0):
                break
            last = self.store.outcome(loop.depth)
            if known is not True:
                exits.append(last)
            if number == 0 and not self._changes_matter(last, frame):
                break
            if number == 1 and not self.has_open_changes(start):
                break
        frame.loops.pop()
        return self._leave_loop(node.orelse, frame, loop, exits, before)

    def _run_iteration(self, body: list[ast.stmt], frame: Frame, loop: Loop, trips: int) -> bool:
        """Run the body once for `trips` times; whether the loop can go on after it."""
        self.trips.append(trips)
        reaches_end = self.run(body, frame)
        self.trips.pop()
        ends = list(loop.continues)
        loop.continues.clear()
        if not ends:
            return reaches_end
        if reaches_end:
            ends.append(self.store.outcome(loop.depth))
        self.store.rollback(loop.depth)
        self.store.push()
        self.store.merge(ends)
        return True

    def _leave_loop(
        self, orelse: list[ast.stmt], frame: Frame, loop: Loop, exits: list[Outcome], before: Facts
    ) -> bool:
        outcomes: list[Outcome] = []
        for outcome in exits:
            outcome.facts = {key: value for key, value in outcome.facts.items() if before.get(key) == value}
        if exits and orelse:
            self.store.rollback(loop.depth)
            self.store.push()
            self.store.merge(exits)
            if self.run(orelse, frame):
                outcomes.append(self.store.outcome(loop.depth))
        else:
            outcomes = exits
        outcomes.extend(loop.breaks)
        self.store.rollback(loop.depth)
        self.store.facts = before
        return self.meet(outcomes)

    def _changes_matter(self, outcome: Outcome, frame: Frame) -> bool:
        """Whether a second iteration can differ from the first in what is followed."""
        return any(
            holder is not frame.names or not isinstance(value, Symbol | Constant)
            for holder, _, value in outcome.changes.values()
        )

    def _break(self, node: ast.Break, frame: Frame) -> bool:
        if frame.loops:
            frame.loops[-1].breaks.append(self.store.outcome(frame.loops[-1].depth))
        return False

    def _continue(self, node: ast.Continue, frame: Frame) -> bool:
        if frame.loops:
            frame.loops[-1].continues.append(self.store.outcome(frame.loops[-1].depth))
        return False


class _Again:
    """The variable of a loop of unknown length: once, and once more."""

    def __init__(self, machine: Loops, iterated: Value, end: Any) -> None:
        self._machine = machine
        self._iterated = iterated
        self._end = end
        self._latest: Value | None = None

    def first(self) -> Value:
        """The element of one iteration."""
        self._latest = self._machine.element(self._iterated)
        return self._latest

    def second(self) -> Value:
        """The element of a later iteration: the one before was not the last."""
        if self._end is not None and isinstance(self._latest, Symbol):
            one = ("constant", "int", 1)
            variable = self._latest.key
            last: list[Any] = [("==", variable, ("Sub", self._end, one)), ("==", ("Add", variable, one), self._end)]
            if isinstance(self._end, tuple) and self._end[0] == "Add" and self._end[2] == one:
                last.append(("==", variable, self._end[1]))
            if isinstance(self._end, tuple) and self._end[:2] == ("constant", "int"):
                last.append(("==", variable, ("constant", "int", self._end[2] - 1)))
            facts = dict.fromkeys(last, False)
            self._machine.store.facts = {**self._machine.store.facts, **facts}
        self._latest = self._machine.element(self._iterated)
        self._is_not_first()
        return self._latest

    def _is_not_first(self) -> None:
        """The number of a later iteration is not the one that was counted from."""
        number = self._latest
        if isinstance(self._iterated, Repeated) and isinstance(number, Tuple):
            number = number.items[0]
        start = self._iterated.start if isinstance(self._iterated, Counter | Repeated) else None
        if not isinstance(number, Symbol) or not isinstance(start, Constant | Symbol):
            return
        facts: Facts = {("==", number.key, key_of(start)): False, ("Gt", number.key, key_of(start)): True}
        if start == constant(0):
            facts[number.key] = True
        self._machine.store.facts = {**self._machine.store.facts, **facts}


def _can_be_left(loop: ast.For | ast.AsyncFor) -> bool:
    """Whether the body of a loop can end it early."""
    return any(isinstance(inner, ast.Break | ast.Return) for part in loop.body for inner in ast.walk(part))


def _constantly(value: Value) -> Callable[[], Value]:
    return lambda: value
