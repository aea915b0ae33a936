"""Calls of MindSpore's functions, classes and methods, held against the tables of their parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from packaging.version import Version

from mslint import patches
from mslint.calls import Calls, LibraryCall
from mslint.cells import CELL, is_cell_class
from mslint.facts import fitting, members, signatures
from mslint.facts.names import canonical, stand_ins
from mslint.facts.optimizers import optimizers
from mslint.facts.signatures import Overloads
from mslint.model.evaluator import Evaluator
from mslint.model.guards import asks_for_version, is_guarded
from mslint.model.names import BindingKind, Call, Module, Scope, lookup
from mslint.model.values import Definition, External, Instance, Mapping, Site, Unknown, Value
from mslint.tensors import Kind, Known, Tensors

_DATASET = "mindspore.dataset.Dataset"
_WITH_METHODS = (
    "mindspore.Model",
    "mindspore.Parameter",
    "mindspore.Tensor",
    "mindspore.dataset.Dataset",
    "mindspore.dataset.GeneratorDataset",
    "mindspore.nn.Cell",
    "mindspore.nn.CellDict",
    "mindspore.nn.CellList",
    "mindspore.nn.SequentialCell",
)
"""The classes whose methods are judged; `step` of optimizers and schedulers has rules of its own."""
_INSPECTING = frozenset({"inspect.getfullargspec", "inspect.signature"})
_TENSORS_AND_CELLS = ("mindspore.Tensor.", "mindspore.nn.Cell.")
_BARE_BASES = frozenset({"abc.ABC", "builtins.object", "typing.Generic", "typing.Protocol"})
"""Bases that take no arguments."""


_ListsOf = Callable[[str, Version | str], Overloads | None]


@dataclass(frozen=True, slots=True, eq=False)
class Api:
    """A function, class or method of MindSpore with the parameters that it has in one version.

    `keywords` is None where it takes any keyword, `most_by_position` where it
    takes any number of arguments; `least_by_position` are enough to leave
    nothing out.
    """

    name: str
    overloads: Overloads
    keywords: frozenset[str] | None
    most_by_position: int | None
    least_by_position: int

    @property
    def title(self) -> str:
        """What people call it: `nn.Conv2d`, `Tensor.sum`."""
        return self.name.removeprefix("mindspore.")

    def refuses(self, keyword: str | None) -> bool:
        """Whether it takes no keyword of this name; None stands for a `**`."""
        return keyword is not None and self.keywords is not None and keyword not in self.keywords


def _api(name: str, overloads: Overloads) -> Api:
    most, least = fitting.most_by_position(overloads), fitting.least_by_position(overloads)
    return Api(name, overloads, fitting.keywords(overloads), most, least)


def _forms(lists_of: _ListsOf, name: str, version: Version) -> Overloads | None:
    """The parameter lists that a version has, and those of the next where only a nightly build was measured."""
    found, *following = [lists_of(name, each) for each in stand_ins(version)]
    return found if found is None else found + tuple(form for forms in following for form in forms or ())


def called_apis(calls: Calls, version: Version) -> Iterator[Api]:
    """What the file calls by name; optimizers, whose arguments have rules of their own, are left out.

    So are functions whose parameters the file looks at: it gives each version
    the arguments that it takes.
    """
    inspected = _inspected(calls)
    known = _functions(version)
    for name in sorted(calls.names):
        api = known[name] if name in known else _function(name, version)
        if api is not None and name not in inspected:
            yield api


def _inspected(calls: Calls) -> set[str]:
    """The canonical names of the functions whose parameters the file looks at."""
    return {
        canonical(value.name.removesuffix(".__init__"))
        for name in _INSPECTING
        for call in calls.of(name)
        if (site := call.expression("obj", 0)) is not None
        for value in _looked_at(site, call.evaluator)
        if isinstance(value, External)
    }


def _looked_at(site: Site, evaluator: Evaluator) -> list[Value]:
    """What `inspect.signature` is given: a function, or by `super().__init__` the classes that a class extends."""
    if not _is_super(site.node):
        return [possible.value for possible in evaluator.at(site)]
    function = site.scope.function
    owner = None if function is None else function.owner
    return [] if owner is None else list(evaluator.classes.ancestry(owner))


@cache
def _functions(version: Version) -> dict[str, Api | None]:
    """The functions that were asked for so far; None for those that are not judged."""
    return {}


def _function(name: str, version: Version) -> Api | None:
    known = _functions(version)
    if name not in known:
        is_judged = name.startswith("mindspore.") and name not in optimizers()
        overloads = _forms(signatures.overloads, name, version) if is_judged else None
        known[name] = None if overloads is None else _api(name, overloads)
    return known[name]


def refuses(name: str, keyword: str, version: Version) -> bool:
    """Whether it is known that the function with this canonical name takes no such keyword."""
    api = _function(name, version)
    return api is not None and api.refuses(keyword)


@cache
def methods_named(name: str, version: Version) -> tuple[Api, ...]:
    """The methods of this name of MindSpore's classes."""
    found = []
    for class_name in _classes_by_method(version).get(name, ()):
        member = members.member(class_name, name, version)
        if member is not None and member.is_called and member.overloads is not None:
            full_name = f"{class_name}.{name}"
            found.append(_api(full_name, _forms(members.overloads, full_name, version) or member.overloads))
    return tuple(found)


