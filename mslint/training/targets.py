"""Networks that give what another one is trained towards: do gradients reach them?"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from mslint.facts.names import canonical
from mslint.training import library
from mslint.training.events import GradientCall, Place, TargetTrained
from mslint.training.objects import (
    Arguments,
    Gradient,
    Instance,
    Mark,
    Symbol,
    Tuple,
    Value,
    atoms,
    marks_of,
)
from mslint.training.parameter_lists import Run, runs_of
from mslint.training.updates import Updates, held_by_optimizer

_GIVES_TARGETS = re.compile(r"(^|_)(ema|frozen|momentum|old|ref|reference|target|teacher)(_|$)")
"""Names of networks that give targets."""
_BREAKS = frozenset({"argmax", "argmin", "asnumpy", "item", "tolist"})
"""Methods of tensors whose results have no gradient."""


@dataclass(frozen=True, slots=True)
class TargetOutput(Mark):
    """The result of a network that gives targets, called at `place`."""

    cell: Instance
    name: str
    place: Place | None


class Targets(Updates):
    """Follows the results of such networks to the loss."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._optimizers: dict[int, Instance] = {}

    def initialise(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> None:
        """Do what `__init__` of the library class `base` does."""
        super().initialise(value, base, arguments, node)
        if library.is_optimizer(base):
            self._optimizers[id(value)] = value

    def call_instance(self, value: Instance, arguments: Arguments, node: ast.expr) -> Value:
        """Call an object."""
        result = super().call_instance(value, arguments, node)
        if not self.gradient_calls or self.muted or not isinstance(node, ast.Call) or not isinstance(result, Symbol):
            return result
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if not _GIVES_TARGETS.search(name) or not self.is_cell(value):
            return result
        return Symbol(result.key, result.marks | {TargetOutput(value, name, self.place(node))}, result.depth)

    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""
        value = super().call_library(name, arguments, node)
        return _detached(value) if canonical(name).endswith("stop_gradient") else value

    def call_unknown(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """Call something of which nothing is known."""
        value = super().call_unknown(callee, arguments, node)
        is_break = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _BREAKS
        return _detached(value) if is_break else value

    def run_forward(self, gradient: Gradient, call: GradientCall, arguments: Arguments, node: ast.expr) -> Value:
        """Run the function that is differentiated."""
        returned = super().run_forward(gradient, call, arguments, node)
        for atom in atoms(returned):
            loss = atom.items[0] if isinstance(atom, Tuple) and atom.items else atom
            for mark in marks_of(loss):
                if isinstance(mark, TargetOutput) and mark.place is not None and self._is_wanted(mark.cell, gradient):
                    self.recording.events.append(TargetTrained(mark.place, mark.name))
        return returned

    def _is_wanted(self, cell: Instance, gradient: Gradient) -> bool:
        """Whether gradients for a network are asked for, as a part of a larger one."""
        return any(
            isinstance(run.owner, Instance)
            and run.owner is not cell
            and not run.conditions
            and self.covers(run.owner, cell)
            and not self.is_frozen(run.owner, cell)
            and any(entry[1] for entry, _ in self.entries(cell))
            for run in self._wanted(gradient.weights)
        )

    def _wanted(self, weights: Value | None) -> tuple[Run, ...]:
        """The parameters that gradients are asked for, as far as they are known."""
        key = weights.key if isinstance(weights, Symbol) else None
        for number, optimizer in self._optimizers.items():
            if key == (".", number, "parameters"):
                return held_by_optimizer(optimizer) or ()
        return (runs_of(weights) or ()) if weights is not None else ()


def _detached(value: Value) -> Value:
    """A value from which no gradients go back."""
    if not isinstance(value, Symbol):
        return value
    marks = frozenset(mark for mark in value.marks if not isinstance(mark, TargetOutput))
    return Symbol(value.key, marks, value.depth)
