"""What Python's own functions give, and the standard library's where values pass through it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mslint.model.names import Module, Scope
from mslint.model.values import (
    UNKNOWN,
    Constant,
    External,
    Instance,
    Mapping,
    Member,
    Partial,
    Possible,
    Sequence,
    Site,
    Value,
)

if TYPE_CHECKING:
    from mslint.model.evaluator import Evaluator


class StandardLibrary:
    """Results of calls that leave the project but stay in Python."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Answers by asking `evaluator` for the arguments."""
        self._evaluator = evaluator

    def command_line_default(self, module: Module, name: str) -> list[Possible]:
        """The default that `add_argument("--name", default=...)` gives, wherever it stands in the file."""
        for options, scope in self._options(module, name):
            if "default" in options:
                defaults = self._evaluator.evaluate(options["default"], scope)
                return [self._default(each, options, scope) for each in defaults]
        return []

    def _default(self, possible: Possible, options: dict[str, ast.expr], scope: Scope) -> Possible:
        """A default as argparse gives it: a string goes through `type`, as one from the command line does."""
        value = possible.value
        is_string = isinstance(value, Constant) and isinstance(value.value, str)
        kept = UNKNOWN if is_string and self._turns_strings(options, scope) else value
        return Possible(kept, possible.written, possible.passed, is_default=True)

    def choices(self, value: Value) -> list[object]:
        """What `args.name` can be by `add_argument("--name", choices=[...])`; empty where that is not known."""
        if not isinstance(value, Member) or not isinstance(value.base, Instance) or value.base.site is None:
            return []
        if not isinstance(value.base.of, Member) or value.base.of.name != "parse_args":
            return []
        for options, scope in self._options(value.base.site.scope.module, value.name):
            if "choices" in options and not self._turns_strings(options, scope):
                choices = self._evaluator.only(options["choices"], scope)
                if isinstance(choices, Sequence):
                    values = [self._evaluator.only(each.node, each.scope, each.frame) for each in choices.elements]
                    return [each.value for each in values if isinstance(each, Constant)]
        return []

    def _options(self, module: Module, name: str) -> Iterator[tuple[dict[str, ast.expr], Scope]]:
        """The keywords of each `add_argument("--name", ...)` of a file."""
        for call in module.calls_named(["add_argument"]):
            if not isinstance(call.node.func, ast.Attribute):
                continue
            flags = [each.value for each in call.node.args if isinstance(each, ast.Constant)]
            if any(isinstance(flag, str) and flag.lstrip("-").replace("-", "_") == name for flag in flags):
                yield {keyword.arg: keyword.value for keyword in call.node.keywords if keyword.arg}, call.scope

    def _turns_strings(self, options: dict[str, ast.expr], scope: Scope) -> bool:
        """Whether `type=` of an option makes something else of a string."""
        if "type" not in options:
            return False
        return self._evaluator.only(options["type"], scope) != External("builtins.str")

    def namespace_attribute(self, site: Site, name: str) -> list[Possible]:
        """`EasyDict({'a': 1}).a`, `SimpleNamespace(a=1).a`."""
        call = site.node
        if not isinstance(call, ast.Call):
            return []
        items = self._evaluator.arguments.keywords(call, site.scope, site.frame)[0]
        for argument in call.args:
            for value in self._evaluator.values(argument, site.scope, site.frame):
                if isinstance(value, Mapping):
                    items.update(value.items)
        return list(self._evaluator.at(items[name])) if name in items else []

    def result(self, function: External, node: ast.Call, site: Site) -> Iterator[Possible]:
        """What calling a library function gives: an instance, unless the value only passes through."""
        name = function.name
        if name == "functools.partial" and node.args:
            for inner in self._evaluator.evaluate(node.args[0], site.scope, site.frame):
                yield Possible(Partial(inner.value, site), site, inner.passed)
        elif name == "builtins.getattr" and len(node.args) >= 2:
            attribute = self._evaluator.only(node.args[1], site.scope, site.frame)
            if isinstance(attribute, Constant) and isinstance(attribute.value, str):
                for base in self._evaluator.evaluate(node.args[0], site.scope, site.frame):
                    yield from self._evaluator.member(base, attribute.value, site)
                    if len(node.args) > 2 and isinstance(base.value, External):
                        yield from self._evaluator.evaluate(node.args[2], site.scope, site.frame)
            else:
                for value in self._evaluator.values(node.args[0], site.scope, site.frame):
                    some = External(f"{value.name}.?") if isinstance(value, External) else UNKNOWN
                    yield Possible(some, site)
        elif name == "builtins.dict":
            items, is_open = self._evaluator.arguments.keywords(node, site.scope, site.frame)
            for argument in node.args:
                inner_value = self._evaluator.only(argument, site.scope, site.frame)
                if isinstance(inner_value, Mapping):
                    items = {**dict(inner_value.items), **items}
                else:
                    is_open = True
            yield Possible(Mapping(tuple(items.items()), is_open), site)
        elif name in ("builtins.float", "builtins.int") and len(node.args) == 1:
            for possible in self._evaluator.evaluate(node.args[0], site.scope, site.frame):
                number = possible.value
                same = isinstance(number, Constant) and isinstance(number.value, int | float)
                yield possible if same else Possible(UNKNOWN, site)
        elif name in ("builtins.list", "builtins.tuple"):
            yield Possible(self._listed(name.rpartition(".")[2], node, site), site)
        else:
            yield Possible(Instance(function, site), site, None)

    def _listed(self, kind: str, node: ast.Call, site: Site) -> Sequence:
        """`list(x)` and `tuple(x)`."""
        inner = self._evaluator.only(node.args[0], site.scope, site.frame) if len(node.args) == 1 else None
        if isinstance(inner, Sequence):
            return Sequence(kind, inner.elements, inner.is_open)
        return Sequence(kind, (), is_open=bool(node.args))

    def method_result(self, member: Member, node: ast.Call, site: Site) -> Iterator[Possible]:
        """Methods of the builtin containers; others keep who was asked."""
        base = member.base
        if isinstance(base, Mapping):
            if member.name == "get" and node.args:
                found = list(self._evaluator.lookup(base, node.args[0], site))
                if len(node.args) > 1:
                    found += self._evaluator.evaluate(node.args[1], site.scope, site.frame)
                yield from found or [Possible(UNKNOWN, site)]
                return
            if member.name == "copy":
                yield Possible(base, site)
                return
        yield Possible(Instance(member, site), site)
