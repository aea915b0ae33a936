"""What methods of MindSpore's objects do: of networks, optimizers, schedulers, models and their callbacks."""

from __future__ import annotations

import ast

from mslint.facts import adapters
from mslint.training import library
from mslint.training.behaviour import Behaviour
from mslint.training.objects import (
    FALSE,
    NONE,
    Arguments,
    Bound,
    Constant,
    Instance,
    Method,
    ParametersOf,
    Rate,
    Tuple,
    Value,
    atoms,
    fresh,
    marks_of,
)
from mslint.training.state import Mode

PARAMETER_METHODS = frozenset(
    {
        "get_parameters",
        "parameters",
        "parameters_and_names",
        "parameters_dict",
        "trainable_params",
    }
)
_GIVES_ITSELF = frozenset(
    {
        "add_flags",
        "add_flags_recursive",
        "recompute",
        "set_broadcast_flag",
        "set_comm_fusion",
        "set_grad",
        "set_jit_config",
        "set_inputs",
        "to",
        "to_float",
    }
)
_CALLBACK_METHODS = tuple(
    name
    for kind in ("begin", "epoch_begin", "step_begin", "step_end", "epoch_end")
    for name in (kind, f"on_train_{kind}")
)
"""What a Model calls of a callback while it trains, in order."""


class Methods(Behaviour):
    """Methods that a library or Python gives to values."""

    def call_method(self, method: Method, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method that a library or Python gives to a value."""
        receiver = method.receiver
        if isinstance(receiver, Instance):
            return self._instance_method(receiver, method.name, arguments, node)
        if isinstance(receiver, Rate):
            return self.rate_method(receiver, method.name, node)
        return self.container_method(method, arguments, node)

    def _instance_method(self, receiver: Instance, name: str, arguments: Arguments, node: ast.expr) -> Value:
        if receiver.library == library.MODEL:
            return self._model_method(receiver, name, arguments, node)
        if name == "step" and library.is_scheduler(receiver.library):
            self.note_scheduler(receiver, frozenset(), self.scheduled(receiver), node)
            return NONE
        if name == "get_lr" and library.is_optimizer(receiver.library):
            return self.instance_attribute(receiver, "learning_rate")
        if name == "get_last_lr" and library.is_scheduler(receiver.library):
            return self.last_rate(receiver)
        if name != "__init__" and library.is_optimizer(receiver.library) and adapters.package_of(receiver.library):
            self.call_optimizer_method(receiver, name, arguments, node)
            return fresh()
        if self.is_cell(receiver):
            return self._cell_method(receiver, name, arguments, node)
        if name == "__init__" and receiver.library:
            self.initialise(receiver, receiver.library, arguments, node)
            return NONE
        return fresh(marks_of(*arguments.all()))

    def _model_method(self, receiver: Instance, name: str, arguments: Arguments, node: ast.expr) -> Value:
        network = receiver.fields.get("network") or fresh()
        if name in ("train", "fit"):
            evaluates = name == "fit" or arguments.is_open or arguments.get(2, "callbacks") is not None
            self.set_mode(network, Mode.UNKNOWN if evaluates else Mode.TRAIN, node)
            optimizers = [each for each in atoms(receiver.fields.get("optimizer")) if isinstance(each, Instance)]
            optimizers = [each for each in optimizers if library.is_optimizer(each.library)]
            for optimizer in optimizers:
                self.note_step(optimizer, node)
            if self._run_callbacks(arguments.get(2 if name == "train" else 4, "callbacks"), node):
                self.set_mode(network, Mode.UNKNOWN, node)
                self.trips.append(0)
                for optimizer in optimizers:
                    self.note_step(optimizer, node)
                self.trips.pop()
        elif name in ("eval", "predict"):
            self.set_mode(receiver.fields.get("evaluated", network) if name == "eval" else network, Mode.EVAL, node)
        return fresh()

    def _run_callbacks(self, given: Value | None, node: ast.expr) -> bool:
        """Call what a Model calls of the callbacks that it is given, which may change things between its steps."""
        found = False
        items = self.elements(given) if given is not None else ()
        for item in (given,) if items is None else items:
            for callback in atoms(item):
                if not isinstance(callback, Instance) or callback.cls is None:
                    continue
                for name in _CALLBACK_METHODS:
                    method = self.instance_attribute(callback, name)
                    if isinstance(method, Bound):
                        found = True
                        self.call(method, Arguments([fresh()]), node)
        return found

    def _cell_method(self, receiver: Instance, name: str, arguments: Arguments, node: ast.expr) -> Value:
        if name == "set_train":
            self._set_train(receiver, arguments, node)
            return receiver
        if name == "__init__":
            self.initialise(receiver, receiver.library, arguments, node)
            return NONE
        if name in _GIVES_ITSELF:
            return receiver
        if name == "untrainable_params":
            return fresh()
        if name in PARAMETER_METHODS:
            return fresh(frozenset({ParametersOf(receiver)}))
        if name in ("construct", "__call__"):
            return self.call_library_instance(receiver, receiver.library, arguments, node)
        if name in ("cells", "name_cells"):
            children = tuple(self.children(receiver))
            return Tuple(children)
        if name == "cells_and_names":
            return Tuple(tuple(Tuple((fresh(), cell)) for cell in self.descendants(receiver)))
        if name in ("get", "items", "keys", "pop", "update", "values") and "entries" in receiver.state:
            return self.container_method(Method(receiver.state["entries"], name), arguments, node)
        if name in ("append", "extend", "insert", "insert_child_to_cell"):
            self._add_cells(receiver, name, arguments)
            return receiver
        if name in ("eval", "train"):
            self.note_torch_mode(receiver, name, arguments, node)
            self._set_train(receiver, Arguments([FALSE]) if name == "eval" else arguments, node)
        return fresh(marks_of(*arguments.all()))

    def _set_train(self, receiver: Instance, arguments: Arguments, node: ast.expr) -> None:
        given = arguments.get(0, "mode")
        is_training = True if given is None and not arguments.is_open else self.truth(given or fresh())
        mode = Mode.UNKNOWN if is_training is None else Mode.TRAIN if is_training else Mode.EVAL
        self.store.set(receiver.state, "phase", mode)
        self.set_mode(receiver, mode, node)

    def _add_cells(self, receiver: Instance, name: str, arguments: Arguments) -> None:
        if name == "insert_child_to_cell":
            key, child = arguments.get(0, "child_name"), arguments.get(1, "child_cell")
            if child is not None:
                label = key.value if isinstance(key, Constant) else fresh().key
                self.store.set(receiver.fields, label, child)
            return
        given = arguments.get(1 if name == "insert" else 0, "cell", "cells")
        if given is None:
            return
        added = self.elements(given) if name == "extend" else (given,)
        if added is None:
            self.store.set(receiver.state, "open", True)
            added = (self.element(given),)
        self.store.set(receiver.state, "items", (*receiver.state.get("items", ()), *added))
