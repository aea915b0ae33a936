"""What becomes of `group["lr"]` where it is a Parameter and not a number."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from string import Formatter

from mslint.facts import adapters
from mslint.training import library
from mslint.training.container_methods import ContainerMethods
from mslint.training.events import RateUse, RateWrite, SchedulerMade, Setting, Use
from mslint.training.kinds import is_tensor
from mslint.training.objects import (
    NUMBER,
    Arguments,
    Constant,
    Group,
    Instance,
    Mapping,
    Rate,
    Sequence,
    Tuple,
    Value,
    atoms,
    fresh,
    is_made,
)

_AS_TEXT = {"print": Use.TEXT, "str": Use.TEXT, "repr": Use.TEXT}
_MAX_HELD = 200
"""Things in a container that are looked at."""
_ON_NUMBER = "on number"
_SCHEDULED = "scheduled"
COMPILED = "compiled"
"""The flags of an optimizer's state."""


class Rates(ContainerMethods):
    """Reading, using and writing rates."""

    # -- reading -------------------------------------------------------

    def rate_of(self, group: Group) -> Value:
        """The value of `group["lr"]`."""
        optimizer = group.optimizer
        if not isinstance(optimizer, Instance):
            return fresh()
        return Rate(optimizer) if optimizer.state.get(_ON_NUMBER, False) is False else fresh()

    # -- using ---------------------------------------------------------

    def use_rate(self, value: Value, use: Use, node: ast.expr) -> None:
        """A value is used as if it were a number."""
        found = [atom for atom in atoms(value) if isinstance(atom, Rate) and is_of_mindtorch(atom)]
        if not found or (use in (Use.TEXT, Use.KEPT) and all(rate.is_computed for rate in found)):
            return
        place = self.place(node)
        if place is not None:
            self.recording.events.append(RateUse(place, use))

    def use_rates(self, arguments: Arguments, use: Use, node: ast.expr) -> None:
        """The positional arguments of a call are used so."""
        for number, value in enumerate(arguments.positional):
            self.use_rate(value, use, _argument(node, number))

    def use_in_text(self, text: str, arguments: Arguments, node: ast.expr) -> None:
        """`text.format(...)` is called."""
        for field, use in _fields(text):
            if field.isdigit() and int(field) < len(arguments.positional):
                self.use_rate(arguments.positional[int(field)], use, _argument(node, int(field)))
            elif field in arguments.keywords:
                self.use_rate(arguments.keywords[field], use, _keyword(node, field))

    def use_in_call(self, name: str, arguments: Arguments, node: ast.expr) -> None:
        """A builtin function is called."""
        if name in _AS_TEXT:
            self.use_rates(arguments, _AS_TEXT[name], node)
        elif name in ("round", "format") and arguments.positional:
            if len(arguments.positional) > 1:
                use = Use.ROUND if name == "round" else Use.FORMAT
                self.use_rate(arguments.positional[0], use, _argument(node, 0))
            elif name == "format":
                self.use_rate(arguments.positional[0], Use.TEXT, _argument(node, 0))

    def use_in_json(self, arguments: Arguments, node: ast.expr) -> None:
        """`json.dump` or `json.dumps` is called."""
        for number, value in enumerate(arguments.positional[:1]):
            for held in _held(value):
                self.use_rate(held, Use.JSON, _argument(node, number))

    # -- writing -------------------------------------------------------

    def write_rate(self, group: Group, value: Value, is_augmented: bool, node: ast.expr) -> None:
        """`group["lr"]` is written."""
        place = self.place(node)
        optimizer = group.optimizer
        if place is None or (isinstance(optimizer, Instance) and not library.has_groups(optimizer.library)):
            return
        setting = Setting.AUGMENTED if is_augmented else Setting.ASSIGNED
        state = optimizer.state if isinstance(optimizer, Instance) else {}
        self.recording.events.append(
            RateWrite(
                place,
                optimizer,
                setting,
                self.frame.is_graph,
                tuple(self.schedulers),
                value,
                is_scheduled=state.get(_SCHEDULED) is True,
                is_compiled=state.get(COMPILED, False) is not False,
                on_parameter=state.get(_ON_NUMBER, False) is False,
            )
        )
        if isinstance(optimizer, Instance):
            is_still_tensor = is_tensor(value) and not adapters.package_of(optimizer.library)
            on_number = True if is_number(value) else False if is_still_tensor else None
            self.store.set(optimizer.state, _ON_NUMBER, on_number)

    # -- schedulers ----------------------------------------------------

    def make_scheduler(self, scheduler: Instance, arguments: Arguments, node: ast.expr) -> None:
        """A learning-rate scheduler is made."""
        optimizer = arguments.get(0, "optimizer")
        self.store.set(scheduler.fields, "optimizer", optimizer or fresh())
        place = self.place(node)
        if not isinstance(optimizer, Instance) or place is None or scheduler.cls is not None:
            return
        on_number = optimizer.state.get(_ON_NUMBER, False)
        self.recording.events.append(SchedulerMade(place, scheduler, optimizer, on_number))
        self.store.set(optimizer.state, _SCHEDULED, True)

    def last_rate(self, scheduler: Instance) -> Value:
        """What `get_last_lr()` gives, as far as its first element goes."""
        optimizer = scheduler.fields.get("optimizer")
        is_tensor = adapters.package_of(scheduler.library) == "mindtorch" and optimizer is not None
        return Tuple((Rate(optimizer, is_computed=True),)) if is_tensor and optimizer is not None else fresh()


def is_of_mindtorch(rate: Rate) -> bool:
    """Whether a rate is that of an optimizer of MindTorch."""
    optimizer = rate.optimizer
    return isinstance(optimizer, Instance) and adapters.package_of(optimizer.library) == "mindtorch"


def is_number(value: Value) -> bool:
    """Whether a value surely is a Python number."""
    if isinstance(value, Constant):
        return value.kind in (int, float)
    return is_made(value, NUMBER)


def _fields(text: str) -> Iterator[tuple[str, Use]]:
    """The fields of a format string: the number or name of each, and how it makes its value a text."""
    number = 0
    try:
        for _, field, specification, conversion in Formatter().parse(text):
            if field is None:
                continue
            name = field or str(number)
            number += not field
            yield name, Use.FORMAT if specification and not conversion else Use.TEXT
    except ValueError:
        return


def _held(value: Value) -> list[Value]:
    """A value, and what the dictionaries and lists in it hold."""
    found = [value]
    for each in found:
        held: Iterable[Value] = ()
        if isinstance(each, Mapping):
            held = each.fields.values()
        elif isinstance(each, Tuple | Sequence):
            held = each.items if isinstance(each, Tuple) else each.state.get("items", ())
        found.extend(inner for inner in held if len(found) < _MAX_HELD and all(inner is not known for known in found))
    return found


def _argument(node: ast.expr, number: int) -> ast.expr:
    """The expression of a positional argument; the call where it cannot be told."""
    if not isinstance(node, ast.Call) or any(isinstance(each, ast.Starred) for each in node.args):
        return node
    return node.args[number] if number < len(node.args) else node


def _keyword(node: ast.expr, name: str) -> ast.expr:
    keywords = node.keywords if isinstance(node, ast.Call) else []
    return next((each.value for each in keywords if each.arg == name), node)
