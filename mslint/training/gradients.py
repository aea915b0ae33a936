"""Gradient functions: where they are made, and what the functions return that they differentiate."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from mslint.facts.names import canonical
from mslint.training import library
from mslint.training.events import Constancy, Differentiation, Form, GradientCall, Outputs, Place
from mslint.training.gradient_flow import Flows, Running
from mslint.training.gradient_marks import PLAIN, SINGLE, Detached, Flow, ParametersOfUnknown, Term, certain, with_marks
from mslint.training.objects import (
    NONE,
    Arguments,
    Bound,
    Constant,
    Function,
    Gradient,
    Instance,
    Mapping,
    Mark,
    OwnParameter,
    Partial,
    Sequence,
    Symbol,
    Tuple,
    Value,
    atoms,
    fresh,
    marks_of,
)


@dataclass(frozen=True, slots=True)
class Making:
    """Where and by what a gradient function was made, and for which inputs; `positions` is None for all of them."""

    place: Place
    maker: str
    has_aux: bool | None
    positions: tuple[int, ...] | None
    takes_weights: bool


class Gradients(Flows):
    """Making and calling gradient functions."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._makings: dict[Gradient, Making] = {}
        self._trainers: dict[Instance, Place] = {}
        self._unjudged: set[Instance] = set()
        self._maker = ""
        self.uncalled: dict[Gradient, None] = {}
        """Gradient functions that nothing has called so far."""

    # -- making --------------------------------------------------------

    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""
        known = canonical(name)
        if known in library.DIFFERENTIATORS:
            self._maker = known.rpartition(".")[2]
        return super().call_library(name, arguments, node)

    def differentiate(self, arguments: Arguments, node: ast.expr) -> Value:
        """Make a gradient function by `grad` or `value_and_grad`."""
        made = super().differentiate(arguments, node)
        place = self.place(node)
        if not isinstance(made, Gradient) or place is None or arguments.is_open:
            return made
        has_aux = False if made.has_aux is None else self._flag(made.has_aux)
        sens = arguments.get(5, "sens_param")
        positions = _positions(arguments.get(1, "grad_position"))
        if positions is not None and (sens is None or self._flag(sens) is False):
            takes_weights = made.weights is not None and made.weights != NONE
            self._note_making(made, Making(place, self._maker, has_aux, positions, takes_weights))
        return made

    def _note_making(self, made: Gradient, making: Making) -> None:
        self._makings[made] = making
        self.uncalled[made] = None

    def _flag(self, value: Value) -> bool | None:
        return value.value if isinstance(value, Constant) and isinstance(value.value, bool) else None

    def initialise(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> None:
        """Do what `__init__` of the library class `base` does."""
        super().initialise(value, base, arguments, node)
        if base in library.TRAIN_CELLS:
            place = self.place(node)
            if place is not None:
                self._trainers[value] = place
            self._unjudged.update(held for held in value.fields.values() if isinstance(held, Instance))

    def call_library_instance(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call an object whose behaviour comes from the library class `base`."""
        if base in library.TRAIN_CELLS:
            return self._train(value, base, arguments, node)
        made = super().call_library_instance(value, base, arguments, node)
        place = self.place(node)
        is_judged = value not in self._unjudged and not value.arguments.is_open
        if isinstance(made, Gradient) and is_judged and place is not None:
            self._note_operation(made, value.arguments, place)
        return made

    def _note_operation(self, made: Gradient, options: Arguments, place: Place) -> None:
        get_all, by_list, sens = (
            self._flag(options.get(position, name) or Constant(False, bool))
            for position, name in enumerate(("get_all", "get_by_list", "sens_param"))
        )
        if sens is not False or get_all is None or by_list is None:
            return
        positions = None if get_all else () if by_list else (0,)
        self._note_making(made, Making(place, "GradOperation", False, positions, by_list))

    def _train(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        network = value.fields.get("network") or fresh()
        gradient = Gradient(network, value.fields.get("weights"), None)
        if value in self._trainers and base == "mindspore.nn.TrainOneStepCell":
            self._makings[gradient] = Making(self._trainers[value], "TrainOneStepCell", False, (), True)
        gradients = self.call_gradient(gradient, arguments, node)
        return self.call(value.fields.get("optimizer") or fresh(), Arguments([gradients]), node)

    # -- running -------------------------------------------------------

    def run_forward(self, gradient: Gradient, call: GradientCall, arguments: Arguments, node: ast.expr) -> Value:
        """Run the function that is differentiated."""
        self.uncalled.pop(gradient, None)
        making = self._makings.get(gradient)
        running = None if making is None else self._begin(gradient, making, call)
        if running is not None and making is not None:
            arguments = self._marked(arguments, making, running)
        self.runs.append(running)
        try:
            returned = super().run_forward(gradient, call, arguments, node)
            if running is not None and making is not None and running.is_clear:
                self._judge(gradient, making, returned)
        finally:
            self.runs.pop()
        return returned

    def run_uncalled(self, before: Iterable[Gradient] = ()) -> None:
        """Run what gradient functions were made of that nothing called, those made `before` left out."""
        left = set(before)
        for gradient in list(self.uncalled):
            if gradient in self.uncalled and gradient not in left:
                depth = self.store.push()
                facts, self.store.facts = self.store.facts, {}
                self.recording.entry += 1
                node = self._makings[gradient].place.node
                self.within(
                    self.module_frame(self.module),
                    lambda gradient=gradient, node=node: self.call_gradient(gradient, Arguments(is_open=True), node),  # type: ignore[misc]
                )
                self.store.rollback(depth)
                self.store.facts = facts

    def _begin(self, gradient: Gradient, making: Making, call: GradientCall) -> Running:
        if not making.takes_weights or gradient.weights is None:
            return Running(call, False, frozenset(), frozenset(), frozenset())
        marks = marks_of(*atoms(gradient.weights))
        own: frozenset[Mark] = frozenset(mark for mark in marks if isinstance(mark, OwnParameter))
        keys = frozenset(mark.key for mark in marks if isinstance(mark, ParametersOfUnknown))
        if not call.sources:
            return Running(call, True, frozenset() if own else None, own, keys)
        trained = frozenset(
            cell
            for source in call.sources
            for cell in self.descendants(source)
            if cell.state.get("frozen", False) is False
        )
        held = (field for cell in trained for field in cell.fields.values())
        own |= {mark for mark in marks_of(*(each for each in held if isinstance(each, Symbol))) if _is_in_file(mark)}
        return Running(call, True, trained, own, keys)

    def _marked(self, arguments: Arguments, making: Making, running: Running) -> Arguments:
        """The arguments with a mark on those that the function is differentiated by."""
        positions = range(len(arguments.positional)) if making.positions is None else making.positions
        last = max(positions, default=-1)
        given = list(arguments.positional)
        if arguments.is_open:
            given += [fresh() for _ in range(last + 1 - len(given))]
        for position in positions:
            value = given[position] if position < len(given) else None
            if isinstance(value, Symbol):
                mark = Flow(running.call, ("argument", position), True)
                given[position] = with_marks(value, value.marks | {mark})
        return Arguments(given, arguments.keywords, arguments.is_open)

    # -- judging -------------------------------------------------------

    def _judge(self, gradient: Gradient, making: Making, returned: Value) -> None:
        running = self.running
        if running is None or not (making.place.is_direct or self._is_in_file(gradient.function)):
            return
        if isinstance(gradient.function, Partial):
            return  # MindSpore raises AttributeError for it.
        outputs = []
        constants: dict[Constancy, None] = {}
        for atom in atoms(returned):
            form, first, others = self._outputs(atom)
            flows = self.flows(running, marks_of(first))
            covered = self.flows(running, marks_of(*others))
            sure = certain(flows, covered)
            count = 1 + len(others)
            plain = bool(others) and all(_is_plain(other) for other in others)
            adds = [
                other
                for other in others
                if _has_gradient(self.flows(running, marks_of(other)), sure) and not _is_another_loss(other, first)
            ]
            in_dict = [other for other in adds if isinstance(other, Mapping)]
            outputs.append(Outputs(form, count, len(adds) > len(in_dict), bool(in_dict), plain))
            for mark in marks_of(first):
                if isinstance(mark, Detached) and mark.place is not None and (not flows or mark.flows & sure):
                    constants[Constancy(mark.place, mark.spelling, mark.is_factor)] = None
        self.recording.events.append(
            Differentiation(
                making.place,
                making.maker,
                _name(gradient.function),
                making.has_aux,
                tuple(outputs),
                tuple(constants),
            )
        )

    def _is_in_file(self, function: Value) -> bool:
        """Whether a function stands in the file under check."""
        inner = function.function if isinstance(function, Bound) else function
        if isinstance(inner, Function):
            return inner.frame.module is self.module
        return isinstance(inner, Instance) and inner.cls is not None and inner.cls.frame.module is self.module

    def _outputs(self, value: Value) -> tuple[Form, Value, tuple[Value, ...]]:
        """The form of what is returned, the loss and the other outputs."""
        if isinstance(value, Tuple) and value.items:
            return Form.TUPLE, value.items[0], value.items[1:]
        if isinstance(value, Sequence):
            known = self.elements(value)
            return (Form.LIST, known[0], known[1:]) if known else (Form.UNKNOWN, value, ())
        if isinstance(value, Mapping):
            if value.state.get("open") is not False or not value.fields:
                return Form.UNKNOWN, value, ()
            named = [key for key in value.fields if isinstance(key, str) and key.endswith("loss")]
            loss = "loss" if "loss" in named else next(iter([*named, *value.fields]))
            return Form.DICT, value.fields[loss], tuple(held for key, held in value.fields.items() if key != loss)
        if isinstance(value, Symbol) and SINGLE in value.marks:
            return Form.ONE, value, ()
        return Form.UNKNOWN, value, ()


def _has_gradient(flows: frozenset[Flow], sure: frozenset[Flow]) -> bool:
    """Whether a value surely has a gradient."""
    return any(each.is_sure or each in sure for each in flows)


def _is_another_loss(value: Value, first: Value) -> bool:
    """Whether an output is a loss that the first one is not made of: their sum may be what is meant."""
    terms = {mark for mark in marks_of(value) if isinstance(mark, Term)}
    return bool(terms) and terms.isdisjoint(marks_of(first))


def _positions(value: Value | None) -> tuple[int, ...] | None:
    """The inputs that `grad_position` means; None where it is not known."""
    if value is None:
        return (0,)
    if value == NONE:
        return ()
    items = value.items if isinstance(value, Tuple) else (value,)
    found = [item.value for item in items if isinstance(item, Constant) and isinstance(item.value, int)]
    return tuple(found) if len(found) == len(items) else None


def _is_plain(value: Value) -> bool:
    """Whether an output is surely no tensor."""
    return isinstance(value, Constant) or (isinstance(value, Symbol) and PLAIN in value.marks)


def _is_in_file(mark: Mark) -> bool:
    return isinstance(mark, OwnParameter)


def _name(function: Value) -> str:
    """The name of what is differentiated."""
    inner = function.function if isinstance(function, Bound) else function
    if isinstance(inner, Function):
        return getattr(inner.node, "name", "the lambda")
    return inner.name if isinstance(inner, Instance) else "the function"
