"""Calls of library functions, in the canonical names that rules ask for.

Also seen as such: `functools.partial(f, ...)`, `super().__init__(...)` of a
class that extends a library class, a project class that only extends one, and
calls of project functions that pass their arguments on to one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, KeysView, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mslint.facts.names import canonical, short_names
from mslint.facts.worlds import World, world_of
from mslint.model.evaluator import Evaluator
from mslint.model.guards import is_guarded
from mslint.model.names import Binding, BindingKind, Call, Import, Module, Scope, dotted, lookup
from mslint.model.values import UNKNOWN, Definition, External, Frame, Member, Partial, Possible, Site, Unknown, Value

_MAX_WRAPPERS = 2
"""How many project functions may stand between a call and the library."""
_ALIASES = (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp, ast.Call)
"""What a name may be assigned so that calling it can mean calling a library function."""
_DEFINITIONS = (BindingKind.FUNCTION, BindingKind.CLASS)
_TELLING_WORDS = re.compile(
    "lr|rate|momentum|drop|param|group|betas|weights|keep_prob|statistics|optim|device", re.IGNORECASE
)
"""Words in the keywords of calls that are worth following into another file."""
_TELLING_CONSTANTS = ("bias", "inplace", "padding")
"""Keywords that are, where a constant is given that is not 0."""
_TELLING_CALLS = ("parameters", "params", "filter", "map", "iter", "chain", "values")
"""The same for calls among the arguments, by the end of their name."""


class Argument(NamedTuple):
    """One argument of a library call, as a rule should judge and report it."""

    possible: Possible
    node: ast.expr
    """The expression to report, in the file under check."""
    is_here: bool
    """Whether the value stands in the call itself, not behind a name, a call or a file."""


@dataclass(slots=True, eq=False)
class LibraryCall:
    """A call that ends in the library function `name`.

    `node` is the call in the text of the library function; `skipped` counts
    its leading positional arguments that are not the function's own.
    """

    name: str
    node: ast.Call
    scope: Scope
    frame: Frame | None
    skipped: int
    evaluator: Evaluator

    @property
    def is_direct(self) -> bool:
        """Whether the call stands in the file under check."""
        return self.scope.module is self.evaluator.module

    @property
    def is_complete(self) -> bool:
        """Whether all arguments are known: no `*` and no `**` that could not be followed."""
        starred = any(isinstance(argument, ast.Starred) for argument in self.node.args)
        return not starred and not self.evaluator.arguments.keywords(self.node, self.scope, self.frame)[1]

    def expression(self, keyword: str, position: int | None = None) -> Site | None:
        """The expression given for a parameter, by keyword or by position."""
        keywords, _ = self.evaluator.arguments.keywords(self.node, self.scope, self.frame)
        if keyword in keywords:
            return keywords[keyword]
        if position is None:
            return None
        positional = self.node.args[self.skipped : self.skipped + position + 1]
        if len(positional) <= position or any(isinstance(each, ast.Starred) for each in positional):
            return None
        return Site(positional[position], self.scope, self.frame)

    def argument(self, keyword: str, position: int | None = None) -> list[Argument]:
        """What a parameter can be, each with the place to report it at.

        Only what a reader of the file under check can act on: values that
        stand in it, or defaults and constants that reach a call in it.
        """
        site = self.expression(keyword, position)
        if site is None:
            return []
        found = []
        for possible in self.evaluator.at(site):
            node = self.place(site, possible)
            if node is not None:
                here = possible.written.node is node and site.node is node and possible.passed is None
                found.append(Argument(possible, node, here))
        return found

    def place(self, site: Site, possible: Possible) -> ast.expr | None:
        """Where to report that an argument, written at `site`, can be `possible`.

        As `place` of this module; and the `**` of a call in the file under
        check that brings in a dict from another one.
        """
        node = place(self.evaluator.module, site, possible)
        if node is None and self.is_direct:
            node = next((keyword.value for keyword in self.node.keywords if keyword.arg is None), None)
        return node

    def keyword(self, name: str) -> ast.keyword | ast.expr | None:
        """The keyword argument `name` as it stands in the file under check.

        The keyword of the call, or the value where a dict, `partial` or
        another function brings it in.
        """
        for keyword in self.node.keywords:
            if keyword.arg == name:
                return keyword if self.is_direct else None
        site = self.evaluator.arguments.keywords(self.node, self.scope, self.frame)[0].get(name)
        return None if site is None else self.place(site, Possible(UNKNOWN, site))

    @property
    def is_guarded(self) -> bool:
        """Whether the call stands in a compatibility shim."""
        return is_guarded(self.scope, self.node)


class _Target(NamedTuple):
    """What one call calls: a library function by its canonical name, or a function of the project."""

    call: Call
    name: str | None
    function: Scope | None
    skipped: int = 0


class _CallIndex(NamedTuple):
    """What the calls of one file call, whoever calls the functions they stand in."""

    targets: list[_Target]
    by_function: dict[Scope, list[_Target]]


def _index(evaluator: Evaluator) -> _CallIndex:
    classifier = _Classifier(evaluator)
    index = _CallIndex([], {})
    for call in evaluator.module.calls:
        for target in classifier.classify(call):
            index.targets.append(target)
            function = call.scope.function
            if function is not None:
                index.by_function.setdefault(function, []).append(target)
    return index


class _Classifier:
    """Finds out what the calls of one file call, cheaply where they call no library function."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._prefixes: dict[Binding, str | None] = {}

    def classify(self, call: Call) -> Iterator[_Target]:
        node = call.node.func
        parts = dotted(node)
        if parts is None:
            is_super = _is_super_init(node)
            if not _is_telling(call) and not (is_super and call.node.keywords and _extends_layer(call)):
                return
            if isinstance(node, ast.Subscript | ast.Call | ast.IfExp):
                yield from self._evaluated(call)
            elif is_super:
                for value in self._super_init(call):
                    yield from self._targets(value, call, 0)
            return
        home = lookup(call.scope, parts[0])
        if home is None:
            if call.scope.module.star_imports:
                yield from self._evaluated(call)
            return
        bindings = home.bindings[parts[0]]
        binding = bindings[0]
        if len(bindings) == 1 and binding.kind is BindingKind.IMPORT:
            prefix = self._library_prefix(binding)
            if prefix is not None:
                yield from self._targets(External(".".join([prefix, *parts[1:]])), call, 0)
                return
        elif len(bindings) == 1 and binding.kind in _DEFINITIONS and len(parts) == 1:
            yield from self._targets(Definition(home.module.scopes[binding.node]), call, 0)
            return
        for binding in bindings:
            if self._can_lead_to_library(parts, binding, home, call):
                yield from self._evaluated(call)
                return

    def _evaluated(self, call: Call) -> Iterator[_Target]:
        values = self._evaluator.values(call.node.func, call.scope)
        worlds = {self._world(value) for value in values if not isinstance(value, Unknown | Member)}
        if len(worlds) < 2:
            for value in values:
                yield from self._targets(value, call, 0)

    def _world(self, value: Value) -> World | str:
        """Whose conventions a callee follows; one that is of several worlds is not judged."""
        if isinstance(value, Partial):
            return self._world(value.function)
        if isinstance(value, External):
            return world_of(canonical(value.name))
        if isinstance(value, Definition) and value.is_class:
            for base in self._evaluator.classes.ancestry(value.scope):
                if isinstance(base, External) and base.name != "builtins.object":
                    return world_of(canonical(base.name))
        return "project"

    def _library_prefix(self, binding: Binding) -> str | None:
        """The qualified name that an import of something outside the project binds."""
        imported = binding.imported
        if imported is None or imported.level:
            return None
        if binding not in self._prefixes:
            evaluator = self._evaluator
            full = f"{imported.module}.{imported.name}" if imported.name else imported.module
            is_library = evaluator.project.locate(evaluator.module, imported.module.partition(".")[0]) is None
            self._prefixes[binding] = full if is_library and not self._is_folder(imported) else None
        return self._prefixes[binding]

    def _is_folder(self, imported: Import) -> bool:
        """Whether the import leads into a package of the project that has no `__init__.py`."""
        module = self._evaluator.module
        paths = [imported.module, f"{imported.module}.{imported.name}"]
        return any(self._evaluator.project.locate(module, path) is not None for path in paths)

    def _can_lead_to_library(self, parts: list[str], binding: Binding, home: Scope, call: Call) -> bool:
        """Whether calling `parts` can mean more than calling a method of an object, and is worth following."""
        is_bare = len(parts) == 1
        kind = binding.kind
        if kind is BindingKind.PARAMETER and not is_bare:
            return len(parts) == 2 and home.owner is not None and self._is_alias(home.owner, parts[1], call)
        if kind in _DEFINITIONS:
            return True
        if kind is BindingKind.IMPORT:
            return parts[-1] in short_names() or _is_telling(call)
        if kind is BindingKind.ASSIGNMENT:
            value = binding.value
            if isinstance(value, ast.Name | ast.Attribute):
                return parts[-1] in short_names() or _is_telling(call)
            return is_bare and isinstance(value, _ALIASES) and _is_telling(call)
        return is_bare and kind is not BindingKind.OTHER and _is_telling(call)

    def _is_alias(self, class_: Scope, attribute: str, call: Call) -> bool:
        """Whether `self.attribute` may be a function or class that was stored, not a method or an object."""
        if attribute in class_.bindings:
            return class_.bindings[attribute][0].kind is not BindingKind.FUNCTION and _is_telling(call)
        if not _is_telling(call):
            return False
        values = self._evaluator.classes.written(class_, attribute)
        return not values or any(_makes_callable(value) for value in values)

    def _targets(self, value: Value, call: Call, skipped: int) -> Iterator[_Target]:
        if isinstance(value, External):
            if value.name == "functools.partial" and call.node.args and not skipped:
                for inner in self._evaluator.values(call.node.args[0], call.scope):
                    yield from self._targets(inner, call, 1)
            else:
                yield _Target(call, canonical(value.name), None, skipped)
        elif isinstance(value, Partial):
            yield from self._targets(value.function, call, skipped)
        elif isinstance(value, Definition):
            yield from self._definition(value, call, skipped)

    def _definition(self, value: Definition, call: Call, skipped: int) -> Iterator[_Target]:
        if not value.is_class:
            yield _Target(call, None, value.scope, skipped)
            return
        if "__init__" not in value.scope.bindings and not call.node.keywords and not _is_telling(call):
            return
        init = self._evaluator.classes.method(value.scope, "__init__")
        if init is not None:
            yield _Target(call, None, init, skipped)
            return
        for base in self._evaluator.classes.ancestry(value.scope):
            if isinstance(base, External):
                yield _Target(call, canonical(base.name), None, skipped)

    def _super_init(self, call: Call) -> list[Value]:
        method = call.scope.function
        if method is None or method.owner is None:
            return []
        found: list[Value] = []
        for base in self._evaluator.classes.bases(method.owner):
            init = self._evaluator.classes.method(base.scope, "__init__") if isinstance(base, Definition) else None
            if init is not None:
                found.append(Definition(init))
            elif isinstance(base, External):
                found.append(base)
            elif isinstance(base, Definition):
                found.extend(
                    each for each in self._evaluator.classes.ancestry(base.scope) if isinstance(each, External)
                )
        return found


