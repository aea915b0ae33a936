"""Classes of the project: their bases, methods and attributes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from mslint.model.names import BindingKind, Scope, ScopeKind, lookup
from mslint.model.values import Definition, Site, Value

_MAX_ANCESTORS = 64


class Classes:
    """What the classes of a project are made of.

    `values` evaluates an expression in a scope, for the bases.
    """

    def __init__(self, values: Callable[[ast.expr, Scope], list[Value]]) -> None:
        """Start with nothing known."""
        self._values = values
        self._bases: dict[Scope, tuple[Value, ...]] = {}
        self._written: dict[Scope, dict[str, list[tuple[Site, tuple[int, ...]]]]] = {}

    def clear(self) -> None:
        """Forget all answers."""
        self._bases.clear()
        self._written.clear()

    def bases(self, class_: Scope) -> tuple[Value, ...]:
        """What the bases of `class_` are."""
        known = self._bases.get(class_)
        if known is None:
            self._bases[class_] = ()
            node = class_.node
            assert isinstance(node, ast.ClassDef)
            assert class_.parent is not None
            known = tuple(value for base in node.bases for value in self._values(base, class_.parent))
            self._bases[class_] = known
        return known

    def ancestry(self, class_: Scope) -> Iterator[Value]:
        """`class_`, its bases and theirs, nearest first, each worked out when it is asked for."""
        found: set[Value] = set()
        queue: list[Value] = [Definition(class_)]
        while queue and len(found) < _MAX_ANCESTORS:
            value = queue.pop(0)
            if value in found:
                continue
            found.add(value)
            yield value
            if isinstance(value, Definition) and value.is_class:
                queue.extend(self.bases(value.scope))

    def method(self, class_: Scope, name: str) -> Scope | None:
        """The function that `name` means on objects of `class_`; None where no project class defines it."""
        own = _own_method(class_, name)
        if own is not None:
            return own
        inherited = (
            _own_method(value.scope, name)
            for value in self.ancestry(class_)
            if isinstance(value, Definition) and value.is_class
        )
        return next(filter(None, inherited), None)

    def written(self, class_: Scope, attribute: str) -> list[ast.expr]:
        """The expressions that the methods of `class_` itself assign to `self.attribute`."""
        return [site.node for site, _ in self.writes(class_).get(attribute, ())]

    def writes(self, class_: Scope) -> dict[str, list[tuple[Site, tuple[int, ...]]]]:
        """The assignments to attributes of self in the methods of `class_`."""
        known = self._written.get(class_)
        if known is not None:
            return known
        table: dict[str, list[tuple[Site, tuple[int, ...]]]] = {}
        for method in class_.children:
            for scope in (method, *_inner(method)):
                for write in scope.writes:
                    if self_class(write.target.value, scope) is class_:
                        value = write.value or write.target
                        table.setdefault(write.target.attr, []).append((Site(value, scope), write.index))
        self._written[class_] = table
        return table


def _own_method(class_: Scope, name: str) -> Scope | None:
    """The function of that name that stands in `class_` itself."""
    for binding in reversed(class_.bindings.get(name, ())):
        if binding.kind is BindingKind.FUNCTION:
            return class_.module.scopes[binding.node]
    return None


def self_class(node: ast.expr, scope: Scope) -> Scope | None:
    """The class whose `self` (or `cls`) `node` is."""
    if not isinstance(node, ast.Name):
        return None
    home = lookup(scope, node.id)
    if home is None or home.owner is None:
        return None
    arguments = getattr(home.node, "args", None)
    positional = [*arguments.posonlyargs, *arguments.args] if arguments else []
    return home.owner if positional and positional[0].arg == node.id and not is_static(home) else None


def has_decorator(function: Scope, name: str) -> bool:
    """Whether a function carries the bare decorator `name`."""
    decorators = getattr(function.node, "decorator_list", [])
    return any(isinstance(each, ast.Name) and each.id == name for each in decorators)


def is_static(function: Scope) -> bool:
    """Whether a method takes no self."""
    return has_decorator(function, "staticmethod")


def _inner(scope: Scope) -> Iterator[Scope]:
    for child in scope.children:
        if child.kind is not ScopeKind.CLASS:
            yield child
            yield from _inner(child)
