"""What MindSpore's own functions, classes and methods do to modes, gradients and rates."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from mslint.facts import adapters
from mslint.facts.names import canonical
from mslint.training import library
from mslint.training.adapters import Adapters
from mslint.training.calls import compiled
from mslint.training.core import PathEndsError
from mslint.training.events import (
    Event,
    GradientCall,
    LayerRun,
    RateWrite,
    SchedulerStep,
    Setting,
    TrainedNetwork,
    TrainStep,
)
from mslint.training.objects import (
    MADE,
    NONE,
    NUMBER,
    TENSOR,
    TRUE,
    Arguments,
    Bound,
    Constant,
    Function,
    Gradient,
    Instance,
    Library,
    MadeBy,
    Mapping,
    OwnParameter,
    ParametersOf,
    Partial,
    Repeated,
    Sequence,
    Symbol,
    Tuple,
    Value,
    atoms,
    fresh,
    join,
    marks_of,
    of_kind,
)
from mslint.training.packages import STDLIB
from mslint.training.rates import COMPILED
from mslint.training.state import Mode

_GIVES_FIRST = frozenset(
    {
        "mindspore.amp.auto_mixed_precision",
        "mindspore.amp.custom_mixed_precision",
        "mindspore.connect_network_with_dataset",
        "mindspore.recompute",
        "mindspore.shard",
        "mindspore.vmap",
        "mindspore.ops.vmap",
        "mindspore.data_sink",
    }
)
_NO_FLOATS = frozenset(
    {
        "numpy.float16",
        "numpy.float32",
        "numpy.int32",
        "numpy.int64",
    }
)
"""What makes numbers that are no Python floats; numpy.float64 is one."""
MEMBER = "member"
"""Begins the key of what `getattr` gives for a cell and a name that is not known."""
_EXITS = frozenset({"sys.exit", "os._exit", "os.abort"})


class Behaviour(Adapters):
    """Library calls."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._library: dict[str, Callable[[Arguments, ast.expr], Value]] = {
            **dict.fromkeys(library.COMPILERS, self._jit),
            **dict.fromkeys(library.DIFFERENTIATORS, self.differentiate),
            "mindspore.Parameter": self._parameter,
            "mindspore.Tensor": self._tensor,
            "mindspore.tensor": self._tensor,
            "mindspore.ops.assign": self.assign_parameter,
            "mindspore.load_param_into_net": self.load_parameters,
            "mindspore.load_checkpoint": self.load_checkpoint,
            "mindspore.export": self._export,
            "mindspore.set_context": self._set_context,
            "mindspore.build_train_network": self._build_train_network,
            "mindspore.amp.build_train_network": self._build_train_network,
            "functools.partial": self._partial,
            "functools.wraps": lambda arguments, node: Library("functools.wraps.decorator"),
            "copy.deepcopy": lambda arguments, node: fresh(),
            "copy.copy": lambda arguments, node: fresh(),
        }

    # -- functions -----------------------------------------------------

    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""
        name = canonical(name)
        package = adapters.package_of(name)
        if package:
            return self.call_package(package, name, arguments, node)
        action = self._library.get(name)
        if action is not None:
            return action(arguments, node)
        if library.is_object(name):
            return self.make_library_instance(name, arguments, node)
        if name in _NO_FLOATS:
            return of_kind(MADE, marks_of(*arguments.all()))
        if name in ("json.dump", "json.dumps"):
            self.use_in_json(arguments, node)
        if name.startswith("math."):
            return of_kind(NUMBER, marks_of(*arguments.all()))
        if name in _GIVES_FIRST:
            return arguments.get(0, "network", "net", "fn", "function") or fresh()
        if name in _EXITS:
            raise PathEndsError
        if name in ("collections.OrderedDict", "collections.deque"):
            return self._collection(arguments)
        if name in ("types.SimpleNamespace", "argparse.Namespace"):
            made = Instance(None, name, node, arguments)
            for key, value in arguments.keywords.items():
                self.store.set(made.fields, key, value)
            return made
        if not library.is_harmless(name, STDLIB):
            for held in arguments.all():
                self.escape(held)
        return fresh(marks_of(*arguments.all()))

    def _jit(self, arguments: Arguments, node: ast.expr) -> Value:
        captured = arguments.get(None, "capture_mode", "mode")
        is_ast = captured is None or (isinstance(captured, Constant) and captured.value in ("ast", "PSJit"))
        target = arguments.get(0, "function", "fn")
        if target is None or target == NONE:
            return Partial(Library("mindspore.jit"), Arguments([], arguments.keywords, False))
        if not is_ast:
            return target
        made = [compiled(atom) for atom in atoms(target)]
        for each in made:
            self.note_compiled(each)
        self.closures.extend(each for each in made if isinstance(each, Function))
        return join(made)

    def differentiate(self, arguments: Arguments, node: ast.expr) -> Value:
        """Make a gradient function by `grad` or `value_and_grad`."""
        function = arguments.get(0, "fn")
        if function is None:
            return Partial(Library("mindspore.value_and_grad"), arguments)
        return Gradient(function, arguments.get(2, "weights"), arguments.get(3, "has_aux"))

    def _parameter(self, arguments: Arguments, node: ast.expr) -> Value:
        return of_kind(TENSOR, marks_of(*arguments.all()) | {OwnParameter()})

    def _tensor(self, arguments: Arguments, node: ast.expr) -> Value:
        return of_kind(TENSOR, marks_of(*arguments.all()))

    def _export(self, arguments: Arguments, node: ast.expr) -> Value:
        file_format = arguments.get(None, "file_format")
        if isinstance(file_format, Constant) and file_format.value == "MINDIR":
            self.note_export(arguments.get(0, "net") or fresh(), node)
        return NONE

    def _set_context(self, arguments: Arguments, node: ast.expr) -> Value:
        mode = arguments.get(None, "mode")
        if mode is None:
            return NONE
        chosen: bool | None = None
        if isinstance(mode, Library):
            chosen = mode.name.endswith("GRAPH_MODE")
        elif isinstance(mode, Constant):
            chosen = mode.value == 0
        self.store.set(self.world, "graph", chosen)
        return NONE

    def _build_train_network(self, arguments: Arguments, node: ast.expr) -> Value:
        network = arguments.get(0, "network") or fresh()
        optimizer = arguments.get(1, "optimizer") or fresh()
        loss = arguments.get(2, "loss_fn")
        if loss is not None and loss != NONE:
            network = self.make_library_instance("mindspore.nn.WithLossCell", Arguments([network, loss]), node)
        cell = self.make_library_instance("mindspore.nn.TrainOneStepCell", Arguments([network, optimizer]), node)
        self.set_mode(cell, Mode.TRAIN, node)
        return cell

    def _partial(self, arguments: Arguments, node: ast.expr) -> Value:
        if not arguments.positional:
            return fresh()
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.is_open)
        return Partial(arguments.positional[0], rest)

    def _collection(self, arguments: Arguments) -> Value:
        given = arguments.get(0)
        if isinstance(given, Mapping):
            return given
        pairs = self.elements(given) if given is not None else ()
        if pairs and all(isinstance(pair, Tuple) and len(pair.items) == 2 for pair in pairs):
            made = Mapping()
            self.store.set(made.state, "open", False)
            for pair in pairs:
                if isinstance(pair, Tuple):
                    self.put(made, pair.items[0], pair.items[1])
            return made
        if given is None:
            made = Mapping()
            self.store.set(made.state, "open", False)
            return made
        return self.new_list(list(pairs)) if pairs is not None else fresh(marks_of(given))

    def call_unknown(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """Call something of which nothing is known."""
        if isinstance(callee, Symbol) and any(isinstance(mark, ParametersOf) for mark in callee.marks):
            self._take_step(callee, arguments, node)
        for held in arguments.all():
            self.escape(held)
        if isinstance(callee, Instance):
            self.escape(callee)
        elif isinstance(callee, Symbol) and isinstance(callee.key, tuple) and callee.key[0] is MEMBER:
            self._call_member(callee.key[1])
        if isinstance(callee, Symbol):
            self.set_weights(callee, node)
            return self.call_symbol(callee, arguments, node)
        return fresh(marks_of(callee, *arguments.all()))

    def _call_member(self, owner: Instance) -> None:
        """Call what `getattr` found in a cell under a name that is not known: a layer while it runs, else a method."""
        if all(cell is not owner for cell, _ in self.running_cells):
            self.escape(owner)

    # -- gradients and steps -------------------------------------------

    def call_gradient(self, gradient: Gradient, arguments: Arguments, node: ast.expr) -> Value:
        """Call a gradient function: the forward function runs, gradients come out."""
        call = GradientCall(self.sources(gradient.weights))
        self.has_trained = True
        self.gradient_calls.append((call, len(self.running_cells)))
        try:
            if self.world["graph"] is True:
                self.in_region(gradient, arguments, node, lambda: self.run_forward(gradient, call, arguments, node))
            else:
                self.run_forward(gradient, call, arguments, node)
        finally:
            self.gradient_calls.pop()
        return fresh(frozenset({call}))

    def run_forward(self, gradient: Gradient, call: GradientCall, arguments: Arguments, node: ast.expr) -> Value:
        """Run the function that is differentiated."""
        return self.call(gradient.function, arguments, node)

    def _take_step(self, optimizer: Value, arguments: Arguments, node: ast.expr) -> None:
        calls = [mark for mark in marks_of(*arguments.all()) if isinstance(mark, GradientCall)]
        place = self.place(node)
        if not calls or place is None:
            return
        sources = self.optimized(optimizer)
        networks: list[TrainedNetwork] = []
        if sources or not _has_own_parameters(optimizer):
            for call in calls:
                sources |= call.sources if not sources else frozenset()
            networks = self._trained(calls, sources)
            if _is_picked_by_name(optimizer):
                networks = [replace(each, is_picked=True) for each in networks]
        self.recording.events.append(TrainStep(place, tuple(networks), self.recording.entry))

    def optimized(self, optimizer: Value) -> frozenset[Instance]:
        """The networks whose parameters an optimizer was given."""
        if not isinstance(optimizer, Instance):
            return self.sources(optimizer)
        found = frozenset().union(*(self.sources(value) for value in optimizer.arguments.all()))
        for value in optimizer.arguments.all():
            if isinstance(value, Instance) and library.is_optimizer(value.library):
                found |= self.optimized(value)
        return found

    def _trained(self, calls: list[GradientCall], sources: frozenset[Instance]) -> list[TrainedNetwork]:
        runs = [run for call in calls for run in call.runs]
        if not sources:
            by_root: dict[Instance, list[LayerRun]] = {}
            for run in runs:
                by_root.setdefault(run.cells[0], []).append(run)
            made = [self._network(root, of_root) for root, of_root in by_root.items()]
            entry = self.recording.entry
            return made if all(each.is_never_set() or each.is_in_evaluation(entry) for each in made) else []
        made = []
        for source in sources:
            below = set(self.descendants(source))
            of_source = [run for run in runs if run.layer in below and not self.is_frozen(source, run.layer)]
            if of_source:
                made.append(self._network(source, of_source))
        return made

    def _network(self, root: Instance, runs: list[LayerRun]) -> TrainedNetwork:
        below = set(self.descendants(root))
        return TrainedNetwork(root, self.modes_of(root), tuple(runs), any(run.is_sure_in(below) for run in runs))

    # -- objects -------------------------------------------------------

    def initialise(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> None:
        """Do what `__init__` of the library class `base` does."""
        value.arguments = arguments
        if base == library.CELL_DICT:
            self._fill_dictionary(value, arguments.get(0, "cells"))
        elif base in library.CONTAINERS:
            self._fill_container(value, arguments)
        elif base in library.TRAIN_CELLS:
            self._fill_train_cell(value, arguments)
        elif base == library.MODEL:
            self._make_model(value, arguments, node)
        elif library.is_optimizer(base):
            self.note_made(value)
        elif library.is_scheduler(base):
            self.make_scheduler(value, arguments, node)
        elif base == "mindspore.nn.WithGradCell":
            self.set_mode(arguments.get(0, "network") or fresh(), Mode.TRAIN, node)
        if value.cls is not None:
            self.store.set(value.state, "held", tuple(arguments.all()))

    def _fill_container(self, value: Instance, arguments: Arguments) -> None:
        items: list[Value] = []
        is_open = arguments.is_open
        is_alike = not is_open
        for given in arguments.positional:
            known: tuple[Value, ...] | None = (given,)
            if isinstance(given, Mapping):
                known = tuple(given.fields.values()) if given.state.get("open") is False else None
            elif not isinstance(given, Instance):
                known = self.elements(given)
            if known is None:
                is_open = True
                is_alike &= isinstance(given, Repeated) or (
                    isinstance(given, Sequence) and given.state.get("alike") is True
                )
                items.extend(atoms(self.element(given)))
            else:
                items.extend(known)
        self.store.set(value.state, "items", tuple(items))
        self.store.set(value.state, "open", is_open)
        self.store.set(value.state, "alike", is_alike)

    def _fill_dictionary(self, value: Instance, given: Value | None) -> None:
        entries = Mapping()
        self.store.set(entries.state, "open", False)
        pairs = () if given is None or given == NONE else None if isinstance(given, Mapping) else self.elements(given)
        if pairs is None and given is not None:
            self.update(entries, given)
        for pair in pairs or ():
            parts = self.elements(pair)
            if parts is not None and len(parts) == 2:
                self.put(entries, *parts)
            else:
                self.store.set(entries.state, "open", True)
        self.store.set(value.state, "entries", entries)

    def _fill_train_cell(self, value: Instance, arguments: Arguments) -> None:
        optimizer = arguments.get(1, "optimizer") or fresh()
        self.store.set(value.fields, "network", arguments.get(0, "network") or fresh())
        self.store.set(value.fields, "optimizer", optimizer)
        weights = Symbol(("weights", id(value)), frozenset(ParametersOf(each) for each in self.optimized(optimizer)))
        self.store.set(value.fields, "weights", weights)
        for name in ("grad", "grad_no_sens"):
            options = Arguments([], {"get_by_list": TRUE, **({"sens_param": TRUE} if name == "grad" else {})})
            operation = Instance(None, library.GRAD_OPERATION, value.site, options)
            self.store.set(value.fields, name, operation)

    def _make_model(self, value: Instance, arguments: Arguments, node: ast.expr) -> None:
        network = arguments.get(0, "network") or fresh()
        self.store.set(value.fields, "network", network)
        evaluated = arguments.get(4, "eval_network")
        if evaluated is not None and evaluated != NONE:
            self.store.set(value.fields, "evaluated", evaluated)
        optimizer = arguments.get(2, "optimizer")
        self.store.set(value.fields, "optimizer", optimizer or NONE)
        if arguments.is_open or (optimizer is not None and optimizer != NONE):
            self.has_trained = True
            self.set_mode(network, Mode.TRAIN, node)
        else:
            self.note_mode_call(node, set(), False)

    def call_library_instance(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call an object whose behaviour comes from the library class `base`."""
        if library.is_optimizer(base):
            self.note_step(value, node)
            self._take_step(value, arguments, node)
            if self.frame.is_graph:
                self.store.set(value.state, COMPILED, True)
            return fresh()
        if base == library.GRAD_OPERATION:
            return Gradient(arguments.get(0, "fn") or fresh(), arguments.get(1, "weights"), None)
        if base in library.TRAIN_CELLS:
            network = value.fields.get("network") or fresh()
            gradients = self.call_gradient(Gradient(network, value.fields.get("weights"), None), arguments, node)
            return self.call(value.fields.get("optimizer") or fresh(), Arguments([gradients]), node)
        if base == "mindspore.nn.ForwardValueAndGrad":
            network = value.arguments.get(0, "network") or fresh()
            return self.call_gradient(Gradient(network, value.arguments.get(1, "weights"), None), arguments, node)
        return self.run_cell(value, base, arguments, node)

    def run_cell(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a cell of the library."""
        marks = marks_of(*arguments.all())
        package = adapters.package_of(base)
        if package:
            return fresh(marks | {MadeBy(package)})
        if library.depends_on_mode(value):
            self.note_run(value)
            return fresh(marks)
        unknown = Arguments([fresh(marks)])
        for held in value.state.get("items") or value.state.get("held") or value.arguments.all():
            if any(self.is_cell(atom) for atom in atoms(held)):
                self.call(held, unknown, node)
        return fresh(marks)

    # -- rates and schedulers ------------------------------------------

    def step_scheduler(self, callee: Bound, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method named `step` of a project class."""
        receiver = callee.receiver
        events = self.recording.events
        before = len(events)
        self.schedulers.append(node)
        try:
            value = self.call_bound(callee, arguments, node)
        finally:
            self.schedulers.pop()
        writes = [event for event in events[before:] if isinstance(event, RateWrite)]
        if any(isinstance(event, TrainStep) for event in events[before:]):
            events[before:] = [_outside_of(event, node) for event in events[before:]]
        elif isinstance(receiver, Instance) and (writes or library.is_scheduler(receiver.library)):
            optimizer = writes[0].optimizer if writes else self.scheduled(receiver)
            self.note_scheduler(receiver, frozenset(write.setting for write in writes), optimizer, node)
        return value

    def scheduled(self, scheduler: Instance) -> Value | None:
        """The optimizer that a scheduler was given."""
        return scheduler.arguments.get(0, "optimizer")

    def note_scheduler(
        self, scheduler: Instance, writes: frozenset[Setting], optimizer: Value | None, node: ast.expr
    ) -> None:
        """Take note of a step of a scheduler."""
        place = self.place(node)
        if place is None:
            return
        base = scheduler.library if library.is_scheduler(scheduler.library) else ""
        is_own = scheduler.cls is not None
        function = scheduler.arguments.get(1, "lr_lambda")
        scope = None if scheduler.cls is None else scheduler.cls.scope
        self.recording.events.append(
            SchedulerStep(place, base, scheduler.name, is_own, writes, optimizer, self.frame.is_graph, function, scope)
        )


def _is_picked_by_name(optimizer: Value) -> bool:
    """Whether everything that an optimizer was given was picked by name."""
    given = optimizer.arguments.get(0, "params") if isinstance(optimizer, Instance) else None
    return isinstance(given, Sequence) and given.state.get("by_name") is True


def _has_own_parameters(optimizer: Value) -> bool:
    """Whether an optimizer was given parameters that were made by themselves."""
    given = optimizer.arguments.get(0, "params") if isinstance(optimizer, Instance) else optimizer
    return given is not None and any(isinstance(mark, OwnParameter) for mark in marks_of(given))


def _outside_of(event: Event, step: ast.expr) -> Event:
    """An event as it is where the `step()` around it turns out to be a train step, not a scheduler's."""
    if isinstance(event, RateWrite):
        return replace(event, steps=tuple(each for each in event.steps if each is not step))
    return event
