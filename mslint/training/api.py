"""The door for rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from packaging.version import Version

from mslint.model.names import Module
from mslint.model.project import Project
from mslint.training.entries import is_relevant
from mslint.training.events import Event, Recording, TrainedNetwork, TrainStep

_Kind = TypeVar("_Kind", bound=Event)
_MAX_IMPORTED = 60
"""Files that are looked through for code that sets modes."""
_MODE_BYTES = re.compile(rb"set_train|\bModel\(")
_MODEL_OPTIMIZER = 2
"""The position of `optimizer` in `Model(network, loss_fn, optimizer)`."""


def _nothing() -> None:
    """There is nothing to free."""


@dataclass
class Training:
    """The events of one file, in the order in which they happen."""

    recording: Recording = field(default_factory=Recording)
    consulted: list[Module] = field(default_factory=list)
    left: int = 0
    """Steps of the budget that were left."""
    project: Project | None = None
    close: Callable[[], None] = _nothing
    """To be called when the events are not needed any more."""
    _mode_files: list[Module] | None = None

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """Every event of one kind."""
        return [event for event in self.recording.events if isinstance(event, kind)]

    def writes_attribute(self, name: str) -> bool:
        """Whether the file, or one that it was seen to use, assigns to an attribute of this name."""
        scopes = (scope for module in self.consulted for scope in (module.scope, *module.scopes.values()))
        return any(write.target.attr == name for scope in scopes for write in scope.writes)

    def mentions(self, text: str) -> bool:
        """Whether the text of the file, or of one that it was seen to use, holds this."""
        return any(text in module.source.text for module in self.consulted)

    def may_be_set_elsewhere(self, step: TrainStep, network: TrainedNetwork) -> bool:
        """Whether code that was not seen to run before the step may put the network into training mode."""
        calls = self.recording.mode_calls
        for module in self._files_that_set_modes():
            if _hands_on_set_train(module):
                return True
            for node in _mode_calls(module):
                seen = calls.get(node)
                if seen is None or seen.is_unknown:
                    return True
                for entry, sites in seen.sites.items():
                    if entry not in (0, step.entry) and network.root.site in sites:
                        return True
        return False

    def hands_on_set_train(self) -> bool:
        """Whether `set_train` is passed on as a value or named in a string, to be called by something unseen."""
        return any(_hands_on_set_train(module) for module in self._files_that_set_modes())

    def _files_that_set_modes(self) -> list[Module]:
        """The file, those that it was seen to use, and those they import, as far as they name `set_train` or Model."""
        if self._mode_files is None:
            self._mode_files = _mentioning(self.consulted, self.project) if self.project else []
        return self._mode_files


def _mentioning(consulted: list[Module], project: Project) -> list[Module]:
    found = dict.fromkeys(consulted)
    queue = list(consulted)
    seen: set[str] = set()
    while queue and len(seen) < _MAX_IMPORTED:
        module = queue.pop(0)
        for imported in module.imports:
            name = f"{imported.module}.{imported.name}" if imported.module else str(imported.name)
            for dotted in (imported.module, name):
                path = project.locate(module, dotted, imported.level)
                if path is None or path in seen:
                    continue
                seen.add(path)
                other = project.load(path)
                if other is not None and other not in found:
                    queue.append(other)
                    if project.mentions(path, _MODE_BYTES):
                        found[other] = None
    return list(found)


def interpret_file(module: Module, project: Project, target: Version) -> Training:
    """Interpret a file, where its text says that it can have to do with training."""
    if not is_relevant(module, project):
        return Training()
    # Most files are not relevant, and the interpreter takes longer to import than they take to check.
    from mslint.training.interpreter import interpret

    machine = interpret(module, project, target)
    return Training(machine.recording, machine.consulted, machine.budget, project, machine.close)


def _mode_calls(module: Module) -> list[ast.Call]:
    """The calls in a file that can put a network into training mode, by what they look like."""
    if "set_train" not in module.source.text and "Model(" not in module.source.text:
        return []
    return [call.node for call in module.calls_named(["Model", "set_train"]) if _can_set(call.node)]


def _can_set(node: ast.Call) -> bool:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "Model":
        return len(node.args) > _MODEL_OPTIMIZER or any(k.arg in ("optimizer", None) for k in node.keywords)
    given = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "mode"), None)
    return not (isinstance(given, ast.Constant) and given.value is False)


def _hands_on_set_train(module: Module) -> bool:
    if "set_train" not in module.source.text:
        return False
    called = {id(call.node.func) for call in module.calls}
    documentation = {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute):
            if node.attr == "set_train" and id(node) not in called:
                return True
        elif isinstance(node, ast.Constant) and "set_train" in str(node.value) and id(node) not in documentation:
            return True
    return False