class Calls:
    """The library calls of the file under check, those of the functions it calls included."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Index the calls of the evaluator's module."""
        self._evaluator = evaluator
        self._by_name: dict[str, list[LibraryCall]] = {}
        index = self._index_of(evaluator.module)
        for target in index.targets:
            if target.name is not None:
                self._add(target, None)
        for target in index.targets:
            function = target.function
            if function is not None and function.module is not evaluator.module and _is_telling(target.call):
                frame = evaluator.arguments.frame(function, target.call.node, target.call.scope, None)
                self._follow(function, frame, _MAX_WRAPPERS)

    def to(self, *names: str) -> Iterator[LibraryCall]:
        """The calls of the library functions with these canonical names, except those in compatibility shims."""
        for name in names:
            for call in self._by_name.get(name, ()):
                if not call.is_guarded:
                    yield call

    def of(self, name: str) -> Sequence[LibraryCall]:
        """The calls of the library function with this canonical name, those in compatibility shims too."""
        return self._by_name.get(name, ())

    def making(self, is_wanted: Callable[[Scope], bool]) -> Iterator[tuple[Call, Scope]]:
        """The calls in the file that reach the `__init__` of a wanted class of the project, with that method.

        Compatibility shims are left out.
        """
        for target in self._index_of(self._evaluator.module).targets:
            method = target.function
            if method is None or method.name != "__init__" or target.skipped:
                continue
            class_ = method.owner
            if class_ is not None and is_wanted(class_) and not is_guarded(target.call.scope, target.call.node):
                yield target.call, method

    @property
    def names(self) -> KeysView[str]:
        """The canonical names of all library functions that the file calls."""
        return self._by_name.keys()

    def _add(self, target: _Target, frame: Frame | None) -> None:
        assert target.name is not None
        call = LibraryCall(target.name, target.call.node, target.call.scope, frame, target.skipped, self._evaluator)
        self._by_name.setdefault(target.name, []).append(call)

    def _index_of(self, module: Module) -> _CallIndex:
        project = self._evaluator.project
        if module is self._evaluator.module:
            return project.derive(module, "calls", lambda: _index(self._evaluator), is_alone=False)

        def make() -> _CallIndex:
            evaluator = Evaluator(module, project)
            known = _index(evaluator)
            evaluator.close()
            return known

        return project.derive(module, "calls", make)

    def _follow(self, function: Scope, frame: Frame, depth: int) -> None:
        """Add the library calls that `function` makes when it is called with `frame`."""
        for target in self._index_of(function.module).by_function.get(function, ()):
            if target.name is not None:
                if target.name.startswith("mindspore.") and _mentions_parameters(target.call.node, function):
                    self._add(target, frame)
            elif (
                depth
                and target.function is not None
                and target.function is not function
                and _mentions_parameters(target.call.node, function)
            ):
                inner = self._evaluator.arguments.frame(target.function, target.call.node, target.call.scope, frame)
                self._follow(target.function, inner, depth - 1)


