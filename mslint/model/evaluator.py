"""Evaluates expressions of the code under test to the things they can be."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import ClassVar

from mslint.model.additions import Additions
from mslint.model.arguments import Arguments
from mslint.model.classes import Classes, has_decorator, is_static
from mslint.model.names import (
    Binding,
    BindingKind,
    Import,
    Module,
    Scope,
    lookup,
    reaching,
    start_of,
)
from mslint.model.operations import HANDLERS
from mslint.model.project import Project
from mslint.model.standard import StandardLibrary
from mslint.model.values import (
    UNKNOWN,
    Constant,
    Definition,
    External,
    File,
    Frame,
    Instance,
    Mapping,
    Member,
    Partial,
    Possible,
    Sequence,
    Site,
    Value,
)

_MAX_DEPTH = 24
_MAX_POSSIBLE = 8
_MAX_STEPS = 20_000
"""Evaluations per file under check; beyond it every answer is unknown."""
_MAX_STARS = 12
"""Star imports of one other file that are searched for a name."""
_BUILTINS = frozenset(dir(builtins))
_NAMESPACES = ("EasyDict", "AttrDict", "Namespace", "ConfigDict", "Munch", "edict")

Possibilities = tuple[Possible, ...]


class Evaluator:
    """Answers for one file under check; files it imports are read as needed."""

    def __init__(self, module: Module, project: Project) -> None:
        """Start with nothing known."""
        self.module = module
        self.project = project
        self.classes = Classes(self.values)
        self.arguments = Arguments(self)
        self.additions = Additions(self)
        self.standard = StandardLibrary(self)
        self._memo: dict[tuple[ast.AST, Frame | None], Possibilities] = {}
        self._active: set[tuple[ast.AST, Frame | None]] = set()
        self._importing: set[tuple[Module, str]] = set()
        self._steps = 0
        self._cuts = 0

    def close(self) -> None:
        """Forget all answers, so that their memory is freed at once and not by a search for cycles."""
        self._memo.clear()
        self.classes.clear()
        self.arguments.clear()
        self.additions.clear()

    # -- expressions ---------------------------------------------------

    def evaluate(self, node: ast.expr, scope: Scope, frame: Frame | None = None) -> Possibilities:
        """What `node` can be where code of `scope` evaluates it.

        `frame` gives the arguments of the function around it; without one,
        the calls of that function in its own file are taken together.
        """
        key = (node, frame)
        known = self._memo.get(key)
        if known is not None:
            return known
        site = Site(node, scope, frame)
        self._steps += 1
        if key in self._active or len(self._active) > _MAX_DEPTH or self._steps > _MAX_STEPS:
            self._cuts += 1
            return (Possible(UNKNOWN, site),)
        cuts = self._cuts
        self._active.add(key)
        try:
            handler = self._handlers.get(node.__class__)
            found = tuple(handler(self, node, site)) if handler else (Possible(UNKNOWN, site),)
        finally:
            self._active.discard(key)
        found = _few(found, site)
        if not self._active or cuts == self._cuts:
            self._memo[key] = found
        return found

    def at(self, site: Site) -> Possibilities:
        """What the expression at `site` can be."""
        return self.evaluate(site.node, site.scope, site.frame)

    def values(self, node: ast.expr, scope: Scope, frame: Frame | None = None) -> list[Value]:
        """The bare values of `evaluate`."""
        return [possible.value for possible in self.evaluate(node, scope, frame)]

    def only(self, node: ast.expr, scope: Scope, frame: Frame | None = None) -> Value:
        """The one value `node` has, else unknown."""
        found = self.values(node, scope, frame)
        return found[0] if len(found) == 1 else UNKNOWN

    def _constant(self, node: ast.Constant, site: Site) -> Iterator[Possible]:
        yield Possible(Constant(node.value), site)

    def _name(self, node: ast.Name, site: Site) -> Iterator[Possible]:
        home = lookup(site.scope, node.id)
        if home is None:
            yield from self._unbound(node, site)
            return
        for binding in reaching(site.scope, node.id, start_of(node)):
            yield from self._binding(binding, home, site)

    def _unbound(self, node: ast.Name, site: Site) -> Iterator[Possible]:
        for imported, _, _ in site.scope.module.star_imports:
            module = self.project.find(site.scope.module, imported.module, imported.level)
            if module is not None and node.id in module.scope.bindings:
                yield from self._global(module, node.id, site)
                return
            if not imported.level and node.id in self.project.star_names(imported.module):
                yield Possible(External(f"{imported.module}.{node.id}"), site)
                return
            if module is not None:
                found = list(self._through_stars(module, node.id, site))
                if found:
                    yield from found
                    return
        if node.id in _BUILTINS:
            yield Possible(External(f"builtins.{node.id}"), site)
        else:
            yield Possible(UNKNOWN, site)

    def _through_stars(self, module: Module, name: str, site: Site, depth: int = 0) -> Iterator[Possible]:
        """`name` as `module` itself got it by `from ... import *`."""
        if len(module.star_imports) > _MAX_STARS:
            return
        for imported, _, _ in module.star_imports:
            inner = self.project.find(module, imported.module, imported.level)
            if inner is not None and name in inner.scope.bindings:
                yield from self._global(inner, name, site)
                return
            if not imported.level and name in self.project.star_names(imported.module):
                yield Possible(External(f"{imported.module}.{name}"), site)
                return
            if inner is not None and depth < 3:
                yield from self._through_stars(inner, name, site, depth + 1)

    def _global(self, module: Module, name: str, site: Site) -> Iterator[Possible]:
        """A name of another file, as it is when that file has been read to its end."""
        key = (module, name)
        if key in self._importing:
            self._cuts += 1
            yield Possible(UNKNOWN, site)
            return
        self._importing.add(key)
        try:
            found = [
                possible
                for binding in reaching(module.scope, name, (1 << 30, 0))
                for possible in self._binding(binding, module.scope, site)
            ]
        finally:
            self._importing.discard(key)
        yield from found

    def _binding(self, binding: Binding, home: Scope, site: Site) -> Iterator[Possible]:
        kind = binding.kind
        if kind is BindingKind.IMPORT and binding.imported is not None:
            yield from self._import(home.module, binding.imported, site)
        elif kind in (BindingKind.FUNCTION, BindingKind.CLASS):
            yield Possible(Definition(home.module.scopes[binding.node]), site)
        elif kind is BindingKind.PARAMETER:
            yield from self._parameter(binding, home, site)
        elif kind is BindingKind.ASSIGNMENT and binding.value is not None:
            frame = self._frame_for(binding.scope, site)
            for possible in self.evaluate(binding.value, binding.scope, frame):
                if isinstance(possible.value, Sequence) and isinstance(binding.node, ast.Assign | ast.AnnAssign):
                    yield self.additions.to_list(possible, binding.name, binding.scope, frame)
                elif isinstance(possible.value, Mapping):
                    yield self.additions.to_dict(possible, binding.name, binding.scope, frame)
                else:
                    yield possible
        elif kind is BindingKind.AUGMENTED and binding.value is not None:
            for possible in self.evaluate(binding.value, binding.scope, self._frame_for(binding.scope, site)):
                value = possible.value
                added = Sequence(value.kind, value.elements, is_open=True) if isinstance(value, Sequence) else UNKNOWN
                yield Possible(added, site)
        elif kind in (BindingKind.UNPACKED, BindingKind.LOOP) and binding.value is not None:
            source = self.evaluate(binding.value, binding.scope, self._frame_for(binding.scope, site))
            for possible in source:
                yield from self._unpack(possible, binding, site)
        else:
            yield Possible(UNKNOWN, site)

    def _frame_for(self, scope: Scope, site: Site) -> Frame | None:
        frame = site.frame
        return frame if frame is not None and scope.function is frame.function else None

    def _unpack(self, possible: Possible, binding: Binding, site: Site) -> Iterator[Possible]:
        found: list[Possible] = [possible]
        if binding.kind is BindingKind.LOOP:
            found = [each for source in found for each in self.elements(source, site)]
        for number in binding.index:
            found = [self.item(each, number, site) for each in found]
        yield from found

    def elements(self, possible: Possible, site: Site) -> Iterator[Possible]:
        """What a loop over `possible` yields."""
        value = possible.value
        if isinstance(value, Sequence):
            for element in value.elements[:_MAX_POSSIBLE]:
                yield from self.at(element)
        if not isinstance(value, Sequence) or value.is_open or not value.elements:
            yield Possible(UNKNOWN, site)

    def item(self, possible: Possible, number: int, site: Site) -> Possible:
        """What `possible[number]` can be."""
        value = possible.value
        if isinstance(value, Sequence) and not value.is_open:
            size = len(value.elements)
            found = self.at(value.elements[number]) if -size <= number < size else ()
            if len(found) == 1:
                return found[0]
        return Possible(UNKNOWN, site)

    def _import(self, importer: Module, imported: Import, site: Site) -> Iterator[Possible]:
        module, name = self.project.imported(importer, imported)
        if module is None:
            if imported.level:
                yield Possible(UNKNOWN, site)
            else:
                parts = [imported.module, imported.name or ""]
                yield Possible(External(".".join(part for part in parts if part)), site)
            return
        if name is None:
            yield Possible(File(module), site)
        elif name in module.scope.bindings:
            yield from self._global(module, name, site)
        else:
            found = list(self._through_stars(module, name, site))
            yield from found or [Possible(UNKNOWN, site)]

    def _attribute(self, node: ast.Attribute, site: Site) -> Iterator[Possible]:
        for base in self.evaluate(node.value, site.scope, site.frame):
            yield from self.member(base, node.attr, site)

    def member(self, base: Possible, name: str, site: Site) -> Iterator[Possible]:
        """What `base.name` can be."""
        value = base.value
        if isinstance(value, External):
            yield Possible(External(f"{value.name}.{name}"), site, base.passed, base.is_default)
        elif isinstance(value, File):
            if name in value.module.scope.bindings:
                yield from self._global(value.module, name, site)
                return
            found = list(self._through_stars(value.module, name, site))
            if not found:
                inner, rest = self.project.imported(value.module, Import("", name, 1))
                found = [Possible(File(inner) if inner is not None and rest is None else UNKNOWN, site)]
            yield from found
        elif isinstance(value, Definition) and value.is_class:
            yield from self._class_attribute(value.scope, name, site, None) or [Possible(UNKNOWN, site)]
        elif isinstance(value, Instance):
            yield from self._instance_attribute(value, name, site)
        elif isinstance(value, Mapping):
            yield Possible(Member(value, name), site)
        else:
            yield Possible(Member(value, name), site, base.passed)

    def _instance_attribute(self, value: Instance, name: str, site: Site) -> Iterator[Possible]:
        if isinstance(value.of, Definition) and value.of.is_class:
            frame = self._init_frame(value)
            found = self._class_attribute(value.of.scope, name, site, frame)
            yield from found or [Possible(Member(value, name), site)]
            return
        if isinstance(value.of, External) and value.site is not None and value.of.name.endswith(_NAMESPACES):
            found = self.standard.namespace_attribute(value.site, name)
            if found:
                yield from found
                return
        if isinstance(value.of, Member) and value.of.name == "parse_args" and value.site is not None:
            found = self.standard.command_line_default(value.site.scope.module, name)
            yield from found
        yield Possible(Member(value, name), site)

    # -- calls ---------------------------------------------------------

    def _call(self, node: ast.Call, site: Site) -> Iterator[Possible]:
        for function in self.evaluate(node.func, site.scope, site.frame):
            yield from self._result(function, node, site)

    def _result(self, function: Possible, node: ast.Call, site: Site) -> Iterator[Possible]:
        value = function.value
        if isinstance(value, External):
            yield from self.standard.result(value, node, site)
        elif isinstance(value, Definition):
            if value.is_class:
                yield Possible(Instance(value, site), site)
            else:
                yield from self._returned(value.scope, node, site)
        elif isinstance(value, Partial):
            yield from self._result(Possible(value.function, site), node, site)
        elif isinstance(value, Member):
            yield from self.standard.method_result(value, node, site)
        else:
            yield Possible(UNKNOWN, site)

    def _returned(self, function: Scope, node: ast.Call, site: Site) -> Iterator[Possible]:
        if function.is_generator:
            yield Possible(Instance(External("builtins.generator"), site), site)
            return
        if isinstance(function.node, ast.AsyncFunctionDef):
            yield Possible(UNKNOWN, site)
            return
        frame = self.arguments.frame(function, node, site.scope, site.frame)
        if isinstance(function.node, ast.Lambda):
            yield from self.evaluate(function.node.body, function, frame)
            return
        results = [each.value for each in function.returns if each.value is not None]
        if not results:
            yield Possible(Constant(None), site)
        for result in results[:_MAX_POSSIBLE]:
            yield from self.evaluate(result, function, frame)

    # -- parameters ----------------------------------------------------

    def _parameter(self, binding: Binding, home: Scope, site: Site) -> Iterator[Possible]:
        node = home.node
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        positional = (*node.args.posonlyargs, *node.args.args)
        if home.owner is not None and positional and positional[0].arg == binding.name and not is_static(home):
            is_class_method = has_decorator(home, "classmethod")
            owner = Definition(home.owner)
            yield Possible(owner if is_class_method else Instance(owner, None), site)
            return
        if binding.node in (node.args.vararg, node.args.kwarg):
            yield Possible(UNKNOWN, site)
            return
        if site.frame is not None and site.frame.function is home:
            yield from self._argument(binding, site.frame, home, site)
            return
        frames = [self.arguments.frame(home, call.node, call.scope, None) for call in self.arguments.callers(home)]
        if not frames and binding.value is None:
            yield Possible(UNKNOWN, site)
            return
        for frame in frames:
            yield from self._argument(binding, frame, home, site)
        if binding.value is not None and not frames:
            yield from self._default(binding.value, home)
            yield Possible(UNKNOWN, site)

    def _argument(self, binding: Binding, frame: Frame, home: Scope, site: Site) -> Iterator[Possible]:
        argument = frame.arguments.get(binding.name)
        if argument is not None:
            for possible in self.at(argument):
                passed = possible.passed or argument
                yield Possible(possible.value, possible.written, passed, possible.is_default)
        elif frame.is_open:
            yield Possible(UNKNOWN, site)
        elif binding.value is not None:
            yield from self._default(binding.value, home)
        else:
            yield Possible(UNKNOWN, site)

    def _default(self, node: ast.expr, function: Scope) -> Iterator[Possible]:
        assert function.parent is not None
        for possible in self.evaluate(node, function.parent, None):
            yield Possible(possible.value, possible.written, None, is_default=True)

    # -- classes -------------------------------------------------------

    def _class_attribute(self, class_: Scope, name: str, site: Site, frame: Frame | None) -> list[Possible]:
        for value in self.classes.ancestry(class_):
            if not isinstance(value, Definition) or not value.is_class:
                continue
            scope = value.scope
            writes = self.classes.writes(scope).get(name, [])
            found: list[Possible] = []
            for write, index in writes:
                used = frame if frame is not None and frame.function is write.scope.function else None
                for possible in self.evaluate(write.node, write.scope, used):
                    for number in index:
                        possible = self.item(possible, number, site)
                    found.append(possible)
            if found:
                return found
            if name in scope.bindings:
                return [
                    possible for binding in scope.bindings[name] for possible in self._binding(binding, scope, site)
                ]
        return []

    def _init_frame(self, value: Instance) -> Frame | None:
        site = value.site
        if site is None or not isinstance(site.node, ast.Call) or not isinstance(value.of, Definition):
            return None
        init = self.classes.method(value.of.scope, "__init__")
        return self.arguments.frame(init, site.node, site.scope, site.frame) if init is not None else None

    def lookup(self, mapping: Mapping, key: ast.expr, site: Site) -> Iterator[Possible]:
        """The entry of `mapping` under `key`; all entries where the key is not known."""
        wanted = self.only(key, site.scope, site.frame)
        items = mapping.items
        if isinstance(wanted, Constant):
            items = tuple(item for item in items if item[0] == wanted.value)
        for _, value in items[:_MAX_POSSIBLE]:
            yield from self.at(value)
        if not items or mapping.is_open:
            yield Possible(UNKNOWN, site)

    _handlers: ClassVar[dict[type[ast.AST], Callable[..., Iterator[Possible]]]] = {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.Call: _call,
        **HANDLERS,
    }


def _few(found: Possibilities, site: Site) -> Possibilities:
    """Without repetitions; too many possibilities are as good as unknown ones."""
    if len(found) == 1:
        return found
    unique = tuple(dict.fromkeys(found))
    if len(unique) > _MAX_POSSIBLE:
        return (*unique[:_MAX_POSSIBLE], Possible(UNKNOWN, site))
    return unique or (Possible(UNKNOWN, site),)
