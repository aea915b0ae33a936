"""What code puts into a list or a dict after it was made."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mslint.model.names import Call, Module, Scope, start_of
from mslint.model.values import Frame, Mapping, Possible, Sequence, Site

if TYPE_CHECKING:
    from mslint.model.evaluator import Evaluator

_METHODS = ("append", "extend", "insert", "update")


class Additions:
    """Completes containers by what the function that made them adds to them."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Start with nothing known."""
        self._evaluator = evaluator
        self._calls: dict[Module, dict[Scope, dict[str, list[Call]]]] = {}

    def clear(self) -> None:
        """Forget all answers."""
        self._calls.clear()

    def to_list(self, possible: Possible, name: str, scope: Scope, frame: Frame | None) -> Possible:
        """A list together with what `append`, `extend` and `insert` add to it in the same function."""
        value = possible.value
        assert isinstance(value, Sequence)
        added: list[Site] = []
        for call in self._additions(scope).get(name, ()):
            method = call.node.func
            if not call.node.args:
                continue
            site = Site(call.node.args[-1], call.scope, frame if call.scope is scope else None)
            if isinstance(method, ast.Attribute) and method.attr == "extend":
                inner = self._evaluator.only(site.node, site.scope, site.frame)
                added.extend(inner.elements if isinstance(inner, Sequence) else ())
            else:
                added.append(site)
        if not self._additions(scope).get(name):
            return possible
        elements = (*value.elements, *added)
        return Possible(Sequence(value.kind, elements, is_open=True), possible.written, possible.passed)

    def to_dict(self, possible: Possible, name: str, scope: Scope, frame: Frame | None) -> Possible:
        """A dict together with what the same function puts into it later."""
        value = possible.value
        assert isinstance(value, Mapping)
        items = {key: Site(node, scope, frame) for key, node in scope.items.get(name, ())}
        is_open = value.is_open
        for call in self._additions(scope).get(name, ()):
            method = call.node.func
            if isinstance(method, ast.Attribute) and method.attr == "update":
                given, more = self._evaluator.arguments.keywords(call.node, call.scope, frame)
                items.update(given)
                inner = (
                    self._evaluator.only(call.node.args[0], call.scope, frame) if call.node.args else Mapping((), False)
                )
                items.update(inner.items if isinstance(inner, Mapping) else ())
                is_open = is_open or more or not isinstance(inner, Mapping)
        if not items and is_open == value.is_open:
            return possible
        merged = Mapping(tuple({**dict(value.items), **items}.items()), is_open)
        return Possible(merged, possible.written, possible.passed, possible.is_default)

    def _additions(self, scope: Scope) -> dict[str, list[Call]]:
        """The calls in `scope` that add to a list or a dict, by its name."""
        module = scope.module
        if module not in self._calls:
            self._calls[module] = _added(module)
        return self._calls[module].get(scope.function or module.scope, {})


def _added(module: Module) -> dict[Scope, dict[str, list[Call]]]:
    """The calls that add to a list or a dict, by the function they stand in and its name, in order of the text."""
    found: dict[Scope, dict[str, list[Call]]] = {}
    for call in sorted(module.calls_named(_METHODS), key=lambda call: start_of(call.node)):
        method = call.node.func
        holder = method.value if isinstance(method, ast.Attribute) else None
        if isinstance(holder, ast.Name) and (call.node.args or call.node.keywords):
            found.setdefault(call.scope.function or module.scope, {}).setdefault(holder.id, []).append(call)
    return found