def _mentions_parameters(call: ast.Call, function: Scope) -> bool:
    """Whether an argument of a call is made of the parameters of the function around it."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(
        isinstance(node, ast.Name) and node.id in function.bindings
        for argument in arguments
        for node in ast.walk(argument)
    )


def place(module: Module, site: Site, possible: Possible) -> ast.expr | None:
    """Where in `module` to report that the expression at `site` can be `possible`.

    The argument of the outermost call that passes the value in, where there is
    one; the expression itself for what stands, or is a default, in the same
    file. None where the reader of `module` could not act on it.
    """
    if possible.passed is not None and not (possible.is_default and site.scope.module is module):
        return possible.passed.node if possible.passed.scope.module is module else None
    return site.node if site.scope.module is module else None


def _is_telling(call: Call) -> bool:
    """Whether the arguments of a call hold something a rule may speak about in another file."""
    for argument in call.node.args:
        if _is_telling_argument(argument):
            return True
    return any(_is_telling_keyword(keyword, call.scope) for keyword in call.node.keywords)


def _is_telling_argument(argument: ast.expr) -> bool:
    if isinstance(argument, ast.Constant):
        return isinstance(argument.value, float)
    if isinstance(argument, ast.Name | ast.Attribute):
        return _is_telling_name(argument)
    if isinstance(argument, ast.Call):
        return _last_name(argument).endswith(_TELLING_CALLS)
    return isinstance(argument, ast.GeneratorExp)


def _is_telling_keyword(keyword: ast.keyword, scope: Scope) -> bool:
    if keyword.arg is None:
        return not _is_parameter(keyword.value, scope)
    if _has_telling_word(keyword.arg):
        return True
    if keyword.arg in _TELLING_CONSTANTS:
        return isinstance(keyword.value, ast.Constant) and repr(keyword.value.value) != "0"
    return isinstance(keyword.value, ast.Name | ast.Attribute) and _is_telling_name(keyword.value)


def _is_telling_name(node: ast.Name | ast.Attribute) -> bool:
    return _has_telling_word(node.id if isinstance(node, ast.Name) else node.attr)


@lru_cache(maxsize=4096)
def _has_telling_word(name: str) -> bool:
    return _TELLING_WORDS.search(name) is not None


def _is_parameter(node: ast.expr, scope: Scope) -> bool:
    """Whether `node` is a name that the function around it was given."""
    if not isinstance(node, ast.Name):
        return False
    home = lookup(scope, node.id)
    return home is not None and home.bindings[node.id][0].kind is BindingKind.PARAMETER


def _extends_layer(call: Call) -> bool:
    """Whether the class around a call extends something that is called as one of MindSpore's layers is."""
    method = call.scope.function
    class_ = None if method is None or method.owner is None else method.owner.node
    bases = class_.bases if isinstance(class_, ast.ClassDef) else []
    return any(_own_name(base, call.scope) in short_names() for base in bases)


def _own_name(node: ast.expr, scope: Scope) -> str:
    """The last part of a dotted name; what an import calls it where it binds another one."""
    parts = dotted(node) or [""]
    home = lookup(scope, parts[0]) if len(parts) == 1 else None
    imported = None if home is None else home.bindings[parts[0]][0].imported
    return parts[-1] if imported is None or not imported.name else imported.name


def _makes_callable(value: ast.expr) -> bool:
    """Whether an expression may well be a function or class: partial(...), getattr(...), table.get(...), table[...]."""
    return not isinstance(value, ast.Call) or _last_name(value) in ("partial", "getattr", "get")


def _last_name(call: ast.Call) -> str:
    """The name that is called, without what stands before its last dot."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_super_init(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "__init__"
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "super"
    )
