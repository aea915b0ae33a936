"""Modes that are wrong for what runs: lost, stale in compiled code, or training where nothing is trained."""

from __future__ import annotations

import ast
import re
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from mslint.model.guards import is_guarded
from mslint.model.names import FunctionNode
from mslint.training import library
from mslint.training.cells import Cells
from mslint.training.events import (
    Event,
    LostMode,
    OwnModeWrite,
    Place,
    RegionKind,
    StaleMode,
    TorchModeCall,
    TrainedInference,
)
from mslint.training.objects import (
    Arguments,
    Compiled,
    Constant,
    Frame,
    Function,
    Gradient,
    Instance,
    Value,
    atoms,
)
from mslint.training.state import Mode, Modes

Compilable = Function | Compiled | Gradient | Instance
"""What can be compiled as a whole."""
_EVALUATES = re.compile(
    r"(?!.*(?:shape|size|dim|dtype))_?(?:(?:run|do|model|net)_)?(?:"
    r"(?:eval|evaluate|validate|predict|infer)(?:_\w+)?"
    r"|evaluation|validation|inference|test"
    r"|(?:test|val|valid|validation|inference)_(?:loop|epoch|one_epoch|step|model|net|network|accuracy)"
    r")"
)
"""Names of functions that evaluate; `test_something` is more often a unit test."""
_TEST_DATA = re.compile(r"(?i)(?:^|_)(?:test|val|valid|validation|eval)(?:$|_)")
"""Names of data to evaluate on."""
_TRAINS = re.compile(r"(?i)train|finetune|adapt|calibrat|dropout|(?:^|_)mc(?:_|$)|monte|uncertain|bayes")
"""Names of functions that run a network in training mode on purpose."""


@dataclass(frozen=True, slots=True)
class _PartMode:
    """A part of a cell that the `__init__` of the cell has put in inference mode, and where."""

    part: Instance
    node: ast.expr
    owner_name: str


@dataclass(frozen=True, slots=True)
class Region:
    """A compiled region that runs; `key` tells what is compiled apart."""

    key: Hashable
    kind: RegionKind
    place: Place | None


