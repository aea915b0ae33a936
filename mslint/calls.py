"""Calls of library functions, in the canonical names that rules ask for.

Also seen as such: `functools.partial(f, ...)`, `super().__init__(...)` of a
class that extends a library class, a project class that only extends one, and
calls of project functions that pass their arguments on to one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.names import BindingKind, Call, Module, Scope, is_guarded, lookup, reaching, start_of
from mslint.model.values import Definition, External, Frame, Partial, Possible, Site, Value

_MAX_WRAPPERS = 2
"""How many project functions may stand between a call and the library."""
_ALIASES = (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp, ast.Call)
"""What a name may be assigned so that calling it can mean calling a library function."""
_TELLING = ("lr", "rate", "momentum", "drop", "param", "weights", "keep_prob", "optim")
"""Words in the keywords of calls that are worth following into another file."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a library call, as a rule should judge and report it."""

    possible: Possible
    node: ast.expr
    """The expression to report, in the file under check."""
    is_here: bool
    """Whether the value stands in the call itself, not behind a name, a call or a file."""


@dataclass(frozen=True, slots=True, eq=False)
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
        return not starred and not self.evaluator.keywords(self.node, self.scope, self.frame)[1]

    def expression(self, keyword: str, position: int | None = None) -> Site | None:
        """The expression given for a parameter, by keyword or by position."""
        keywords, _ = self.evaluator.keywords(self.node, self.scope, self.frame)
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
            node = place(self.evaluator.module, site, possible)
            if node is not None:
                here = possible.written.node is node and site.node is node and possible.passed is None
                found.append(Argument(possible, node, here))
        return found

    def keyword(self, name: str) -> ast.keyword | ast.expr | None:
        """The keyword argument `name` as it stands in the file under check.

        The keyword of the call, or the value where a dict, `partial` or
        another function brings it in.
        """
        for keyword in self.node.keywords:
            if keyword.arg == name:
                return keyword if self.is_direct else None
        site = self.evaluator.keywords(self.node, self.scope, self.frame)[0].get(name)
        if site is None or site.scope.module is not self.evaluator.module:
            return None
        return site.node

    @property
    def is_guarded(self) -> bool:
        """Whether the call stands in a compatibility shim."""
        return is_guarded(self.scope, self.node)


