"""Follows lists of parameters through the expressions that hand them on and pick from them."""

from __future__ import annotations

import ast
from collections.abc import Hashable

from mslint.facts.names import canonical
from mslint.training.conditions import key_of
from mslint.training.loops import Loops
from mslint.training.objects import (
    NONE,
    Arguments,
    Constant,
    Instance,
    Method,
    Sequence,
    Symbol,
    Tuple,
    Value,
    atoms,
    derived,
    fresh,
    marks_of,
)
from mslint.training.parameter_lists import (
    Condition,
    Element,
    Entry,
    Run,
    conditions_on,
    own_parameters,
    picked,
    runs_of,
)

_LISTS = {"get_parameters": False, "trainable_params": True}
"""Methods that list the parameters of a cell: whether they leave out the frozen ones."""
_PAIRS = "parameters_and_names"
"""The method that gives pairs of a name and a parameter, and begins the key of what it gives."""
_TESTS = frozenset({"endswith", "startswith"})


class Listing(Loops):
    """Lists of parameters."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._known_at: dict[Element, dict[Hashable, bool]] = {}
        self.changes = 0
        """How often parameters were frozen or thawed so far."""

    # -- where lists come from -----------------------------------------

    def call_method(self, method: Method, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method that a library or Python gives to a value."""
        value = super().call_method(method, arguments, node)
        receiver = method.receiver
        if isinstance(receiver, Instance) and method.name in _LISTS and isinstance(value, Symbol):
            return Symbol(self._run(receiver, method.name), value.marks)
        if isinstance(receiver, Instance) and method.name == _PAIRS and isinstance(value, Symbol):
            return Symbol((_PAIRS, self._run(receiver, method.name)), value.marks)
        if isinstance(receiver, Sequence) and method.name in ("reverse", "sort"):
            self.store.set(receiver.state, "items", (*receiver.state["items"], fresh()))
        return value

    def call_unknown(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """Call something of which nothing is known."""
        value = super().call_unknown(callee, arguments, node)
        key = callee.key if isinstance(callee, Symbol) else None
        if not isinstance(value, Symbol) or not isinstance(key, tuple) or len(key) != 3 or key[0] != ".":
            return value
        owner, name = key[1:]
        if name in _LISTS:
            return Symbol(self._run(owner, name), value.marks)
        if name == _PAIRS:
            return Symbol((_PAIRS, self._run(owner, name)), value.marks)
        given = arguments.get(0)
        is_of_parameter = isinstance(owner, tuple) and isinstance(owner[1], Element)
        if name in _TESTS and is_of_parameter and isinstance(given, Constant):
            return derived((name, owner, key_of(given)), callee)
        return value

    def _run(self, owner: Hashable, name: str) -> Run:
        return Run(owner, frozenset(), self.changes, _LISTS.get(name, False))

    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""
        given = arguments.get(0)
        if canonical(name) == "mindspore.ParameterTuple" and isinstance(given, Symbol | Sequence | Tuple):
            return given
        return super().call_library(name, arguments, node)

    # -- what is made of them ------------------------------------------

    def element(self, value: Value) -> Value:
        """Any one element of an iterable."""
        if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[0] == _PAIRS:
            parameter = self.element(Symbol(value.key[1], value.marks))
            return Tuple((derived((".", key_of(parameter), "name"), parameter), parameter))
        found = super().element(value)
        if isinstance(value, Symbol) and isinstance(value.key, Run) and isinstance(found, Symbol):
            key = Element(value.key, found.key)
            self._known_at[key] = self.store.facts
            return Symbol(key, found.marks)
        return found

    def _renewed(self, value: Value) -> Value:
        if isinstance(value, Symbol) and isinstance(value.key, Element):
            return self.element(Symbol(value.key.of, value.marks))
        return super()._renewed(value)

    def kept(self, value: Value) -> Value:
        """What a list holds that a value is put into here."""
        value = super().kept(value)
        if isinstance(value, Symbol) and isinstance(value.key, Element):
            asked = self.store.facts.items() - self._known_at[value.key].items()
            return _picked(value.key, conditions_on(value.key, asked), value)
        return value

    def call_builtin(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a builtin function."""
        given = arguments.positional
        if name == "filter" and len(given) == 2 and isinstance(given[1], Symbol) and isinstance(given[1].key, Run):
            return self._filtered(given[0], given[1], node)
        if name in ("reversed", "sorted") and given and runs_of(given[0]) is not None:
            return fresh(marks_of(given[0]))
        if name in ("all", "any") and len(given) == 1 and isinstance(given[0], Sequence):
            asked = self.elements(given[0])
            if asked and all(isinstance(each, Symbol) for each in asked):
                return derived(("or" if name == "any" else "and", tuple(key_of(each) for each in asked)), *asked)
        return super().call_builtin(name, arguments, node)

    def _filtered(self, function: Value, given: Symbol, node: ast.expr) -> Value:
        element = self.element(given)
        asked = NONE if function == NONE else self.call(function, Arguments([element]), node)
        if not isinstance(element, Symbol) or not isinstance(element.key, Element):
            return fresh(given.marks)
        conditions: frozenset[Condition] = frozenset()
        if asked != NONE:
            conditions = conditions_on(element.key, self.facts_if(asked, True).items())
        made = self.new_list([_picked(element.key, conditions, element)], is_open=True)
        self.store.set(made.state, "alike", True)
        return made

    def operate(self, operation: ast.operator, left: Value, right: Value) -> Value:
        """The value of a binary operation."""
        value = super().operate(operation, left, right)
        if not isinstance(operation, ast.Add) or runs_of(value) is not None:
            return value
        first, second = runs_of(left), runs_of(right)
        if not first or not second:
            return value
        marks = marks_of(left, right)
        return self.new_list([Symbol(run, marks) for run in (*first, *second)], is_open=True)

    def _slice(self, value: Value) -> Value:
        found = super()._slice(value)
        return fresh(marks_of(found)) if isinstance(found, Symbol) and runs_of(found) is not None else found

    # -- the order in a network ----------------------------------------

    def entries(self, network: Instance) -> list[tuple[Entry, str]]:
        """The cells of a network and the parameters that are known, in its order, with their full names."""
        found: list[tuple[Entry, str]] = []
        seen: set[int] = set()
        pending = [(network, "")]
        while pending:
            cell, prefix = pending.pop()
            if id(cell) in seen:
                continue
            seen.add(id(cell))
            self.spend()
            found.append(((cell, ""), prefix))
            found.extend(((cell, name), f"{prefix}{name}") for name in own_parameters(cell))
            children = enumerate(self.children(cell))
            below = [(child, f"{prefix}{_name_in(cell, child, place)}.") for place, child in children]
            pending.extend(reversed(below))
        return found

    def covers(self, network: Hashable, part: Hashable) -> bool:
        """Whether a network is, or holds, another one; networks that are not known go by their keys."""
        if network == part:
            return True
        if isinstance(network, Instance):
            return isinstance(part, Instance) and any(part is cell for cell in self.descendants(network))
        while isinstance(part, tuple) and len(part) == 3 and part[0] == ".":
            part = part[1]
            if part == network:
                return True
        return False


def _picked(key: Element, conditions: frozenset[Condition], value: Value) -> Symbol:
    return Symbol(picked(key.of, conditions), marks_of(value))


def _name_in(cell: Instance, child: Instance, place: int) -> str:
    names = [name for name, value in cell.fields.items() if any(atom is child for atom in atoms(value))]
    return str(names[0]) if names else str(place)
