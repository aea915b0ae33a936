"""The machine that the parts of the interpreter share: budget, frames, branches, names."""

from __future__ import annotations

import ast
import builtins
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable

from packaging.version import Version

from mslint.facts.names import canonical, star_names
from mslint.facts.worlds import World, torch_world, world_of
from mslint.model.names import Binding, BindingKind, FunctionNode, Import, Module, Scope, ScopeKind
from mslint.model.project import Project
from mslint.training.events import Recording
from mslint.training.objects import (
    Arguments,
    Builtin,
    ClassValue,
    Frame,
    Function,
    Instance,
    Library,
    ProjectModule,
    Symbol,
    Value,
    fresh,
    join,
)
from mslint.training.packages import is_known, is_over_mindspore
from mslint.training.state import Facts, Outcome, Store

_BUILTINS = frozenset(dir(builtins))
_MAX_NESTING = 90
"""How deep expressions and statements may nest inside all running functions together."""
_MAX_JOINED_BINDINGS = 3
_STEPS_PER_LINE = 4
"""What reading another file costs, whether it was read before or not."""


class ExhaustedError(Exception):
    """The budget of the file is spent."""


class PathEndsError(Exception):
    """What is being evaluated never returns."""


class Core(ABC):
    """State of one interpretation."""

    def __init__(self, module: Module, project: Project, target: Version, budget: int) -> None:
        """Prepare to interpret `module` in at most `budget` steps."""
        self.module = module
        self.project = project
        self.target = target
        self.budget = budget
        self.nesting = 0
        self.store = Store(self.spend)
        self.frame: Frame
        self.recording = Recording()
        self.world: dict[Hashable, bool | None] = {"graph": False}
        """Whether `set_context` chose graph mode; None where paths differ."""
        self.reached: set[FunctionNode] = set()
        self.closures: list[Function] = []
        """Functions defined inside functions, which may be called from elsewhere."""
        self.graphs: list[Hashable] = []
        """Compiled code that is running, outermost first."""
        self.trips: list[int] = []
        """How often each running loop surely runs its body, outermost first; 0 in what is counted already."""
        self._modules: dict[Module, Frame] = {}
        self.frames: list[Frame] = []
        """All namespaces, to be taken apart in the end."""
        self._torch: dict[Module, World] = {}
        self.is_over_mindspore = is_over_mindspore(module)
        """Whether the file imports MindTorch or MSAdapter."""
        self._orders: dict[Scope, list[ClassValue | str | None]] = {}
        self._resolving: set[tuple[Module, str]] = set()

    # -- what the other parts provide ----------------------------------

    @abstractmethod
    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""

    @abstractmethod
    def run(self, body: list[ast.stmt], frame: Frame) -> bool:
        """Execute statements; whether the end of them is reached."""

    @abstractmethod
    def call(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """The value of a call that is made at `node` of the running frame."""

    @abstractmethod
    def attribute(self, value: Value, name: str, frame: Frame) -> Value:
        """The value of `value.name`."""

    def close(self) -> None:
        """Take everything apart, so that its memory is freed at once and not by a search for cycles."""
        for frame in self.frames:
            frame.names.clear()
            frame.returns.clear()
            frame.loops.clear()
        self.__dict__.clear()

    # -- budget --------------------------------------------------------

    def spend(self, steps: int = 1) -> None:
        """Count steps.

        Raises:
            ExhaustedError: there were none left.
        """
        self.budget -= steps
        if self.budget < 0:
            raise ExhaustedError

    def is_too_deep(self, depth: int) -> bool:
        """Whether nesting has to stop."""
        return depth > _MAX_NESTING

    # -- branches ------------------------------------------------------

    def alternatives(self, options: list[tuple[Facts, Callable[[], Value]]]) -> Value:
        """Evaluate options that exclude each other, each from the same state.

        Raises:
            PathEndsError: none of them returns.
        """
        outcomes: list[Outcome] = []
        values: list[Value] = []
        before = self.store.facts
        depth = self.store.push()
        for facts, option in options:
            self.store.facts = {**before, **facts}
            try:
                values.append(option())
                outcomes.append(self.store.outcome(depth))
            except PathEndsError:
                pass
            self.store.rollback(depth)
            self.store.push()
        self.store.rollback(depth)
        self.store.facts = before
        if not outcomes:
            raise PathEndsError
        self.store.merge(outcomes)
        return join(values)

    def each(self, values: tuple[Value, ...], action: Callable[[Value], Value]) -> Value:
        """Do something with each thing that a value can be."""
        if len(values) == 1:
            return action(values[0])
        options = [({fresh().key: True}, _bind(action, value)) for value in values]
        return self.alternatives(options)

    # -- names ---------------------------------------------------------

    def name(self, name: str, frame: Frame) -> Value:
        """The value of a name as code of `frame` sees it."""
        current: Frame | None = frame
        while current is not None:
            value = current.names.get(name)
            if value is not None:
                return value
            if current.scope is None or current.scope.kind is ScopeKind.MODULE:
                break
            if name in current.scope.bindings and name not in current.scope.outer_names:
                return self._local_import(current, name)
            current = current.parent
        found = self.module_value(frame.module, name)
        if found is not None:
            return found
        return Builtin(name) if name in _BUILTINS else fresh()

    def _local_import(self, frame: Frame, name: str) -> Value:
        """A local name that no statement has bound so far: imports bind when they are asked for."""
        bindings = frame.scope.bindings[name] if frame.scope is not None else []
        values = [self.imported(frame.module, each.imported) for each in bindings if each.imported is not None]
        return _of_one_world(values) if values else fresh()

    def module_frame(self, module: Module) -> Frame:
        """The namespace of a file."""
        if module not in self._modules:
            self._modules[module] = Frame(module, module.scope, None)
            self.frames.append(self._modules[module])
            if module is not self.module:
                self.spend(_STEPS_PER_LINE * len(module.source.lines))
        return self._modules[module]

    @property
    def consulted(self) -> list[Module]:
        """The files whose names were looked up."""
        return list(self._modules)

    def module_value(self, module: Module, name: str) -> Value | None:
        """The value of a top-level name of a file, without running the file; None where it has none."""
        frame = self.module_frame(module)
        value = frame.names.get(name)
        if value is not None:
            return value
        bindings = module.scope.bindings.get(name)
        if bindings is None:
            return self._star_value(module, name)
        if (module, name) in self._resolving:
            return fresh()
        self._resolving.add((module, name))
        try:
            if len(bindings) > _MAX_JOINED_BINDINGS:
                value = fresh()
            else:
                value = _of_one_world([self._binding_value(binding, frame) for binding in bindings])
        finally:
            self._resolving.discard((module, name))
        if module is not self.module:
            frame.names[name] = value
        return value

    def _binding_value(self, binding: Binding, frame: Frame) -> Value:
        if binding.imported is not None:
            return self.imported(frame.module, binding.imported)
        if isinstance(binding.node, ast.FunctionDef | ast.AsyncFunctionDef):
            return self.function_value(binding.node, frame)
        if isinstance(binding.node, ast.ClassDef):
            return ClassValue(frame.module.scopes[binding.node], frame)
        if binding.kind is BindingKind.ASSIGNMENT and binding.value is not None and frame.module is not self.module:
            return self.once(binding.value, frame)
        return fresh()

    def within(self, frame: Frame, action: Callable[[], Value]) -> Value:
        """Evaluate as code of another frame; a path that ends there gives something unknown."""
        around = getattr(self, "frame", frame)
        frame.caller = None if frame is around else frame.caller
        self.frame = frame
        try:
            return action()
        except PathEndsError:
            return fresh()
        finally:
            self.frame = around

    def once(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression outside functions, whatever path asks for it."""
        with self.store.timeless():
            return self.within(frame, lambda: self.evaluate(node, frame))

    @abstractmethod
    def function_value(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> Value:
        """What a def statement binds: the function after its decorators."""

    def _star_value(self, module: Module, name: str) -> Value | None:
        for imported, _, scope in module.star_imports:
            if scope.kind is not ScopeKind.MODULE:
                continue
            if imported.level == 0 and name in star_names(imported.module):
                return Library(f"{imported.module}.{name}")
            if is_known(imported, module, self.project):
                continue
            other = self.project.find(module, imported.module, imported.level)
            if other is not None and (other, name) not in self._resolving:
                self._resolving.add((other, name))
                try:
                    found = self.module_value(other, name)
                finally:
                    self._resolving.discard((other, name))
                if found is not None:
                    return found
        return None

    def imported(self, module: Module, imported: Import) -> Value:
        """What an import binds."""
        qualified = imported.module if imported.name is None else f"{imported.module}.{imported.name}"
        if is_known(imported, module, self.project):
            return Library(self.qualified(qualified, module))
        found, name = self.project.imported(module, imported)
        if found is None:
            return fresh() if imported.level else Library(qualified)
        if name is None:
            self.module_frame(found)
            return ProjectModule(found)
        value = self.module_value(found, name)
        return fresh() if value is None else value

    def qualified(self, name: str, module: Module) -> str:
        """A library's name, with torch as the file means it."""
        if name != "torch" and not name.startswith("torch."):
            return name
        if module not in self._torch:
            self._torch[module] = _meaning_of_torch(module)
        world = self._torch[module]
        if world is World.MINDTORCH:
            return f"mindtorch.{name}"
        return name if world is World.TORCH else f"{world.value}.{name}"

    # -- classes -------------------------------------------------------

    def order(self, cls: ClassValue) -> list[ClassValue | str | None]:
        """A class and its bases in order of lookup: library classes by canonical name, None for an unknown one."""
        cached = self._orders.get(cls.scope)
        if cached is not None:
            return cached
        self._orders[cls.scope] = [cls]
        bases: list[ClassValue | str | None] = []
        node = cls.scope.node
        for base in node.bases if isinstance(node, ast.ClassDef) else []:
            value = self.once(base, cls.frame)
            if isinstance(value, ClassValue):
                bases.extend(self.order(value))
            elif isinstance(value, Library):
                bases.append(canonical(value.name))
            elif not (isinstance(value, Builtin) and value.name == "object"):
                bases.append(None)
        last: list[ClassValue | str | None] = []
        for each in reversed(bases):
            if each not in last:
                last.append(each)
        self._orders[cls.scope] = [cls, *reversed(last)]
        return self._orders[cls.scope]

    def class_member(self, cls: ClassValue, name: str) -> Value | None:
        """A method or a value that a class itself defines."""
        bindings = cls.scope.bindings.get(name)
        if not bindings:
            return None
        node = bindings[-1].node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return self.function_value(node, cls.frame)
        if isinstance(node, ast.ClassDef):
            return ClassValue(cls.frame.module.scopes[node], cls.frame)
        value = bindings[-1].value
        if value is None or len(bindings) > 1:
            return fresh()
        return self.once(value, cls.frame)

    def bases_of(self, value: Instance) -> list[ClassValue | str | None]:
        """The classes of an object in order of lookup."""
        if value.cls is not None:
            return self.order(value.cls)
        return [value.library]

    def is_followed(self, frame: Frame | None) -> bool:
        """Whether a frame runs code of the file under check."""
        return frame is not None and frame.module is self.module


def _of_one_world(values: list[Value]) -> Value:
    """One of several values; nothing known where they are imports from libraries with different conventions."""
    worlds = {world_of(value.name) for value in values if isinstance(value, Library)}
    return join(values) if len(worlds) < 2 else fresh()


def _meaning_of_torch(module: Module) -> World:
    """What a file means by `torch`: what the imports before the first of it make of it, where they surely run."""
    before: list[str] = []
    for imported in module.imports:
        name = f"{imported.module}.{imported.name}" if imported.name else imported.module
        if name.partition(".")[0] == "torch":
            break
        if not imported.level:
            before.append(name)
    world = torch_world(before)
    if world is World.MINDTORCH and not _surely_redirects(module):
        return World.TORCH
    return world


def _surely_redirects(module: Module) -> bool:
    """Whether MindTorch's switches are imported at the top of the file, outside of any condition."""
    switches = [
        binding
        for bindings in module.scope.bindings.values()
        for binding in bindings
        if binding.imported is not None and binding.imported.module.startswith("mindtorch")
    ]
    return bool(switches) and all(binding.block is None for binding in switches)


def _bind(action: Callable[[Value], Value], value: Value) -> Callable[[], Value]:
    return lambda: action(value)


def truth_of_symbol(value: Symbol) -> tuple[Hashable, bool]:
    """The condition that a symbol states, without its negations."""
    key, polarity = value.key, True
    while isinstance(key, tuple) and len(key) == 2 and key[0] == "not":
        key, polarity = key[1], not polarity
    return key, polarity