class Calls:
    """The calls of one file, by what they call."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._by_name: dict[str, list[LibraryCall]] = {}
        self._project: list[tuple[Call, Scope]] = []
        self._inner: dict[Scope, list[LibraryCall | tuple[Call, Scope]]] = {}
        for call in evaluator.module.calls:
            for item in self._classify(call, None):
                if isinstance(item, LibraryCall):
                    self._by_name.setdefault(item.name, []).append(item)
                else:
                    self._project.append(item)
        self._follow_wrappers()

    def to(self, *names: str) -> Iterator[LibraryCall]:
        """The calls of the library functions with these canonical names, except those in compatibility shims."""
        for name in names:
            for call in self._by_name.get(name, ()):
                if not call.is_guarded:
                    yield call

    @property
    def names(self) -> frozenset[str]:
        """The canonical names of all library functions that the file calls."""
        return frozenset(self._by_name)

    # -- what a call calls ---------------------------------------------

    def _classify(self, call: Call, frame: Frame | None) -> Iterator[LibraryCall | tuple[Call, Scope]]:
        for value in self._callees(call, frame):
            yield from self._as_calls(value, call, frame, 0)

    def _as_calls(
        self, value: Value, call: Call, frame: Frame | None, skipped: int
    ) -> Iterator[LibraryCall | tuple[Call, Scope]]:
        evaluator = self.evaluator
        if isinstance(value, External):
            if value.name == "functools.partial" and call.node.args and not skipped:
                for inner in evaluator.values(call.node.args[0], call.scope, frame):
                    yield from self._as_calls(inner, call, frame, 1)
                return
            yield LibraryCall(canonical(value.name), call.node, call.scope, frame, skipped, evaluator)
        elif isinstance(value, Definition):
            yield from self._definition_calls(value, call, frame, skipped)
        elif isinstance(value, Partial):
            yield from self._as_calls(value.function, call, frame, skipped)

    def _definition_calls(
        self, value: Definition, call: Call, frame: Frame | None, skipped: int
    ) -> Iterator[LibraryCall | tuple[Call, Scope]]:
        if not value.is_class:
            yield call, value.scope
            return
        init = self.evaluator.method(value.scope, "__init__")
        if init is not None:
            yield call, init
            return
        for base in self.evaluator.ancestry(value.scope):
            if isinstance(base, External):
                name = canonical(base.name)
                yield LibraryCall(name, call.node, call.scope, frame, skipped, self.evaluator)

    def _callees(self, call: Call, frame: Frame | None) -> list[Value]:
        """What the called expression can be, quickly where it cannot be a library function."""
        node = call.node.func
        if not isinstance(node, ast.Name | ast.Attribute):
            if isinstance(node, ast.Subscript | ast.Call | ast.IfExp):
                return self.evaluator.values(node, call.scope, frame)
            return []
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return self._super_init(call, frame) if _is_super_init(node) else []
        home = lookup(call.scope, root.id)
        if home is not None and not self._can_be_library(node, root, home, call.scope):
            return []
        return self.evaluator.values(node, call.scope, frame)

    def _can_be_library(self, node: ast.expr, root: ast.Name, home: Scope, scope: Scope) -> bool:
        for binding in reaching(scope, root.id, start_of(root)):
            kind = binding.kind
            if kind in (BindingKind.IMPORT, BindingKind.FUNCTION, BindingKind.CLASS):
                return True
            if kind is BindingKind.ASSIGNMENT and isinstance(binding.value, _ALIASES):
                return node is root or isinstance(binding.value, ast.Name | ast.Attribute)
            if kind is BindingKind.PARAMETER and home.owner is not None and node is not root:
                attribute = node.value if isinstance(node, ast.Attribute) else node
                return attribute is root
            if kind is BindingKind.PARAMETER and node is root:
                return bool(self.evaluator.callers(home)) or binding.value is not None
            if kind in (BindingKind.LOOP, BindingKind.UNPACKED) and node is root:
                return True
        return False

    def _super_init(self, call: Call, frame: Frame | None) -> list[Value]:
        method = call.scope.function
        if method is None or method.owner is None:
            return []
        found: list[Value] = []
        for base in self.evaluator.bases(method.owner):
            init = self.evaluator.method(base.scope, "__init__") if isinstance(base, Definition) else None
            if init is not None:
                found.append(Definition(init))
            elif isinstance(base, External):
                found.append(base)
            elif isinstance(base, Definition):
                found.extend(each for each in self.evaluator.ancestry(base.scope) if isinstance(each, External))
        return found

    # -- wrappers ------------------------------------------------------

    def _follow_wrappers(self) -> None:
        """Add the library calls that calls of functions in other files end in."""
        module = self.evaluator.module
        for call, function in self._project:
            if function.module is not module and _is_telling(call.node):
                frame = self.evaluator.frame(function, call.node, call.scope, None)
                for inner in self._inside(function, frame, _MAX_WRAPPERS):
                    self._by_name.setdefault(inner.name, []).append(inner)

    def _inside(self, function: Scope, frame: Frame, depth: int) -> Iterator[LibraryCall]:
        for call in _calls_of(function):
            for item in self._classify(call, frame):
                if isinstance(item, LibraryCall):
                    yield item
                elif depth and item[1] is not function:
                    inner = self.evaluator.frame(item[1], call.node, call.scope, frame)
                    yield from self._inside(item[1], inner, depth - 1)


def place(module: Module, site: Site, possible: Possible) -> ast.expr | None:
    """Where in `module` to report that the expression at `site` can be `possible`.

    The argument of the outermost call that passes the value in, where there is
    one; the expression itself for what stands, or is a default, in the same
    file. None where the reader of `module` could not act on it.
    """
    if possible.passed is not None and not (possible.is_default and site.scope.module is module):
        return possible.passed.node if possible.passed.scope.module is module else None
    return site.node if site.scope.module is module else None


def _calls_of(function: Scope) -> list[Call]:
    """The calls in the body of `function`, comprehensions included."""
    return [call for call in function.module.calls if call.scope.function is function]


def _is_telling(call: ast.Call) -> bool:
    """Whether the arguments of a call hold something a rule may speak about in another file."""
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, float):
            return True
        if isinstance(argument, ast.Call | ast.GeneratorExp):
            return True
    return any(
        keyword.arg is None or any(word in keyword.arg.lower() for word in _TELLING) for keyword in call.keywords
    )


def _is_super_init(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "__init__"
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "super"
    )
