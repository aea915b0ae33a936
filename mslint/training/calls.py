"""Calls of project functions, methods and classes."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable

from mslint.facts.names import canonical
from mslint.model.names import FunctionNode
from mslint.training import library
from mslint.training.core import PathEndsError
from mslint.training.events import Place
from mslint.training.objects import (
    NONE,
    Arguments,
    Bound,
    Builtin,
    ClassValue,
    Compiled,
    Constant,
    Frame,
    Function,
    Gradient,
    Instance,
    Library,
    Mapping,
    Method,
    Partial,
    Super,
    Symbol,
    Tuple,
    Union,
    Value,
    fresh,
    join,
    marks_of,
)
from mslint.training.state import AS_CONSTRUCTED, UNKNOWN_MODE, Mode, ModeOnPath
from mslint.training.watch import Watch

_MAX_CALL_DEPTH = 25
_MAX_SAME_FUNCTION = 2


class Calls(Watch):
    """Calling what the project defines."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._functions: dict[tuple[ast.AST, Frame], Value] = {}
        self.schedulers: list[ast.expr] = []
        """Running `step()` calls of own schedulers."""

    # -- what the library part provides --------------------------------

    @abstractmethod
    def call_library(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a library function by its qualified name."""

    @abstractmethod
    def call_builtin(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a builtin function."""

    @abstractmethod
    def call_method(self, method: Method, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method that a library gives to a value."""

    @abstractmethod
    def call_library_instance(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call an object whose behaviour comes from the library class `base`."""

    @abstractmethod
    def call_gradient(self, gradient: Gradient, arguments: Arguments, node: ast.expr) -> Value:
        """Call a gradient function."""

    @abstractmethod
    def call_unknown(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """Call something of which nothing is known."""

    @abstractmethod
    def initialise(self, value: Instance, base: str, arguments: Arguments, node: ast.expr) -> None:
        """Do what `__init__` of the library class `base` does."""

    @abstractmethod
    def step_scheduler(self, callee: Bound, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method named `step` of a project class."""

    # -- call expressions ----------------------------------------------

    def call_expression(self, node: ast.Call, frame: Frame) -> Value:
        """The value of a call."""
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return self._super(node, frame)
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.IfExp):
            return self.evaluate(_distributed(node, node.func, node.func.value), frame)
        callee = self.evaluate(node.func, frame)
        if isinstance(callee, Library) and callee.name.endswith("stop_gradient"):
            self.muted += 1
            try:
                arguments = self.arguments_of(node, frame)
            finally:
                self.muted -= 1
        else:
            arguments = self.arguments_of(node, frame)
        return self.call(callee, arguments, node)

    def _super(self, node: ast.Call, frame: Frame) -> Value:
        home: Frame | None = frame
        while home is not None and home.owner is None:
            home = home.parent
        if home is None or home.owner is None:
            return fresh()
        after: Value = home.owner
        receiver: Value | None = None
        if len(node.args) == 2:
            after, receiver = self.evaluate(node.args[0], frame), self.evaluate(node.args[1], frame)
        elif home.function is not None and not isinstance(home.function, ast.Lambda):
            parameters = [*home.function.args.posonlyargs, *home.function.args.args]
            receiver = home.names.get(parameters[0].arg) if parameters else None
        return Super(after, receiver) if isinstance(after, ClassValue) and receiver is not None else fresh()

    def call(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        """The value of a call that is made at `node` of the running frame."""
        around = self.frame.current
        self.frame.current = node
        try:
            return self._dispatch(callee, arguments, node)
        finally:
            self.frame.current = around

    def _dispatch(self, callee: Value, arguments: Arguments, node: ast.expr) -> Value:
        if isinstance(callee, Function):
            if callee.is_compiled:
                return self.in_region(callee, arguments, node, lambda: self.call_function(callee, arguments, node))
            return self.call_function(callee, arguments, node)
        if isinstance(callee, Library):
            return self.call_library(callee.name, arguments, node)
        if isinstance(callee, Bound):
            if isinstance(callee.receiver, Instance) and self._is_step(callee):
                return self.step_scheduler(callee, arguments, node)
            return self.call_bound(callee, arguments, node)
        if isinstance(callee, Method):
            return self.call_method(callee, arguments, node)
        if isinstance(callee, Instance):
            return self.call_instance(callee, arguments, node)
        if isinstance(callee, ClassValue):
            return self.instantiate(callee, arguments, node)
        if isinstance(callee, Builtin):
            return self.call_builtin(callee.name, arguments, node)
        if isinstance(callee, Gradient):
            return self.call_gradient(callee, arguments, node)
        if isinstance(callee, Partial):
            held = callee.arguments
            merged = Arguments(
                [*held.positional, *arguments.positional],
                {**held.keywords, **arguments.keywords},
                held.is_open or arguments.is_open,
            )
            return self.call(callee.target, merged, node)
        if isinstance(callee, Compiled):
            return self._call_compiled(callee, arguments, node)
        if isinstance(callee, Union):
            items = tuple(item for item in callee.items if not isinstance(item, Constant))
            return self.each(items, lambda item: self.call(item, arguments, node)) if items else fresh()
        return self.call_unknown(callee, arguments, node)

    def _is_step(self, callee: Bound) -> bool:
        function = callee.function
        if not isinstance(function, Function) or function.is_compiled:
            return False
        return isinstance(function.node, ast.FunctionDef) and function.node.name == "step"

    def _call_compiled(self, callee: Compiled, arguments: Arguments, node: ast.expr) -> Value:
        frame = self.frame
        was_graph, frame.is_graph = frame.is_graph, True
        self.graphs.append(callee)
        try:
            return self.in_region(callee, arguments, node, lambda: self.call(callee.target, arguments, node))
        finally:
            frame.is_graph = was_graph
            self.graphs.pop()

    def call_bound(self, callee: Bound, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method with its receiver."""
        inner = Arguments([callee.receiver, *arguments.positional], arguments.keywords, arguments.is_open)
        return self.call(callee.function, inner, node)

    # -- functions -----------------------------------------------------

    def function_value(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> Value:
        """What a def statement binds: the function after its decorators."""
        key = (node, frame)
        if key not in self._functions:
            self._functions[key] = fresh()
            with self.store.timeless():
                self._functions[key] = self._decorated(node, frame)
        return self._functions[key]

    def _decorated(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> Value:
        scope = frame.module.scopes[node]
        owner_scope = scope.owner
        owner = ClassValue(owner_scope, frame) if owner_scope is not None else None
        kind = "generator" if scope.is_generator else ""
        function: Value = Function(node, frame, owner, kind)
        for decorator in reversed(node.decorator_list):
            value = self.once(decorator, frame)
            function = self._apply_decorator(value, function, decorator)
        return function

    def _apply_decorator(self, value: Value, function: Value, node: ast.expr) -> Value:
        if isinstance(value, Builtin) and value.name in ("property", "staticmethod", "classmethod"):
            return _with_kind(function, value.name)
        if isinstance(value, Library):
            name = canonical(value.name)
            if name in ("functools.cached_property",):
                return _with_kind(function, "property")
            if name in library.COMPILERS:
                return compiled(function)
            return function
        if isinstance(value, Partial | Function | ClassValue):
            made = self.within(self.frame, lambda: self.call(value, Arguments([function]), node))
            return made if isinstance(made, Function | Bound | Partial | Compiled | Gradient | Instance) else function
        return function

    def call_function(self, function: Function, arguments: Arguments, node: ast.expr) -> Value:
        """Run a function of the project."""
        definition = function.node
        caller = self.frame
        self.reached.add(definition)
        if self._is_recursive(definition, caller):
            return fresh(marks_of(*arguments.all()))
        self.spend()
        frame = Frame(
            function.frame.module,
            function.frame.module.scopes[definition],
            function.frame,
            caller=caller,
            function=definition,
            owner=function.owner,
        )
        self.frames.append(frame)
        frame.is_graph = caller.is_graph or function.is_compiled
        self._bind_arguments(definition, arguments, frame, function.frame)
        if function.is_compiled:
            self.graphs.append(function)
        try:
            return self._run_function(function, frame)
        finally:
            if function.is_compiled:
                self.graphs.pop()

    def _run_function(self, function: Function, frame: Frame) -> Value:
        definition = function.node
        if isinstance(definition, ast.Lambda):
            return self._in_frame(frame, lambda: self.evaluate(definition.body, frame))
        frame.depth = self.store.push()
        try:
            return self._in_frame(frame, lambda: self._run_body(definition, frame, function.kind))
        except PathEndsError:
            self.store.rollback(frame.depth)
            raise

    def _in_frame(self, frame: Frame, action: Callable[[], Value]) -> Value:
        around, self.frame = self.frame, frame
        try:
            return action()
        finally:
            self.frame = around

    def _run_body(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame, kind: str) -> Value:
        if self.run(node.body, frame):
            frame.returns.append((self.store.outcome(frame.depth), NONE))
        if not frame.returns:
            raise PathEndsError
        outcomes = [outcome for outcome, _ in frame.returns]
        self.store.rollback(frame.depth)
        self.store.merge(outcomes)
        if kind != "generator":
            return join(value for _, value in frame.returns)
        for outcome in outcomes:
            for holder, key, _ in outcome.changes.values():
                if key == "mode":
                    self.store.set(holder, key, UNKNOWN_MODE)
        return fresh()

    def _is_recursive(self, node: FunctionNode, frame: Frame) -> bool:
        depth = same = 0
        current: Frame | None = frame
        while current is not None:
            depth += 1
            same += current.function is node
            current = current.caller
        return depth > _MAX_CALL_DEPTH or same >= _MAX_SAME_FUNCTION

    def _bind_arguments(self, node: FunctionNode, arguments: Arguments, frame: Frame, closure: Frame) -> None:
        declared = node.args
        names = [argument.arg for argument in (*declared.posonlyargs, *declared.args)]
        defaults = dict(zip(reversed(names), reversed(declared.defaults), strict=False))
        keyword_only = [argument.arg for argument in declared.kwonlyargs]
        defaults.update(
            (name, default) for name, default in zip(keyword_only, declared.kw_defaults, strict=True) if default
        )
        rest = dict(arguments.keywords)
        bound: dict[str, Value] = dict(zip(names, arguments.positional, strict=False))
        for name in (*names, *keyword_only):
            if name in rest:
                bound[name] = rest.pop(name)
            elif name not in bound:
                default = defaults.get(name)
                is_default = default is not None and not arguments.is_open
                bound[name] = self.evaluate(default, closure) if is_default and default is not None else fresh()
        if declared.vararg is not None:
            extra = tuple(arguments.positional[len(names) :])
            bound[declared.vararg.arg] = fresh(marks_of(*extra)) if arguments.is_open else Tuple(extra)
        if declared.kwarg is not None:
            mapping = Mapping()
            self.store.set(mapping.state, "open", arguments.is_open)
            for key, value in rest.items():
                self.store.set(mapping.fields, key, value)
            bound[declared.kwarg.arg] = mapping
        frame.names.update(bound)

    # -- classes and their objects -------------------------------------

    def instantiate(self, cls: ClassValue, arguments: Arguments, node: ast.expr) -> Value:
        """Make an object of a project class."""
        order = self.order(cls)
        base = next((each for each in order if isinstance(each, str)), "")
        value = Instance(cls, base, node, Arguments())
        self.store.set(value.state, "mode", AS_CONSTRUCTED if self.is_cell(value) else UNKNOWN_MODE)
        for each in order:
            if isinstance(each, ClassValue):
                member = self.class_member(each, "__init__")
                if isinstance(member, Function):
                    self.call(Bound(member, value), arguments, node)
                    return value
                if "dataclass" in _decorator_names(each):
                    self._fill_fields(value, each, arguments)
                    return value
            elif each is None:
                for held in arguments.all():
                    self.escape(held)
                return value
            else:
                self.initialise(value, each, arguments, node)
                return value
        return value

    def _fill_fields(self, value: Instance, cls: ClassValue, arguments: Arguments) -> None:
        node = cls.scope.node
        body = node.body if isinstance(node, ast.ClassDef) else []
        names = [
            statement.target.id
            for statement in body
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
        ]
        for position, name in enumerate(names):
            given = arguments.get(position, name)
            if given is not None:
                self.store.set(value.fields, name, given)

    def make_library_instance(self, name: str, arguments: Arguments, node: ast.expr) -> Instance:
        """Make an object of a library class that is followed."""
        value = Instance(None, name, node, arguments)
        modes = AS_CONSTRUCTED
        if library.starts_in_training(name, self.target):
            modes = frozenset({ModeOnPath(Mode.TRAIN)})
        self.store.set(value.state, "mode", modes)
        self.initialise(value, name, arguments, node)
        return value

    def call_instance(self, value: Instance, arguments: Arguments, node: ast.expr) -> Value:
        """Call an object."""
        bases = self.bases_of(value)
        for base in bases:
            if isinstance(base, ClassValue):
                member = self.class_member(base, "__call__")
                if member is not None:
                    return self.call(Bound(member, value), arguments, node)
            elif base is None:
                break
            elif library.is_optimizer(base):
                return self.call_library_instance(value, base, arguments, node)
        if self.is_cell(value):
            if not self.running_cells:
                self.root_call = (self.frame, node)
            self.running_cells.append((value, self.store.facts))
            try:
                if self.world["graph"] is True:
                    return self.in_region(
                        value, arguments, node, lambda: self._construct(value, bases, arguments, node)
                    )
                return self._construct(value, bases, arguments, node)
            finally:
                self.running_cells.pop()
        if value.library and None not in bases:
            return self.call_library_instance(value, value.library, arguments, node)
        return self.call_unknown(value, arguments, node)

    def _construct(
        self, value: Instance, bases: list[ClassValue | str | None], arguments: Arguments, node: ast.expr
    ) -> Value:
        given = value.fields.get("construct")
        if given is not None:
            return self.call(given, arguments, node)
        for base in bases:
            if isinstance(base, ClassValue):
                member = self.class_member(base, "construct")
                if member is not None:
                    method: Value = Bound(member, value)
                    if self.world["graph"] is True:
                        method = Compiled(method)
                    return self.call(method, arguments, node)
            elif base is None:
                return self.call_unknown(value, arguments, node)
            else:
                return self.call_library_instance(value, base, arguments, node)
        return fresh(marks_of(*arguments.all()))

    # -- places --------------------------------------------------------

    def place(self, node: ast.expr) -> Place | None:
        """Where in the file under check what happens at `node` of the running frame is to be reported."""
        frame: Frame | None = self.frame
        if self.is_followed(frame) and frame is not None:
            return Place(node, frame.scope, True)
        while frame is not None and not self.is_followed(frame):
            frame = frame.caller
        if frame is None or frame.current is None:
            return None
        return Place(frame.current, frame.scope, False)


def _with_kind(function: Value, kind: str) -> Value:
    if isinstance(function, Function):
        return Function(function.node, function.frame, function.owner, kind, function.is_compiled)
    return function


def compiled(value: Value) -> Value:
    """What `jit` makes of a value."""
    if isinstance(value, Function):
        return Function(value.node, value.frame, value.owner, value.kind, True)
    return value if isinstance(value, Symbol) else Compiled(value)


def _decorator_names(cls: ClassValue) -> set[str]:
    node = cls.scope.node
    found = set()
    for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else []:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(called, ast.Name | ast.Attribute):
            found.add(called.id if isinstance(called, ast.Name) else called.attr)
    return found


def _distributed(call: ast.Call, method: ast.Attribute, chosen: ast.IfExp) -> ast.IfExp:
    """`(a if test else b).method(x)` as `a.method(x) if test else b.method(x)`."""

    def of(receiver: ast.expr) -> ast.expr:
        function = ast.copy_location(ast.Attribute(receiver, method.attr, method.ctx), method)
        return ast.copy_location(ast.Call(function, call.args, call.keywords), call)

    return ast.copy_location(ast.IfExp(chosen.test, of(chosen.body), of(chosen.orelse)), call)