@cache
def _classes_by_method(version: Version) -> dict[str, list[str]]:
    """Names of members -> the classes of MindSpore that have one."""
    result: dict[str, list[str]] = {}
    for class_name in _WITH_METHODS:
        for name in members.member_names(class_name, version) or ():
            result.setdefault(name, []).append(class_name)
    return result


_Entry = TypeVar("_Entry")


class _Table(dict[str, _Entry]):
    """A dict whose values are made when they are first asked for."""

    def __init__(self, make: Callable[[str], _Entry]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> _Entry:
        made = self[name] = self._make(name)
        return made


class Methods:
    """Which calls may be wrong if they are of methods of MindSpore, found out without a look at the objects.

    A call that the method of this name of one class takes is not, for most
    names mean one class.
    """

    def __init__(self, version: Version) -> None:
        """Start with nothing known."""
        self._version = version
        self._names = _classes_by_method(version)
        self._keywords = _Table(self._taken)
        self._most = _Table(self._limit)

    def with_other_keywords(self, module: Module) -> Iterator[Call]:
        """The calls of a file with a keyword that no method of the name that is called takes."""
        for call in module.calls_named(self._names.keys()):
            node = call.node
            if node.keywords and isinstance(node.func, ast.Attribute):
                taken = self._keywords[node.func.attr]
                if taken is None or all(each.arg is None or each.arg in taken for each in node.keywords):
                    continue
                if self._may_be_method(node.func, call.scope):
                    yield call

    def with_too_many_arguments(self, module: Module) -> Iterator[Call]:
        """The calls of a file with more arguments by position than methods of tensors or cells of that name take."""
        for call in module.calls_named(self._names.keys()):
            node = call.node
            if node.args and isinstance(node.func, ast.Attribute):
                most = self._most[node.func.attr]
                if most is not None and len(node.args) > most and self._may_be_method(node.func, call.scope):
                    yield call

    def _taken(self, name: str) -> frozenset[str] | None:
        """The keywords that methods of a name take; None where there is none that can be judged."""
        sets = [api.keywords for api in methods_named(name, self._version) if api.keywords is not None]
        return frozenset[str]().union(*sets) if sets and name != "construct" else None

    def _limit(self, name: str) -> int | None:
        """How many arguments by position methods of a name take; None for any number, or where there is none."""
        apis = [api for api in methods_named(name, self._version) if api.name.startswith(_TENSORS_AND_CELLS)]
        limits = [api.most_by_position for api in apis if api.most_by_position is not None]
        return max(limits) if limits and len(limits) == len(apis) and name != "construct" else None

    def _may_be_method(self, function: ast.Attribute, scope: Scope) -> bool:
        """Whether what is called can be a method of MindSpore, and not a function of an imported module."""
        node = function.value
        if isinstance(node, ast.Name) and node.id == "self":
            return any(api.name.startswith(f"{CELL}.") for api in methods_named(function.attr, self._version))
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name):
            return True
        home = lookup(scope, node.id)
        return home is not None and home.bindings[node.id][0].kind is not BindingKind.IMPORT


@cache
def methods(version: Version) -> Methods:
    """The methods of a version."""
    return Methods(version)


def methods_called(call: Call, tensors: Tensors, evaluator: Evaluator, version: Version) -> list[Api]:
    """The methods of MindSpore that a call can mean; none where it can also mean something else."""
    function = call.node.func
    if not isinstance(function, ast.Attribute):
        return []
    classes = [_class_name(each) for each in tensors.known(function.value, call.scope)]
    if not classes:
        values = evaluator.values(function.value, call.scope)
        classes = [_instance_of(value) or "" for value in values]
    apis = {api.name: api for api in methods_named(function.attr, version)}
    found = [apis.get(f"{class_name}.{function.attr}") for class_name in classes]
    return [each for each in found if each is not None] if None not in found else []


