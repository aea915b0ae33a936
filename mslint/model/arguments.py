"""Calls of the project's own functions: who calls them, with which arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mslint.model.classes import has_decorator, is_static, self_class
from mslint.model.names import BindingKind, Call, Module, Scope, ScopeKind, lookup, reaching, start_of
from mslint.model.values import Definition, Frame, Mapping, Site

if TYPE_CHECKING:
    from mslint.model.evaluator import Evaluator


class Arguments:
    """Binds the arguments of calls to parameters."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Start with nothing known."""
        self._evaluator = evaluator
        self._callers: dict[Module, dict[Scope, list[Call]]] = {}
        self._frames: dict[tuple[ast.AST, Scope, Frame | None], Frame] = {}
        self._gathering: set[Scope] = set()

    def clear(self) -> None:
        """Forget all answers."""
        self._callers.clear()
        self._frames.clear()

    def keywords(self, call: ast.Call, scope: Scope, frame: Frame | None) -> tuple[dict[str, Site], bool]:
        """The keyword arguments of `call`, `**` followed where that is possible.

        The flag tells whether there may be more.
        """
        found: dict[str, Site] = {}
        is_open = False
        for keyword in call.keywords:
            if keyword.arg is not None:
                found[keyword.arg] = Site(keyword.value, scope, frame)
                continue
            spread = self._spread(keyword.value, scope, frame)
            if spread is None:
                is_open = True
            else:
                items, more = spread
                is_open = is_open or more
                found.update(items)
        return found, is_open

    def _spread(self, node: ast.expr, scope: Scope, frame: Frame | None) -> tuple[dict[str, Site], bool] | None:
        """The keywords that `**node` stands for."""
        removed: set[str | None] = set()
        if isinstance(node, ast.Name):
            home = lookup(scope, node.id)
            removed = _removed_keys(home or scope, node.id)
            if home is not None and _takes_keywords(home, node.id):
                found = self._extra_keywords(home, frame)
                return {name: site for name, site in found.items() if not {name, None} & removed}, True
        values = self._evaluator.values(node, scope, frame)
        mappings = [value for value in values if isinstance(value, Mapping)]
        if not mappings:
            return None
        items = {name: site for value in reversed(mappings) for name, site in value.items}
        is_open = len(values) > 1 or mappings[0].is_open
        return {name: site for name, site in items.items() if not {name, None} & removed}, is_open

    def _extra_keywords(self, function: Scope, frame: Frame | None) -> dict[str, Site]:
        """What the `**` parameter of `function` holds, from one call or from all in its file."""
        if frame is not None and frame.function is function:
            return dict(frame.extra)
        if function in self._gathering:
            return {}
        self._gathering.add(function)
        try:
            frames = [self.frame(function, call.node, call.scope, None) for call in self.callers(function)]
        finally:
            self._gathering.discard(function)
        return {name: site for each in frames for name, site in each.extra.items()}

    def frame(self, function: Scope, call: ast.Call, scope: Scope, frame: Frame | None) -> Frame:
        """The arguments that `call` gives to `function`."""
        key = (call, function, frame)
        known = self._frames.get(key)
        if known is not None:
            return known
        arguments, extra, is_open = self._bind(function, call, scope, frame)
        made = self._frames[key] = Frame(function, arguments, extra, is_open)
        return made

    def _bind(
        self, function: Scope, call: ast.Call, scope: Scope, frame: Frame | None
    ) -> tuple[dict[str, Site], dict[str, Site], bool]:
        node = function.node
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        if function.owner is not None and not is_static(function) and not _names_class(call, function):
            names = names[1:]
        arguments: dict[str, Site] = {}
        is_open = False
        for name, argument in zip(names, call.args, strict=False):
            if isinstance(argument, ast.Starred):
                is_open = True
                break
            arguments[name] = Site(argument, scope, frame)
        given, more = self.keywords(call, scope, frame)
        accepted = {*names, *(argument.arg for argument in node.args.kwonlyargs)}
        extra = {name: site for name, site in given.items() if name not in accepted}
        arguments.update({name: site for name, site in given.items() if name in accepted})
        return arguments, extra, is_open or more

    def callers(self, function: Scope) -> list[Call]:
        """The calls of `function`, or of its class where it is `__init__`, in its own file."""
        module = function.module
        if module not in self._callers:
            self._callers[module] = self._find_callers(module)
        return self._callers[module].get(function, [])

    def _find_callers(self, module: Module) -> dict[Scope, list[Call]]:
        found: dict[Scope, list[Call]] = {}
        defined = {scope.name for scope in module.scopes.values() if scope.kind is not ScopeKind.COMPREHENSION}
        for call in sorted(module.calls_named(defined), key=lambda call: start_of(call.node)):
            for target in self._direct_targets(call):
                found.setdefault(target, []).append(call)
        return found

    def _direct_targets(self, call: Call) -> Iterator[Scope]:
        """The functions of the same file that `call` names by itself, by self or by super()."""
        classes = self._evaluator.classes
        function = call.node.func
        if isinstance(function, ast.Name):
            for binding in reaching(call.scope, function.id, start_of(function)):
                if binding.kind is BindingKind.FUNCTION:
                    yield binding.scope.module.scopes[binding.node]
                elif binding.kind is BindingKind.CLASS:
                    yield from _one(classes.method(binding.scope.module.scopes[binding.node], "__init__"))
        elif isinstance(function, ast.Attribute):
            owner = self_class(function.value, call.scope)
            if owner is not None:
                yield from _one(classes.method(owner, function.attr))
            elif _is_super(function.value):
                method = call.scope.function
                while method is not None and method.owner is None:
                    method = method.parent.function if method.parent else None
                if method is not None and method.owner is not None:
                    for base in classes.bases(method.owner):
                        if isinstance(base, Definition):
                            yield from _one(classes.method(base.scope, function.attr))


def _one(function: Scope | None) -> tuple[Scope, ...]:
    return () if function is None else (function,)


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _names_class(call: ast.Call, function: Scope) -> bool:
    """`Base.__init__(self, ...)`: self is written out."""
    target = call.func
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and function.owner is not None
        and target.value.id == function.owner.name
        and not has_decorator(function, "classmethod")
    )


def _takes_keywords(function: Scope, name: str) -> bool:
    """Whether `name` is the `**` parameter of `function`, never assigned again."""
    node = function.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or node.args.kwarg is None:
        return False
    return node.args.kwarg.arg == name and len(function.bindings[name]) == 1


def _removed_keys(scope: Scope, name: str) -> set[str | None]:
    """The keys that code of `scope` takes out of the dict `name`; None for an unknown key."""
    removed: set[str | None] = {key for holder, key in scope.module.deleted_keys if holder == name}
    for call in scope.module.calls_named(("pop", "clear", "popitem")):
        function = call.node.func
        if (
            isinstance(function, ast.Attribute)
            and isinstance(function.value, ast.Name)
            and function.value.id == name
            and call.scope.function is scope.function
        ):
            key = call.node.args[0] if call.node.args else None
            removed.add(key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None)
    return removed
