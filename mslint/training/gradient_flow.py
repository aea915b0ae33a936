"""Follows gradients through values while a differentiated function runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from mslint.facts import gradients as facts
from mslint.facts.gradients import Through
from mslint.facts.names import canonical
from mslint.training.events import GradientCall
from mslint.training.gradient_marks import (
    OF_GRADIENTS,
    PLAIN,
    SINGLE,
    Detached,
    Flow,
    ParametersOfUnknown,
    Primitive,
    Term,
    with_marks,
)
from mslint.training.loops import Loops
from mslint.training.methods import PARAMETER_METHODS
from mslint.training.objects import (
    Arguments,
    Constant,
    Frame,
    Instance,
    Library,
    Mark,
    Marks,
    OwnParameter,
    Symbol,
    Value,
    marks_of,
)
from mslint.training.state import Mode

_TO_NUMBER = frozenset({"float", "int", "complex"})
_KEEPING = frozenset({"abs", "max", "min", "pow", "round", "sum"})
"""Builtin functions that gradients flow through."""
_LOSS_WORDS = re.compile("loss|crit|cost|objective|entropy|scale|penalty", re.IGNORECASE)


@dataclass(eq=False, slots=True)
class Running:
    """A differentiated function while it runs.

    `trained` are the cells whose parameters it is differentiated by, None
    where they are not known; `own` the parameters that belong to no cell,
    `keys` unknown networks.
    """

    call: GradientCall
    takes_weights: bool
    trained: frozenset[Instance] | None
    own: frozenset[Mark]
    keys: frozenset[Hashable]
    known: dict[Hashable, Flow] = field(default_factory=dict)
    is_clear: bool = True
    """Whether nothing happened that hides what is differentiated."""


class Flows(Loops):
    """Marks what a differentiated function computes with."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self.runs: list[Running | None] = []
        """The differentiated functions that run; None for those that are not judged."""

    # -- flows ---------------------------------------------------------

    @property
    def running(self) -> Running | None:
        """The innermost differentiated function that runs and is judged."""
        return self.runs[-1] if self.runs else None

    def flows(self, running: Running, marks: Iterable[Mark]) -> frozenset[Flow]:
        """The flows of the running function among marks."""
        found = set()
        for mark in marks:
            if isinstance(mark, Flow) and mark.call is running.call:
                found.add(mark)
            elif isinstance(mark, OwnParameter) and running.takes_weights:
                if mark in running.own:
                    found.add(self._flow(running, mark, is_sure=True))
                elif running.trained is None:
                    found.add(self._flow(running, mark, is_sure=False))
        return frozenset(found)

    def _flow(
        self, running: Running, origin: Hashable, *, is_sure: bool, parents: frozenset[Flow] = frozenset()
    ) -> Flow:
        key = (origin, is_sure, parents)
        if key not in running.known:
            running.known[key] = Flow(running.call, origin, is_sure, parents)
        return running.known[key]

    def _part(self, running: Running, marks: Marks, key: Hashable) -> Marks:
        """The marks of a part of a value: of what something unknown gave, parts need not all be differentiable."""
        return frozenset(
            self._flow(running, (mark, key), is_sure=False, parents=frozenset({mark}))
            if isinstance(mark, Flow) and not mark.is_sure
            else mark
            for mark in marks
            if mark.is_inherited
        )

    def _passed(self, running: Running, value: Symbol, name: str, is_whole: bool, origin: Hashable) -> Symbol:
        """The result of a function that has the marks of its arguments, by what gradients do in it.

        `is_whole` tells that it is given nothing but a tensor.
        """
        marks = value.marks
        through = facts.through_function(name) if "." in name else facts.through_method(name)
        if facts.is_loss(name) or (is_whole and facts.is_reduction(name)):
            marks |= {Term()}
        if through is Through.SPLIT:
            return with_marks(value, marks)
        if through is Through.KEPT:
            return with_marks(value, _unambiguous(marks, self.flows(running, marks)) | {SINGLE})
        flows = self.flows(running, marks)
        kept = _without_gradients(marks)
        if through is Through.ENDED:
            return with_marks(value, kept | {SINGLE})
        return with_marks(value, kept | {self._flow(running, origin, is_sure=False, parents=flows)} if flows else kept)

    # -- calls ---------------------------------------------------------

    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""
        known = canonical(name)
        value = super().call_library(name, arguments, node)
        if not isinstance(value, Symbol):
            return value
        if facts.is_primitive(known):
            return with_marks(value, frozenset({Primitive(known)}))
        running = self.running
        if running is None:
            return value
        if known.startswith("numpy."):
            return self._through_numpy(running, value, known, node)
        if facts.is_constructor(known):
            return with_marks(value, value.marks | {SINGLE})
        return self._passed(running, value, known, _count(arguments) == 1, node)

    def _through_numpy(self, running: Running, value: Symbol, name: str, node: ast.expr) -> Symbol:
        kept = _without_gradients(value.marks) | {PLAIN}
        if not facts.is_arithmetic(name):
            return with_marks(value, kept)
        found = {mark for mark in value.marks if isinstance(mark, Detached)}
        flows = self.flows(running, value.marks)
        if flows:
            found.add(Detached(self.place(node), f"{name.replace('numpy.', 'np.')}()", flows, is_number=False))
        return with_marks(value, kept | found)

    def call_builtin(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a builtin function."""
        value = super().call_builtin(name, arguments, node)
        running = self.running
        if running is None or not isinstance(value, Symbol):
            return value
        if name in _TO_NUMBER:
            return self._detached(running, value, f"{name}()", node, is_number=True)
        if name in self.builtin_names:
            return value
        if name in _KEEPING:
            return with_marks(value, value.marks | {SINGLE})
        return with_marks(value, _without_gradients(value.marks))

    def _detached(self, running: Running, value: Symbol, spelling: str, node: ast.expr, *, is_number: bool) -> Symbol:
        """A number or an array that is made of a value."""
        place = self.place(node)
        found: set[Mark] = {
            Detached(mark.place, mark.spelling, mark.flows, is_number=is_number)
            for mark in value.marks
            if isinstance(mark, Detached)
        }
        flows = self.flows(running, value.marks)
        if flows:
            found.add(Detached(place, spelling, flows, is_number=is_number))
        return with_marks(value, _without_gradients(value.marks) | found | {PLAIN})

    def call_unknown(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """Call something of which nothing is known."""
        value = super().call_unknown(callee, arguments, node)
        if not isinstance(value, Symbol):
            return value
        method = _method(callee)
        if method is not None and method[1] in PARAMETER_METHODS:
            value = with_marks(value, value.marks | {ParametersOfUnknown(method[0])})
        running = self.running
        return value if running is None else self._called(running, callee, arguments, value, node)

    def _called(self, running: Running, callee: Value, arguments: Arguments, value: Symbol, node: ast.expr) -> Symbol:
        method = _method(callee)
        operator = next((mark for mark in marks_of(callee) if isinstance(mark, Primitive)), None)
        if operator is not None:
            return self._passed(running, value, operator.name, _count(arguments) == 1, node)
        if method is not None and method[1] in facts.DETACHING:
            is_number = method[1] not in facts.ARRAY_METHODS
            return self._detached(running, value, f".{method[1]}()", node, is_number=is_number)
        if method is not None and facts.is_whole(method[1]):
            return self._passed(running, value, method[1], _count(arguments) == 0, node)
        if method is not None and PLAIN in callee.marks:  # type: ignore[attr-defined]
            is_ended = facts.through_method(method[1]) is Through.ENDED
            held = _without_gradients(value.marks) if is_ended else frozenset(_without(value.marks, Flow))
            return with_marks(value, held | {PLAIN})
        origin: Hashable = callee.key if isinstance(callee, Symbol) else id(callee)
        parents = self.flows(running, value.marks)
        kept = _without_gradients(value.marks)
        if not parents and not running.takes_weights:
            return with_marks(value, kept)
        is_sure = self._is_trained(running, callee)
        if is_sure is False and not parents:
            return with_marks(value, kept)
        behind = parents if _is_loss(node) else frozenset()
        return with_marks(value, kept | {self._flow(running, origin, is_sure=is_sure is True, parents=behind)})

    def _is_trained(self, running: Running, callee: Value) -> bool | None:
        """Whether the weights of a network are those that are differentiated by."""
        if isinstance(callee, Instance):
            return None if running.trained is None else callee in running.trained
        if isinstance(callee, Symbol) and callee.key in running.keys:
            return True
        return None

    def run_cell(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a cell of the library."""
        result = super().run_cell(value, base, arguments, node)
        running = self.running
        if running is None or not isinstance(result, Symbol):
            return result
        flows = self.flows(running, result.marks)
        marks = _unambiguous(result.marks, flows)
        if facts.gives_one(base):
            marks |= {SINGLE}
        if facts.is_loss(base):
            marks |= {Term()}
        weighted = [cell for cell in self.descendants(value) if facts.has_weights(cell.library)]
        if not weighted or not running.takes_weights:
            return with_marks(result, marks)
        if running.trained is None:
            others = frozenset(mark for mark in marks if not isinstance(mark, Flow))
            return with_marks(result, others | {self._flow(running, id(value), is_sure=False)})
        if running.trained.isdisjoint(weighted):
            return with_marks(result, marks)
        return with_marks(result, marks | {self._flow(running, id(value), is_sure=True)})

    # -- other expressions ---------------------------------------------

    def attribute(self, value: Value, name: str, frame: Frame) -> Value:
        """The value of `value.name`."""
        found = super().attribute(value, name, frame)
        if not isinstance(value, Symbol) or not isinstance(found, Symbol):
            return found
        running = self.running
        marks = found.marks
        if running is not None:
            if facts.is_about(name):
                marks = _without_gradients(marks)
            elif not facts.is_whole(name):
                marks = self._part(running, marks, name)
            if PLAIN in value.marks:
                # What is asked of an array or a number is one, or a method of it.
                marks |= {PLAIN}
        return Symbol((".", value.key, name), marks, found.depth)

    def item(self, value: Value, key: Value) -> Value:
        """The value of `value[key]`."""
        found = super().item(value, key)
        running = self.running
        if running is None or not isinstance(value, Symbol) or not isinstance(found, Symbol):
            return found
        part: Hashable = key.value if isinstance(key, Constant) else found.key
        return with_marks(found, self._part(running, found.marks, part))

    def element(self, value: Value) -> Value:
        """Any one element of an iterable."""
        found = super().element(value)
        running = self.running
        if running is None or not isinstance(value, Symbol) or not isinstance(found, Symbol):
            return found
        return with_marks(found, self._part(running, found.marks, found.key))

    def unpack(self, targets: list[ast.expr], value: Value, frame: Frame) -> None:
        """Bind targets to the elements of a value."""
        running = self.running
        if running is None or not isinstance(value, Symbol):
            super().unpack(targets, value, frame)
            return
        for number, target in enumerate(targets):
            self.assign(target, self.item(value, Constant(number, int)), frame)

    def operate(self, operation: ast.operator, left: Value, right: Value) -> Value:
        """The value of a binary operation."""
        value = super().operate(operation, left, right)
        running = self.running
        if running is None or not isinstance(value, Symbol):
            return value
        marks = value.marks
        has_flows = bool(self.flows(running, marks))
        if not isinstance(operation, ast.Add) and has_flows:
            is_factor = isinstance(operation, ast.Mult | ast.Div)
            marks = frozenset(_as_factors(marks) if is_factor else _without(marks, Detached))
        if not isinstance(operation, ast.Add | ast.Mod) or _is_one(left) or _is_one(right):
            marks |= {SINGLE}
        return with_marks(value, marks)

    def unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        """The value of `not`, `-` and the like."""
        value = super().unary(node, frame)
        if self.running is None or not isinstance(value, Symbol):
            return value
        if isinstance(node.op, ast.USub | ast.UAdd):
            return with_marks(value, value.marks | {SINGLE})
        return with_marks(value, _without_gradients(value.marks))

    def compared(self, operation: ast.cmpop, left: Value, right: Value) -> Value:
        """The value of one comparison."""
        value = super().compared(operation, left, right)
        if self.running is None or not isinstance(value, Symbol):
            return value
        return with_marks(value, _without_gradients(value.marks))

    def note_mode_read(self, cell: Instance) -> None:
        """A cell's own `training` is read: which of several returns is taken may depend on a mode set elsewhere."""
        super().note_mode_read(cell)
        scope = self.frame.scope
        if self.running is not None and scope is not None and len(scope.returns) > 1:
            self.running.is_clear &= {each.mode for each in self.modes_of(cell)} == {Mode.TRAIN}

    def enter(self, context: ast.expr, frame: Frame) -> None:
        """Code under a context manager begins."""
        super().enter(context, frame)
        running = self.running
        if running is not None:
            called = self.evaluate(context.func if isinstance(context, ast.Call) else context, frame)
            if isinstance(called, Library) and called.name.endswith("no_grad"):
                running.is_clear = False


def _method(callee: Value) -> tuple[Hashable, str] | None:
    """The key of the receiver and the name, where something unknown looks like a method."""
    key = callee.key if isinstance(callee, Symbol) else None
    if isinstance(key, tuple) and len(key) == 3 and key[0] == "." and isinstance(key[2], str):
        return key[1], key[2]
    return None


def _without_gradients(marks: Marks) -> Marks:
    return frozenset(mark for mark in marks if not isinstance(mark, OF_GRADIENTS))


def _without(marks: Marks, kind: type[Mark]) -> Iterator[Mark]:
    return (mark for mark in marks if not isinstance(mark, kind))


def _as_factors(marks: Marks) -> Iterator[Mark]:
    """The marks of a product: an array that something differentiable is weighed by is often meant as a constant."""
    for mark in marks:
        if not isinstance(mark, Detached):
            yield mark
        elif mark.is_number:
            yield replace(mark, is_factor=True)


def _unambiguous(marks: Marks, flows: frozenset[Flow]) -> Marks:
    """The marks of the result of a function: a constant beside something differentiable may well be a target."""
    if not flows:
        return marks
    return frozenset(_without(marks, Detached))


def _is_one(value: Value) -> bool:
    if isinstance(value, Constant):
        return isinstance(value.value, int | float)
    return isinstance(value, Symbol) and (SINGLE in value.marks or PLAIN in value.marks)


def _is_loss(node: ast.expr) -> bool:
    """Whether something unknown that is called computes a loss, by its name; others may have the weights."""
    function = node.func if isinstance(node, ast.Call) else node
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return _LOSS_WORDS.search(name) is not None


def _count(arguments: Arguments) -> int:
    """How many arguments a call gives."""
    return len(arguments.positional) + len(arguments.keywords)
