"""What changes between the steps of an optimizer: its rate and the weights."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Hashable, Iterable
from math import prod

from mslint.facts.optimizers import COMPILES_ITSELF, optimizers
from mslint.model.guards import is_guarded
from mslint.model.names import FunctionNode
from mslint.training import library
from mslint.training.events import (
    Change,
    Changed,
    GroupsRead,
    OptimizerStep,
    RateForm,
)
from mslint.training.objects import (
    NUMBER,
    TENSOR,
    Arguments,
    Group,
    Instance,
    Mapping,
    ParametersOf,
    Rate,
    Sequence,
    Symbol,
    Tuple,
    Value,
    atoms,
    fresh,
    of_kind,
)
from mslint.training.parameter_lists import Element
from mslint.training.rates import Rates
from mslint.training.state import Facts, is_possible

_SETTERS = frozenset({"assign_value", "set_data"})
OF_RATES = frozenset({Changed.ATTRIBUTE, Changed.DATA, Changed.ENTRY})
"""Changes of a rate that a compiled step may not see."""


class Changes(Rates):
    """Steps of optimizers, and what they depend on."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._made_at: dict[Instance, tuple[int, Facts]] = {}
        """How many loops were running when an optimizer was made, and what was known then."""
        self._rate_forms: dict[Instance, RateForm] = {}
        self._stepped_in: dict[Instance, dict[Hashable, list[Facts]]] = {}
        """What was known when an optimizer stepped, by the region that it stepped in."""
        self._changes_of: dict[Instance, list[tuple[Change, Facts]]] = {}

    @abstractmethod
    def optimized(self, optimizer: Value) -> frozenset[Instance]:
        """The networks whose parameters an optimizer was given."""

    @abstractmethod
    def holds(self, optimizer: Instance, network: Hashable) -> bool:
        """Whether an optimizer surely holds all parameters of a network that is known by its key only."""

    # -- steps ---------------------------------------------------------

    def note_made(self, optimizer: Instance) -> None:
        """An optimizer is made."""
        self._made_at[optimizer] = (len(self.trips), dict(self.store.facts))
        self._rate_forms[optimizer] = self._form(optimizer)

    def _form(self, optimizer: Instance) -> RateForm:
        known = optimizers().get(optimizer.library)
        if known is not None and known.rate_keyword is not None:
            rate = optimizer.arguments.get(known.rate_position, known.rate_keyword)
            if any(isinstance(atom, Sequence | Tuple | Instance) for atom in atoms(rate)):
                return RateForm.SCHEDULED
        params = optimizer.arguments.get(0, "params")
        groups = self.elements(params) if params is not None else None
        has_rates = any(isinstance(group, Mapping) and "lr" in group.fields for group in groups or ())
        return RateForm.PER_GROUP if has_rates else RateForm.ONE

    def note_step(self, optimizer: Instance, node: ast.expr) -> None:
        """An optimizer is called."""
        region = self._region(optimizer)
        for change, facts in self._changes_of.get(optimizer, ()):
            if region in change.before and self._is_on_path(optimizer, change, facts):
                change.is_followed = True
        self.store.set(optimizer.state, ("step", region), True)
        self._stepped_in.setdefault(optimizer, {}).setdefault(region, []).append(dict(self.store.facts))
        place = self.place(node)
        if place is not None:
            times, entry = self._times(optimizer), self.recording.entry
            self.recording.events.append(OptimizerStep(place, optimizer, region, times, entry, self._entered()))

    def _entered(self) -> FunctionNode | None:
        """The outermost function that is running."""
        found, frame = None, self.frame
        while frame is not None:
            found, frame = frame.function or found, frame.caller  # type: ignore[assignment]
        return found

    def _region(self, optimizer: Instance) -> Hashable:
        """The compiled code that a step is part of: what an optimizer reads is fixed when that is first called."""
        if optimizer.library in COMPILES_ITSELF:
            return optimizer
        if self.graphs:
            return self.graphs[0]
        return optimizer if self.world["graph"] is True else None

    def note_compiled(self, region: Value) -> None:
        """A function is made that is compiled anew when it is first called."""
        for optimizer, regions in self._stepped_in.items():
            if region in regions:
                self.store.set(optimizer.state, ("step", region), False)
                for change, _ in self._changes_of.get(optimizer, ()):
                    if region in change.before:
                        self.store.set(optimizer.state, change, False)

    def _times(self, optimizer: Instance) -> int:
        depth, facts = self._made_at.get(optimizer, (0, {}))
        is_sure = optimizer in self._made_at and self.store.facts.items() <= facts.items()
        return prod(self.trips[depth:]) if is_sure else 0

    def _is_on_path(self, optimizer: Instance, change: Change, facts: Facts) -> bool:
        return optimizer.state.get(change, False) is not False and is_possible(facts.items(), self.store.facts)

    # -- changes -------------------------------------------------------

    def note_change(
        self, optimizer: Instance, changed: Changed, name: str, value: Value | None, node: ast.expr
    ) -> None:
        """Something that the steps of an optimizer depend on is changed."""
        place = self.place(node)
        scope = self.frame.scope or self.module.scope
        if place is None or is_guarded(scope, node, by_hasattr=changed is Changed.ATTRIBUTE):
            return
        before = frozenset(
            region
            for region, paths in self._stepped_in.get(optimizer, {}).items()
            if optimizer.state.get(("step", region), False) is not False
            and any(is_possible(facts.items(), self.store.facts) for facts in paths)
        )
        graph_mode = self.world["graph"]
        form = self._rate_forms.get(optimizer, RateForm.ONE)
        change = Change(place, optimizer, form, changed, name, value, self.frame.is_graph, graph_mode, before)
        self.recording.events.append(change)
        self._changes_of.setdefault(optimizer, []).append((change, dict(self.store.facts)))
        self.store.set(optimizer.state, change, True)

    def has_open_changes(self, start: int, changed: frozenset[Changed] = frozenset(Changed)) -> bool:
        """Whether something that was changed since event `start`, after a step, has not been used so far."""
        return any(
            isinstance(event, Change)
            and event.changed in changed
            and event.before
            and not event.is_followed
            and event.optimizer.state.get(event, False) is not False
            for event in self.recording.events[start:]
        )

    def _replace_rate(self, optimizer: Instance) -> None:
        """The rate that the next step uses is set in a way that it sees."""
        for change, _ in self._changes_of.get(optimizer, ()):
            if change.changed in OF_RATES:
                self.store.set(optimizer.state, change, False)

    # -- rates ---------------------------------------------------------

    def write_rate(self, group: Group, value: Value, is_augmented: bool, node: ast.expr) -> None:
        """`group["lr"]` is written."""
        super().write_rate(group, value, is_augmented, node)
        optimizer = group.optimizer
        if isinstance(optimizer, Instance) and library.has_groups(optimizer.library):
            self.note_change(optimizer, Changed.ENTRY, "lr", value, node)

    def rate_method(self, rate: Rate, name: str, node: ast.expr) -> Value:
        """Call a method of the Parameter of a rate."""
        if name in _SETTERS:
            self.change_data(rate, name, node)
        elif name == "copy_":
            self._assign_rate(rate, name, node)
        elif name == "item":
            return of_kind(NUMBER)
        return of_kind(TENSOR) if name == "value" else fresh()

    def change_data(self, rate: Rate, name: str, node: ast.expr) -> None:
        """The Parameter of a rate gets other data, by the method or attribute `name`."""
        if isinstance(rate.optimizer, Instance):
            self.note_change(rate.optimizer, Changed.DATA, name, None, node)

    def assign_parameter(self, arguments: Arguments, node: ast.expr) -> Value:
        """`ops.assign(parameter, value)`."""
        for target in atoms(arguments.get(0, "variable")):
            if isinstance(target, Rate):
                self._assign_rate(target, "assign", node)
        return fresh()

    def _assign_rate(self, rate: Rate, name: str, node: ast.expr) -> None:
        if isinstance(rate.optimizer, Instance) and not rate.is_computed:
            self._replace_rate(rate.optimizer)
            self.note_change(rate.optimizer, Changed.ASSIGNED, name, None, node)

    # -- attributes ----------------------------------------------------

    def is_parameter(self, value: Value) -> bool:
        """Whether a value is the rate of an optimizer that has one rate: then it is a Parameter."""
        is_rate = isinstance(value, Rate) and isinstance(value.optimizer, Instance)
        return is_rate and self._rate_forms.get(value.optimizer) is RateForm.ONE  # type: ignore[attr-defined]

    def note_write(self, holder: Value, name: str, value: Value, node: ast.expr) -> None:
        """`holder.name = value` at `node`."""
        items = atoms(holder)
        if name == "data" and all(isinstance(item, Rate) for item in items):
            for item in items:
                if isinstance(item, Rate):
                    self.change_data(item, name, node)
        if name not in ("learning_rate", "lr"):
            return
        if all(isinstance(item, Instance) and library.is_optimizer(item.library) for item in items):
            for item in items:
                if isinstance(item, Instance):
                    self.note_change(item, Changed.ATTRIBUTE, name, value, node)

    def note_groups(self, holder: Value, node: ast.expr) -> None:
        """`holder.param_groups` is read at `node`."""
        place = self.place(node)
        if place is None or is_guarded(self.frame.scope or self.module.scope, node) or self._asks_for_groups():
            return
        found = [item for item in atoms(holder) if isinstance(item, Instance) and _has_no_groups(item)]
        if found and len(found) == len(atoms(holder)) and "param_groups" not in found[0].fields:
            forms = {self._rate_forms.get(each, RateForm.SCHEDULED) for each in found}
            form = forms.pop() if len(forms) == 1 else RateForm.SCHEDULED
            self.recording.events.append(GroupsRead(place, found[0], form))

    def _asks_for_groups(self) -> bool:
        """Whether the running function has the name `param_groups` as text, as `getattr` takes it."""
        body = ast.walk(self.frame.function) if self.frame.function is not None else ()
        return any(isinstance(each, ast.Constant) and each.value == "param_groups" for each in body)

    # -- weights -------------------------------------------------------

    def load_parameters(self, arguments: Arguments, node: ast.expr) -> Value:
        """`load_param_into_net(net, parameters)`."""
        self._load(arguments.get(0, "net"), "load_param_into_net", node)
        return fresh()

    def load_checkpoint(self, arguments: Arguments, node: ast.expr) -> Value:
        """`load_checkpoint(file, net)`."""
        self._load(arguments.get(1, "net"), "load_checkpoint", node)
        return fresh()

    def _load(self, target: Value | None, name: str, node: ast.expr) -> None:
        items = atoms(target)
        cells = [item for item in items if isinstance(item, Instance) and self.is_cell(item)]
        if len(cells) == len(items):
            self._change_weights(cells, name, node)
        elif len(items) == 1 and isinstance(items[0], Symbol):
            self._change_unknown(items[0].key, name, node)

    def set_weights(self, callee: Symbol, node: ast.expr) -> None:
        """`parameter.set_data(...)`, where that is what the unknown thing is that is called."""
        key = callee.key
        if not isinstance(key, tuple) or len(key) != 3 or key[0] != "." or key[2] not in _SETTERS:
            return
        is_attribute = isinstance(key[1], tuple) and key[1][0] == "."
        if is_attribute or any(_mentions(fact, key[1]) for fact in self.store.facts):
            return
        owners = [mark.owner for mark in callee.marks if isinstance(mark, ParametersOf)]
        if owners:
            self._change_weights(owners, key[2], node)
        elif isinstance(key[1], Element) and not key[1].of.conditions:
            self._change_unknown(key[1].of.owner, key[2], node)

    def _change_weights(self, cells: Iterable[Instance], name: str, node: ast.expr) -> None:
        changed = set().union(*(self.descendants(cell) for cell in cells))
        for optimizer in list(self._stepped_in):
            for network in self.optimized(optimizer):
                if network in changed or any(cell in self.descendants(network) for cell in cells):
                    self.note_change(optimizer, Changed.WEIGHTS, name, None, node)
                    break

    def _change_unknown(self, network: Hashable, name: str, node: ast.expr) -> None:
        """The weights of a network are changed of which only the key is known."""
        for optimizer in list(self._stepped_in):
            if self.holds(optimizer, network):
                self.note_change(optimizer, Changed.WEIGHTS, name, None, node)


def _has_no_groups(value: Instance) -> bool:
    is_known = value.cls is None and value.library.startswith("mindspore.")
    return is_known and library.is_optimizer(value.library) and not library.has_groups(value.library)


def _mentions(key: Hashable, part: Hashable) -> bool:
    """Whether a condition is about the thing with the key `part`."""
    return key == part or (isinstance(key, tuple) and any(_mentions(inner, part) for inner in key))