class Watch(Cells):
    """Notes what is wrong with modes."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self.regions: list[Region | None] = []
        """The running compiled regions, outermost first; None where it is not known when it is compiled."""
        self.compiled: dict[Hashable, Any] = {}
        """The modes that layers had when a region was compiled, by region and layer."""
        self.mode_places: dict[ast.AST, Place | None] = {}
        self.root_call: tuple[Frame, ast.expr] | None = None
        """Where the outermost running cell was called."""
        self.has_trained = False
        """Whether something has been trained, which explains that a network is in training mode."""
        self.switches: set[FunctionNode] = set()
        """Functions that have put something in training mode."""
        self._noted: set[tuple[type, ast.AST]] = set()

    @abstractmethod
    def place(self, node: ast.expr) -> Place | None:
        """Where in the file under check what happens at `node` of the running frame is to be reported."""

    # -- modes that are set --------------------------------------------

    def set_mode(self, value: Value, mode: Mode, node: ast.expr) -> None:
        """Put cells and what they hold into a mode, as `set_train` called at `node` does."""
        self.mode_places[node] = self.place(node)
        if mode is Mode.TRAIN:
            self.switches.update(frame.function for frame in self._running() if frame.function is not None)
        for item in atoms(value):
            if isinstance(item, Instance):
                self._note_part(item, mode, node)
        super().set_mode(value, mode, node)

    def _note_part(self, item: Instance, mode: Mode, node: ast.expr) -> None:
        """Remember that an `__init__` puts a part of its object in inference mode, until the part itself is set."""
        owner = self._object_being_made()
        is_frozen = mode is Mode.EVAL and owner is not None and owner is not item
        for cell in self.descendants(item):
            part = cell.state.get("part")
            if is_frozen and owner is not None:
                self.store.set(cell.state, "part", _PartMode(item, node, owner.name))
            elif part is not None and item in self.descendants(part.part):
                self.store.set(cell.state, "part", None)

    def _object_being_made(self) -> Instance | None:
        """The cell whose `__init__` is running."""
        function = self.frame.function
        if not isinstance(function, ast.FunctionDef) or function.name != "__init__" or not function.args.args:
            return None
        owner = self.frame.names.get(function.args.args[0].arg)
        return owner if isinstance(owner, Instance) and self.is_cell(owner) else None

    def set_own_mode(self, cell: Instance, value: Value, node: ast.expr | None = None) -> None:
        """`cell.training = value`: that cell alone."""
        super().set_own_mode(cell, value, node)
        place = None if node is None or self._is_own(node) or self._is_guarded(node) else self.place(node)
        if place is not None:
            self._note(OwnModeWrite(place, cell, bool(self.children(cell))), place)

    def _is_own(self, target: ast.expr) -> bool:
        """Whether `target` is an attribute of the object whose method is running."""
        function = self.frame.function
        if self.frame.owner is None or function is None or not function.args.args:
            return False
        holder = target.value if isinstance(target, ast.Attribute) else target
        return isinstance(holder, ast.Name) and holder.id == function.args.args[0].arg

    def note_torch_mode(self, cell: Instance, method: str, arguments: Arguments, node: ast.expr) -> None:
        """`train` or `eval` of a cell is called, which it does not have."""
        given = list(arguments.all())
        is_mode = not given or (method == "train" and len(given) == 1)
        if not is_mode or arguments.is_open or self._is_guarded(node):
            return
        place = self.place(node)
        if place is not None:
            self._note(TorchModeCall(place, cell, method), place)

    def _is_guarded(self, node: ast.expr) -> bool:
        return self.frame.scope is not None and is_guarded(self.frame.scope, node)

    # -- what runs -----------------------------------------------------

    def note_run(self, layer: Instance) -> None:
        """A mode-dependent layer runs."""
        modes = self.modes_of(layer)
        is_training = _is_training(modes)
        if is_training is not None:
            if is_training:
                self._note_lost(layer)
            if self.regions:
                is_training = self._compiled_mode(layer, modes, is_training)
            if is_training and self.running_cells and not self.gradient_calls:
                self._note_inference(layer)
        super().note_run(layer)

    def _note_lost(self, layer: Instance) -> None:
        lost = layer.state.get("part")
        if lost is None:
            return
        place = self.mode_places.get(lost.node)
        if place is not None:
            self._note(LostMode(place, lost.part, lost.owner_name), place)

    def _note_inference(self, layer: Instance) -> None:
        network, facts = self.running_cells[0]
        if not self.has_trained or any(key not in facts and key not in self.assumed for key in self.store.facts):
            return
        evaluating = self._evaluating()
        home: Frame | None = evaluating
        while home is not None and not self.is_followed(home):
            home = home.caller
        if evaluating is not None and home is not None and home.current is not None:
            place = Place(home.current, home.scope, home is evaluating)
            self._note(TrainedInference(place, network, layer, False), place)

    def _evaluating(self) -> Frame | None:
        """The running function that evaluates: by its name, or by how it calls the network."""
        for frame in self._running():
            name = getattr(frame.function, "name", "")
            if _TRAINS.search(name) or (frame.owner is not None and _TRAINS.search(frame.owner.name)):
                return None
            is_method = self._is_method_of_cell(frame)
            if frame.function in self.switches and not is_method and _EVALUATES.fullmatch(name):
                return None
            if not is_method and (_EVALUATES.fullmatch(name) or self._calls_for_test(frame)):
                return frame
        return None

    def _calls_for_test(self, frame: Frame) -> bool:
        """Whether a function calls the outermost running cell by a name, or with something, named after a test."""
        if self.root_call is None or self.root_call[0] is not frame or not isinstance(self.root_call[1], ast.Call):
            return False
        names = (
            node.id if isinstance(node, ast.Name) else node.attr
            for part in (self.root_call[1].func, *self.root_call[1].args)
            for node in ast.walk(part)
            if isinstance(node, ast.Name | ast.Attribute)
        )
        return any(_TEST_DATA.search(name) for name in names)

    def _is_method_of_cell(self, frame: Frame) -> bool:
        return frame.owner is not None and any(
            isinstance(base, str) and library.is_cell(base) for base in self.order(frame.owner)
        )

    def note_export(self, network: Value, node: ast.expr) -> None:
        """A network is written to a file, as it is."""
        place = self.place(node)
        for item in atoms(network):
            if not isinstance(item, Instance) or not self.is_cell(item) or place is None or not self.has_trained:
                continue
            below = self.descendants(item)
            if any(self._trains(cell) for cell in below):
                continue
            for cell in below:
                if cell.cls is None and library.depends_on_mode(cell) and _is_training(self.modes_of(cell)):
                    self._note(TrainedInference(place, item, cell, True), place)
                    break

    def _trains(self, cell: Instance) -> bool:
        held = (atom for value in cell.fields.values() for atom in atoms(value))
        return cell.library in library.TRAIN_CELLS or any(
            isinstance(atom, Instance) and library.is_optimizer(atom.library) for atom in held
        )

    # -- compiled regions ----------------------------------------------

    def in_region(self, target: Compilable, given: Arguments, node: ast.expr, run: Callable[[], Value]) -> Value:
        """Run what is compiled as a whole where nothing compiled is running yet."""
        if self.regions:
            return run()
        key = self._region_key(target, given)
        self.regions.append(None if key is None else Region(key[1:], key[0], self.place(node)))
        try:
            return run()
        finally:
            self.regions.pop()

    def _region_key(self, target: Compilable, given: Arguments) -> tuple[RegionKind, Hashable] | None:
        positional = list(given.positional)
        owner: Value | None = None
        inner: Value = target.target if isinstance(target, Compiled) else target
        identity: Hashable = inner
        if isinstance(inner, Function):
            identity = (inner.node, inner.frame)
            if inner.owner is not None and inner.kind != "staticmethod" and positional:
                owner = positional.pop(0)
        elif isinstance(inner, Instance) and self.is_cell(inner):
            owner = inner
        elif not isinstance(inner, Gradient):
            return None
        if given.is_open or any(self._is_some_cell(value) for value in [*positional, *given.keywords.values()]):
            return None
        rest = (identity, bool(self.gradient_calls), _shape(positional, given.keywords))
        if isinstance(owner, Instance) and self.is_cell(owner):
            phase = owner.state.get("phase", Mode.TRAIN)
            return (RegionKind.CELL, (owner, phase, *rest)) if phase in (Mode.TRAIN, Mode.EVAL) else None
        if owner is not None and not isinstance(owner, Instance):
            return None
        return RegionKind.FUNCTION, (owner, *rest)

    def _is_some_cell(self, value: Value) -> bool:
        return any(self.is_cell(atom) for atom in atoms(value))

    def _compiled_mode(self, layer: Instance, modes: Modes, is_training: bool) -> bool | None:
        """Whether a layer is in training mode in the compiled region that runs, which may be another one than its own.

        What is trained and goes on in training mode, or evaluated and goes on
        in inference mode, is as it should be.
        """
        region = self.regions[0]
        if region is None:
            return None
        key = (region.key, layer)
        before = self.compiled.get(key)
        if before is None:
            self.store.set(self.compiled, key, modes)
            return is_training
        was_training = _is_training(before)
        if was_training is None or was_training is is_training:
            return was_training
        if not (self.gradient_calls if was_training else self._evaluating()):
            self._note_stale(layer, modes, region, was_training)
        return was_training

    def _note_stale(self, layer: Instance, modes: Modes, region: Region, was_training: bool) -> None:
        nodes = {each.node for each in modes}
        place = self.mode_places.get(nodes.pop()) if len(nodes) == 1 else None  # type: ignore[arg-type]
        place = place or region.place
        network = self.running_cells[0][0] if self.running_cells else layer
        if place is not None:
            self._note(StaleMode(place, network, region.kind, was_training), place)

    # -- notes ---------------------------------------------------------

    def _note(self, event: Event, place: Place) -> None:
        """Record an event once for each place."""
        key = (type(event), place.node)
        if key not in self._noted:
            self._noted.add(key)
            self.recording.events.append(event)

    def _running(self) -> Iterator[Frame]:
        """The running functions, innermost first."""
        frame: Frame | None = self.frame
        while frame is not None:
            yield frame
            frame = frame.caller


def _is_training(modes: Modes) -> bool | None:
    """Whether modes are those of training on all paths, or of none; None where that is not known."""
    kinds = {each.mode for each in modes}
    if kinds == {Mode.TRAIN}:
        return True
    return False if kinds and kinds <= {Mode.UNSET, Mode.EVAL} else None


def _shape(positional: list[Value], keywords: dict[str, Value]) -> Hashable:
    """What of its arguments makes a region be compiled apart, as far as it is known."""
    values = (*positional, *(keywords[name] for name in sorted(keywords)))
    constants = tuple((value.value, value.kind) if isinstance(value, Constant) else None for value in values)
    return (*sorted(keywords), *constants)