def is_sure_method(call: Call, tensors: Tensors, evaluator: Evaluator) -> bool:
    """Whether a method of MindSpore's is as it came, for all that can be seen, and the call in no shim."""
    function = call.node.func
    assert isinstance(function, ast.Attribute)
    is_shim = is_guarded(call.scope, call.node) or asks_for_version(call.scope)
    if is_shim or patches.may_add(function.attr, evaluator):
        return False
    known = tensors.known(function.value, call.scope)
    return not known or tensors.without(function.attr, function.value, call.scope) is not None


def _class_name(known: Known) -> str:
    if known.kind is Kind.PARAMETER:
        return "mindspore.Parameter"
    if known.kind is Kind.TENSOR:
        return "mindspore.Tensor"
    return CELL if is_cell_class(known.library) and known.library not in _WITH_METHODS else known.library


def _instance_of(value: Value) -> str | None:
    """The canonical name of the class of MindSpore that an object is of, if its members are known."""
    if not isinstance(value, Instance) or not isinstance(value.of, External):
        return None
    name = canonical(value.of.name)
    if name in _WITH_METHODS:
        return name
    return _DATASET if name.startswith("mindspore.dataset.") and name.endswith("Dataset") else None


def written_keywords(call: LibraryCall) -> dict[str, ast.expr]:
    """The keywords that surely reach the function, with their values.

    Those of the call, those in the only dict that `**` can stand for as it
    was written down, and those that another function hands on.
    """
    spreads = [keyword.value for keyword in call.node.keywords if keyword.arg is None]
    if not spreads:
        return {keyword.arg: keyword.value for keyword in call.node.keywords if keyword.arg is not None}
    keywords, _ = call.evaluator.arguments.keywords(call.node, call.scope, call.frame)
    own = {keyword.arg for keyword in call.node.keywords}
    unsure: set[str] = set()
    for value in spreads:
        values = call.evaluator.evaluate(value, call.scope, call.frame)
        for possible in values:
            if isinstance(possible.value, Mapping):
                unsure |= {key for key, _ in possible.value.items if len(values) > 1 or possible.key(key) is None}
    return {name: site.node for name, site in keywords.items() if name in own or name not in unsure}


def hands_on_freely(call: LibraryCall) -> bool:
    """Whether the `**kwargs` of the function around a call all go to it, on every way through the function."""
    for keyword in call.node.keywords:
        if keyword.arg is None and isinstance(keyword.value, ast.Name):
            name, function = keyword.value.id, call.scope.function
            if function is not None and _is_parameter(name, function):
                block = call.scope.block_at((call.node.lineno, call.node.col_offset))
                is_conditional = block is not None and any(True for _ in block.chain())
                if is_conditional or _times_spread(name, function) > 1:
                    return False
    return True


def _is_parameter(name: str, function: Scope) -> bool:
    return any(binding.kind is BindingKind.PARAMETER for binding in function.bindings.get(name, ()))


def _times_spread(name: str, function: Scope) -> int:
    return sum(
        keyword.arg is None and isinstance(keyword.value, ast.Name) and keyword.value.id == name
        for call in function.module.calls
        if call.scope.function is function
        for keyword in call.node.keywords
    )


def is_sure(call: LibraryCall) -> bool:
    """Whether a call ends in MindSpore's function as it is, and nothing takes its arguments on the way.

    Not in compatibility shims, nor where the function may have been replaced,
    nor through a class of the project with bases beside MindSpore's.
    """
    if call.is_guarded or asks_for_version(call.scope) or patches.bound_names([call.name], call.evaluator):
        return False
    function = call.scope.function
    if _is_super(call.node.func):
        owner = None if function is None else function.owner
        return owner is not None and _has_one_line(call.evaluator.classes.bases(owner), call.evaluator)
    called = call.node.args[0] if call.skipped else call.node.func
    values = call.evaluator.values(called, call.scope, call.frame)
    return all(_has_one_line((value,), call.evaluator) for value in values)


def _has_one_line(values: tuple[Value, ...], evaluator: Evaluator) -> bool:
    """Whether what is called, or extended, leads to one library class over project classes that only extend it."""
    for _ in range(8):
        values = tuple(value for value in values if not isinstance(value, External) or value.name not in _BARE_BASES)
        if len(values) != 1 or isinstance(values[0], Unknown):
            return False
        value = values[0]
        if not isinstance(value, Definition) or not value.is_class:
            return True
        if {"__new__", "__call__"} & value.scope.bindings.keys() or getattr(value.scope.node, "keywords", None):
            return False
        values = evaluator.classes.bases(value.scope)
    return False


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "super"
    )
