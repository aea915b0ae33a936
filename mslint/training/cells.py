"""Cells: what they hold, their mode, and what runs when they are called."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from mslint.training.access import Access
from mslint.training.events import GradientCall, LayerRun, ModeCall
from mslint.training.objects import (
    NONE,
    Constant,
    Function,
    Instance,
    Mapping,
    ParametersOf,
    Partial,
    Repeated,
    Sequence,
    Tuple,
    Union,
    Value,
    atoms,
    marks_of,
)
from mslint.training.state import UNKNOWN_MODE, Facts, Mode, ModeOnPath, Modes, is_possible

_MAX_REACHED = 400
"""Objects looked at when a mode is set, a network is walked or an object escapes."""


class Cells(Access):
    """Modes of cells."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self.gradient_calls: list[tuple[GradientCall, int]] = []
        """Running gradient functions, and the number of running cells at their start."""
        self.running_cells: list[tuple[Instance, Facts]] = []
        """With the facts at the start of each."""
        self.assumed: set[Hashable] = set()
        """Conditions whose other branch only raises."""
        self.muted = 0
        """Above 0 while what runs does not reach the gradients."""

    def modes_of(self, cell: Instance) -> Modes:
        """The modes that a cell can have on this path."""
        if cell.state.get("escaped", False) is not False:  # None where it escaped on some paths only.
            return UNKNOWN_MODE
        modes: Modes = cell.state.get("mode", UNKNOWN_MODE)
        facts = self.store.facts
        return frozenset(each for each in modes if is_possible(each.guard, facts)) or UNKNOWN_MODE

    def children(self, cell: Instance) -> list[Instance]:
        """The cells that a cell registers: attributes and, for library cells, arguments."""
        held: list[Value] = list(cell.fields.values())
        held.extend(cell.state.get("items", ()))
        held.extend(cell.state.get("held", ()))
        if "entries" in cell.state:
            entries = cell.state["entries"]
            held.extend((*entries.fields.values(), *entries.state.get("rest", ())))
        if cell.cls is None:
            held.extend(cell.arguments.all())
        return [atom for value in held for atom in atoms(value) if isinstance(atom, Instance) and self.is_cell(atom)]

    def descendants(self, cell: Instance) -> list[Instance]:
        """A cell and everything below it."""
        found = [cell]
        seen = {id(cell)}
        for each in found:
            if len(found) > _MAX_REACHED:
                break
            for child in self.children(each):
                if id(child) not in seen:
                    seen.add(id(child))
                    found.append(child)
        return found

    # -- modes ---------------------------------------------------------

    def set_mode(self, value: Value, mode: Mode, node: ast.expr) -> None:
        """Put cells and what they hold into a mode, as `set_train` called at `node` does."""
        reached: set[ast.AST] = set()
        is_unknown = False
        items = [item for item in atoms(value) if not isinstance(item, Constant)]
        if mode is Mode.EVAL and any(not isinstance(item, Instance) for item in items):
            mode = Mode.UNKNOWN if len(items) > 1 else mode
        for item in items:
            if not isinstance(item, Instance):
                is_unknown = True
                continue
            modes = frozenset({ModeOnPath(mode, frozenset(), self.recording.entry, node)})
            for cell in self.descendants(item):
                reached.add(cell.site)
                self.store.set(cell.state, "mode", modes)
        if mode is not Mode.EVAL:
            self.note_mode_call(node, reached, is_unknown)

    def note_mode_call(self, node: ast.AST, reached: set[ast.AST], is_unknown: bool) -> None:
        """Remember which networks a place that can switch to training reached."""
        record = self.recording.mode_calls.setdefault(node, ModeCall())
        record.sites.setdefault(self.recording.entry, set()).update(reached)
        record.is_unknown |= is_unknown

    def set_own_mode(self, cell: Instance, value: Value, node: ast.expr | None = None) -> None:
        """`cell.training = value`: that cell alone."""
        is_training = self.truth(value)
        mode = Mode.UNKNOWN if is_training is None else Mode.TRAIN if is_training else Mode.EVAL
        self.store.set(cell.state, "mode", frozenset({ModeOnPath(mode, frozenset(), self.recording.entry)}))

    # -- what runs -----------------------------------------------------

    def note_mode_read(self, cell: Instance) -> None:
        """A cell's own `training` is read in its construct."""
        if self.running_cells and self.running_cells[-1][0] is cell:
            self.note_run(cell)

    def note_run(self, layer: Instance) -> None:
        """A mode-dependent layer runs."""
        if self.muted:
            return
        for call, start in self.gradient_calls:
            running = self.running_cells[start:]
            sure_from = 0
            for _, facts in running:
                if all(key in facts or key in self.assumed for key in self.store.facts):
                    break
                sure_from += 1
            cells = tuple(cell for cell, _ in running)
            call.runs.append(LayerRun(layer, self.modes_of(layer), cells, sure_from))

    # -- escape --------------------------------------------------------

    def escape(self, value: Value) -> None:
        """Give a value to code that is not known: it can set the mode of every cell it reaches."""
        for reached in self._reachable(value):
            if isinstance(reached, Instance) and not reached.state.get("escaped"):
                self.store.set(reached.state, "escaped", True)

    def _reachable(self, value: Value) -> Iterator[Value]:
        pending = [value]
        seen: set[int] = set()
        while pending and len(seen) < _MAX_REACHED:
            current = pending.pop()
            if id(current) in seen:
                continue
            seen.add(id(current))
            yield current
            if isinstance(current, Instance):
                pending.extend(current.fields.values())
                pending.extend(current.state.get("items", ()))
                pending.append(current.state.get("entries", NONE))
                pending.extend(current.arguments.all())
            elif isinstance(current, Sequence | Mapping):
                pending.extend(current.state.get("items", ()))
                pending.extend(current.state.get("rest", ()))
                if isinstance(current, Mapping):
                    pending.extend(current.fields.values())
            elif isinstance(current, Tuple | Union):
                pending.extend(current.items)
            elif isinstance(current, Repeated):
                pending.append(current.element)
            elif isinstance(current, Partial):
                pending.extend(current.arguments.all())
            elif isinstance(current, Function):
                pending.extend(self._switched_by(current))

    def _switched_by(self, function: Function) -> list[Value]:
        """What an inner function or a lambda, once called, can switch by `set_train`."""
        is_inner = isinstance(function.node, ast.Lambda) or function.frame.function is not None
        if not is_inner or "set_train" not in function.frame.module.source.text:
            return []
        return [
            self.evaluate(node.value, function.frame)
            for node in ast.walk(function.node)
            if isinstance(node, ast.Attribute) and node.attr == "set_train" and isinstance(node.value, ast.Name)
        ]

    # -- parameters ----------------------------------------------------

    def sources(self, value: Value | None) -> frozenset[Instance]:
        """The networks whose parameters a value holds."""
        if value is None:
            return frozenset()
        found: set[Instance] = set()
        for atom in atoms(value):
            found.update(mark.owner for mark in marks_of(atom) if isinstance(mark, ParametersOf))
        return frozenset(found)

    def is_frozen(self, root: Instance, layer: Instance) -> bool:
        """Whether the parameters of a layer, or of something around it inside `root`, may have been frozen."""
        for cell in self.descendants(root):
            if cell.state.get("frozen", False) is not False and layer in self.descendants(cell):
                return True
        return False
