"""Optimizers and the gradients they are called with: by what, and in which order."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from mslint.facts import signatures
from mslint.facts.names import canonical
from mslint.facts.optimizers import optimizers
from mslint.training import library
from mslint.training.events import FrozenUpdate, GradientCall, Moves, Parts, Place, Update
from mslint.training.listing import Listing
from mslint.training.objects import (
    NONE,
    Arguments,
    Constant,
    Gradient,
    Instance,
    Mapping,
    Mark,
    Method,
    OwnParameter,
    ParametersOf,
    Sequence,
    Symbol,
    Tuple,
    Value,
    atoms,
    marks_of,
)
from mslint.training.parameter_lists import (
    Element,
    Run,
    are_statistics,
    conditions_on,
    held_by,
    is_disordered,
    own_parameters,
    runs_of,
)

_ROLLING = frozenset({"AdaMax", "Adam", "AdamW", "AdamWeightDecay", "Momentum"})
"""Optimizers that go on with what they have from earlier steps."""


@dataclass(frozen=True, slots=True)
class _Making:
    """Where and by what a gradient function was made."""

    place: Place | None
    maker: str
    parts: Parts | None


@dataclass(frozen=True, slots=True)
class _Result:
    """What one call of a gradient function gave, under `key`, and what it was given."""

    gradient: Gradient
    key: Hashable
    arguments: Arguments
    node: ast.expr


@dataclass(frozen=True, slots=True, eq=False)
class _Freeze:
    """Parameters of a network are frozen; `made` are the optimizers there were, `updated` those that had stepped."""

    owner: Hashable
    number: int
    place: Place | None
    made: frozenset[Instance]
    updated: frozenset[Instance]


class Updates(Listing):
    """Calls of optimizers."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._sources_of: dict[Gradient, _Making] = {}
        self._results: dict[GradientCall, _Result] = {}
        self._frozen: dict[_Freeze, Any] = {}
        self._thawed: dict[_Freeze, Any] = {}
        self._made: dict[Instance, Any] = {}
        self._updated: dict[Instance, Any] = {}

    # -- gradients -----------------------------------------------------

    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""
        value = super().call_library(name, arguments, node)
        known = canonical(name)
        if known in library.DIFFERENTIATORS and isinstance(value, Gradient):
            self._sources_of[value] = _Making(self.place(node), known.rpartition(".")[2], _parts(arguments))
        return value

    def call_library_instance(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call an object whose behaviour comes from the library class `base`."""
        if library.is_optimizer(base):
            self._note_update(value, arguments, node)
        made = super().call_library_instance(value, base, arguments, node)
        if isinstance(made, Gradient) and base == library.GRAD_OPERATION:
            self._sources_of[made] = _Making(self.place(node), "GradOperation", _parts_of_operation(value.arguments))
        return made

    def call_gradient(self, gradient: Gradient, arguments: Arguments, node: ast.expr) -> Value:
        """Call a gradient function: the forward function runs, gradients come out."""
        value = super().call_gradient(gradient, arguments, node)
        if isinstance(value, Symbol):
            for mark in value.marks:
                if isinstance(mark, GradientCall):
                    self._results[mark] = _Result(gradient, value.key, arguments, node)
        return value

    # -- updates -------------------------------------------------------

    def initialise(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> None:
        """Do what `__init__` of the library class `base` does."""
        super().initialise(value, base, arguments, node)
        if library.is_optimizer(base):
            self.store.set(self._made, value, True)

    def holds(self, optimizer: Instance, network: Hashable) -> bool:
        """Whether an optimizer surely holds all parameters of a network that is known by its key only."""
        runs = held_by_optimizer(optimizer) or ()
        is_frozen = any(freeze not in self._thawed and self.covers(freeze.owner, network) for freeze in self._frozen)
        return not is_frozen and any(not run.conditions and self.covers(run.owner, network) for run in runs)

    def _note_update(self, optimizer: Instance, arguments: Arguments, node: ast.expr) -> None:
        given = arguments.get(0, "gradients", "grads")
        place = self.place(node)
        calls = [mark for mark in marks_of(given) if isinstance(mark, GradientCall)] if given is not None else []
        if given is None or place is None or not calls:
            return
        result = self._results.get(calls[0]) if len(calls) == 1 else None
        held = held_by_optimizer(optimizer)
        if held is not None:
            self._note_frozen(optimizer, held, result)
        if result is not None:
            making = self._sources_of.get(result.gradient, _Making(None, "", None))
            parts = _given_parts(given, making, result, optimizer)
            event = Update(
                place, making.place, making.maker, optimizer, parts, self._is_disordered(given, held, result)
            )
            self.recording.events.append(event)
        self.store.set(self._updated, optimizer, True)

    def _is_disordered(self, given: Value, held: tuple[Run, ...] | None, result: _Result) -> bool:
        """Whether gradients, as they come out of the gradient function, are surely not in the optimizer's order."""
        weights = result.gradient.weights
        wanted = None if weights is None else runs_of(weights)
        if held is None or wanted is None or not isinstance(given, Symbol):
            return False
        return is_disordered(held, wanted, self.entries)

    # -- frozen parameters ---------------------------------------------

    def assign_attribute(self, holder: Value, name: str, value: Value, node: ast.expr | None = None) -> None:
        """`holder.name = value`, where `node` is the target."""
        super().assign_attribute(holder, name, value, node)
        items = atoms(holder)
        if name == "requires_grad" and len(items) == 1:
            self._note_change(items[0], self.truth(value), node or self.frame.current)

    def _note_change(self, parameter: Value, is_trained: bool | None, node: ast.expr | None) -> None:
        """Parameters are frozen or thawed."""
        owner = _owner(parameter)
        if owner is None or is_trained is None or node is None or self._are_statistics(parameter):
            return
        self.changes += 1
        if is_trained:
            for freeze in self._frozen:
                if self.covers(owner, freeze.owner):
                    self.store.set(self._thawed, freeze, True)
            return
        made, updated = (frozenset(each) for each in (self._made, self._updated))
        self.store.set(self._frozen, _Freeze(owner, self.changes, self.place(node), made, updated), True)

    def _are_statistics(self, parameter: Value) -> bool:
        key = parameter.key if isinstance(parameter, Symbol) else None
        return isinstance(key, Element) and are_statistics(conditions_on(key, self.store.facts.items()))

    def _note_frozen(self, optimizer: Instance, held: tuple[Run, ...], result: _Result | None) -> None:
        """An optimizer steps: does it hold parameters that were frozen after it was given them?"""
        frozen = [freeze for freeze in self._frozen if freeze not in self._thawed]
        for freeze in frozen:
            runs = [run for run in held if not run.conditions and self.covers(run.owner, freeze.owner)]
            since = min((run.at for run in runs if run.at < freeze.number), default=None)
            if since is None or freeze.place is None or optimizer not in freeze.made:
                continue
            if not any(other.number <= since and self.covers(other.owner, freeze.owner) for other in frozen):
                moves = self._moves(optimizer, freeze, result)
                self.recording.events.append(FrozenUpdate(freeze.place, optimizer, moves))

    def _moves(self, optimizer: Instance, freeze: _Freeze, result: _Result | None) -> Moves:
        weights = None if result is None else result.gradient.weights
        wanted = runs_of(weights) if weights is not None else None
        if any(
            run.is_trainable and run.at >= freeze.number and self.covers(run.owner, freeze.owner)
            for run in wanted or ()
        ):
            return Moves.RAISES
        if _decays(optimizer):
            return Moves.DECAYS
        return Moves.ROLLS_ON if optimizer in freeze.updated and _rolls(optimizer) else Moves.NOTHING


def _owner(parameter: Value) -> Hashable:
    """The network or layer that a parameter belongs to."""
    if isinstance(parameter, Symbol) and isinstance(parameter.key, Element):
        return parameter.key.of.owner
    if isinstance(parameter, Method) and isinstance(parameter.receiver, Instance):
        return parameter.receiver if parameter.name in own_parameters(parameter.receiver) else None
    return None


def _parts(arguments: Arguments) -> Parts | None:
    """By what a function made by `grad` or `value_and_grad` differentiates."""
    position, weights = arguments.get(1, "grad_position"), arguments.get(2, "weights")
    if arguments.is_open or arguments.get(4, "return_ids") is not None or arguments.get(5, "sens_param") is not None:
        return None
    if weights is None or weights == NONE:
        return Parts.INPUTS
    if position == NONE:
        return Parts.WEIGHTS
    is_by_inputs = position is None or isinstance(position, Constant | Tuple)
    return Parts.BOTH if is_by_inputs and _are_parameters(weights) else None


def _parts_of_operation(options: Arguments) -> Parts | None:
    """By what a function made by a `GradOperation` differentiates."""
    values = [options.get(place, name) for place, name in enumerate(("get_all", "get_by_list", "sens_param"))]
    flags = [value.value if isinstance(value, Constant) else False if value is None else None for value in values]
    get_all, by_list, sens = flags
    if options.is_open or None in flags or sens:
        return None
    if not by_list:
        return Parts.INPUTS
    return Parts.BOTH if get_all else Parts.WEIGHTS


def _given_parts(given: Value, making: _Making, result: _Result, optimizer: Instance) -> Parts | None:
    """Which gradients an optimizer is given; None where they may be right in another way."""
    if making.parts is Parts.INPUTS:
        parameters = parameters_of(optimizer)
        is_of_network = parameters is not None and _are_parameters(parameters) and not _has(OwnParameter, parameters)
        return making.parts if is_of_network and _is_called_with_data(result) else None
    if making.parts is Parts.BOTH:
        whole = (1,) if making.maker == "value_and_grad" else ()
        has_more = result.gradient.has_aux is not None and making.maker == "grad"
        return making.parts if _path(given, result.key) == whole and not has_more else None
    return making.parts


def _is_called_with_data(result: _Result) -> bool:
    """Whether nothing tells that a gradient function was called with parameters, to differentiate by them."""
    if result.arguments.is_open or any(_has(kind, *result.arguments.all()) for kind in (OwnParameter, ParametersOf)):
        return False
    named = [inner.id for inner in ast.walk(result.node) if isinstance(inner, ast.Name)]
    return not any(re.search("param|weight", name, re.IGNORECASE) for name in named)


def _path(value: Value, key: Hashable) -> tuple[object, ...] | None:
    """The indices by which a value was taken out of what has `key`; None where it is something else."""
    current = value.key if isinstance(value, Symbol) else None
    path: list[object] = []
    while current != key:
        if not isinstance(current, tuple) or len(current) != 3 or current[0] != "[]":
            return None
        index = current[2]
        path.append(index.value if isinstance(index, Constant) else index)
        current = current[1]
    return tuple(reversed(path))


def parameters_of(optimizer: Instance) -> Value | None:
    """What an optimizer was given as its parameters."""
    known = optimizers().get(optimizer.library)
    if known is None or known.params_keyword is None:
        return None
    return optimizer.arguments.get(known.params_position, known.params_keyword)


def held_by_optimizer(optimizer: Instance) -> tuple[Run, ...] | None:
    """The parameters of an optimizer in its order, where they are known."""
    parameters = parameters_of(optimizer)
    return None if parameters is None else held_by(parameters)


def _has(kind: type[Mark], *values: Value) -> bool:
    return any(isinstance(mark, kind) for mark in marks_of(*values))


def _are_parameters(value: Value) -> bool:
    """Whether a value surely holds parameters of a network."""
    return bool(held_by(value)) or (not isinstance(value, Constant) and _has(ParametersOf, value))


def _decays(optimizer: Instance) -> bool:
    """Whether an optimizer has weight decay, for all parameters or for some."""
    position = signatures.position(optimizer.library, "weight_decay")
    if _is_positive(optimizer.arguments.get(position, "weight_decay")):
        return True
    parameters = parameters_of(optimizer)
    groups = parameters.state["items"] if isinstance(parameters, Sequence) else ()
    return any(isinstance(group, Mapping) and _is_positive(group.fields.get("weight_decay")) for group in groups)


def _rolls(optimizer: Instance) -> bool:
    """Whether an optimizer moves parameters by what it has from earlier steps."""
    if optimizer.library.rpartition(".")[2] in _ROLLING:
        return True
    position = signatures.position(optimizer.library, "momentum")
    return _is_positive(optimizer.arguments.get(position, "momentum"))


def _is_positive(value: Value | None) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int | float) and value.value > 0
