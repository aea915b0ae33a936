"""Where a file names what is MindSpore's: imports and dotted names, by full name.

Most files name thousands of things and few that a rule wants to know more of.
So the text is searched for the names first, and the tree is asked only about
the places of those that are wanted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from packaging.version import Version

from mslint.facts import names
from mslint.facts.presence import missing_part
from mslint.model.evaluator import Evaluator
from mslint.model.names import Binding, BindingKind, Import, Module, Position, Scope, ScopeKind, start_of
from mslint.model.places import Path, path_to, scope_of
from mslint.model.shims import reckons_with_absence
from mslint.model.values import External
from mslint.patches import bound_names

Wanted = Callable[[str], str | None]
"""Given a full name, the part of it that a rule wants to know of; None for nothing."""

_LIBRARY = "mindspore"
_NEWLINE = re.compile(r"\r\n|\r|\n")
_MAX_HOPS = 3
"""Files through which a module may be handed on under its name."""
_HANDED_ON = frozenset({"F", "P", "mindspore", "mint", "mnp", "ms", "nn", "ops"})
"""Names under which projects hand on MindSpore's modules."""


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """One place that names something of MindSpore.

    `part` is what was wanted, `name` the longest dotted name that it begins.
    `node` is the place of the part: an attribute, or a name in an import; for
    a module that `from MODULE import ...` names, the statement.
    """

    part: str
    name: str
    node: ast.expr | ast.alias | ast.stmt
    path: Path
    scope: Scope

    @property
    def is_import(self) -> bool:
        """Whether it is an import that names it."""
        return not isinstance(self.node, ast.expr)


class _Alias(NamedTuple):
    """A name of the file and the module of MindSpore that it stands for."""

    name: str
    module: str


class Mentions:
    """The mentions of one file."""

    def __init__(self, evaluator: Evaluator, target: Version) -> None:
        """Start with nothing searched."""
        self._evaluator = evaluator
        self._module: Module = evaluator.module
        self._target = target
        self._for_some_versions: dict[ast.AST, bool] = {}

    @cached_property
    def missing(self) -> list[Mention]:
        """Where the file names what the target version has not and nothing in the project adds."""
        found = list(self.of(lambda name: missing_part(name, self._target)))
        added = bound_names({mention.part for mention in found}, self._evaluator)
        return [mention for mention in found if mention.part not in added]

    def of(self, wanted: Wanted) -> Iterator[Mention]:
        """Where the file names what is wanted, apart from places that reckon with its absence.

        Annotations count unless they are not evaluated.
        """
        if self._is_open:
            for mention in [*self._imports(wanted), *self._attributes(wanted)]:
                if not reckons_with_absence(mention.path, mention.scope) and not self._is_for_some_versions(mention):
                    yield mention

    def _is_for_some_versions(self, mention: Mention) -> bool:
        """Whether it stands in a function or class that the file uses where it reckons with absence, and only there."""
        definition = mention.path[1] if len(mention.path) > 2 else None
        if not isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return False
        if definition not in self._for_some_versions:
            self._for_some_versions[definition] = self._is_used_for_some_versions(definition)
        return self._for_some_versions[definition]

    def _is_used_for_some_versions(self, definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
        uses = []
        for match in re.finditer(rf"{definition.name}\b(?<!\w{definition.name})", self._module.source.text):
            path = path_to(self._module.tree, self._place(match.start()))
            if isinstance(path[-1], ast.Name) and definition not in path:
                uses.append(reckons_with_absence(path, scope_of(path, self._module)))
        return bool(uses) and all(uses)

    @cached_property
    def _is_open(self) -> bool:
        """Whether the file imports MindSpore, and not a folder of the project that has its name."""
        module = self._module
        imported = any(not each.level and _is_library(each.module) for each in module.imports)
        is_handed_on = any(each.name in _HANDED_ON for each in module.imports)
        return (imported or is_handed_on) and self._evaluator.project.locate(module, _LIBRARY) is None

    @cached_property
    def _bindings(self) -> list[Binding]:
        """The imports of the file that lead to MindSpore, in all scopes."""
        return [
            binding
            for scope in (self._module.scope, *self._module.scopes.values())
            for bindings in scope.bindings.values()
            for binding in bindings
            if binding.imported is not None and not binding.imported.level and _is_library(binding.imported.module)
        ]

    @cached_property
    def _aliases(self) -> list[_Alias]:
        """The names that stand for modules of MindSpore."""
        found = {_Alias(binding.name, _full_name(binding)) for binding in self._bindings}
        for name in _HANDED_ON & self._module.scope.bindings.keys():
            for binding in self._module.scope.bindings[name]:
                target = self._handed_on(binding, self._module, _MAX_HOPS)
                if target is not None:
                    found.add(_Alias(name, target))
        return sorted((alias for alias in found if _is_module(alias.module)), key=lambda alias: alias.name)

    def _handed_on(self, binding: Binding, module: Module, hops: int) -> str | None:
        """The module of MindSpore that a file of the project hands on to this import, or an assignment to this name."""
        if binding.kind is BindingKind.ASSIGNMENT and isinstance(binding.value, ast.Name | ast.Attribute):
            value = self._evaluator.only(binding.value, binding.scope)
            return value.name if isinstance(value, External) else None
        imported = binding.imported
        if imported is not None and not imported.level and _is_library(imported.module):
            return _full_name(binding)
        if imported is None or imported.name is None or not hops:
            return None
        source, name = self._evaluator.project.imported(module, imported)
        bindings = source.scope.bindings.get(name, []) if source is not None and name is not None else []
        return self._handed_on(bindings[0], source, hops - 1) if source is not None and len(bindings) == 1 else None

    # -- imports -------------------------------------------------------

    def _imports(self, wanted: Wanted) -> Iterator[Mention]:
        seen: set[tuple[ast.stmt | ast.alias, str]] = set()
        for binding in self._bindings:
            for imported, node in _imported(binding):
                full = f"{imported.module}.{imported.name}" if imported.name else imported.module
                part = wanted(full)
                if part is None:
                    continue
                is_of_module = not (imported.name and part == full)
                assert isinstance(binding.node, ast.stmt)
                place = binding.node if is_of_module and imported.name else node
                if (place, part) not in seen:
                    seen.add((place, part))
                    path = path_to(self._module.tree, start_of(binding.node))
                    path = path[: path.index(binding.node) + 1]
                    yield Mention(part, full, place, path, binding.scope)
        for imported, (line, column), scope in self._module.star_imports:
            part = wanted(imported.module) if not imported.level and _is_library(imported.module) else None
            if part is not None:
                path = path_to(self._module.tree, (line, column - 1))
                statement = next(node for node in path if isinstance(node, ast.ImportFrom))
                yield Mention(part, imported.module, statement, path[: path.index(statement) + 1], scope)

    # -- dotted names --------------------------------------------------

    def _attributes(self, wanted: Wanted) -> Iterator[Mention]:
        for alias in self._aliases:
            tails = _pattern(alias.name).findall(self._module.source.text)
            hits = {tail for tail in set(tails) if wanted(f"{alias.module}.{tail}") is not None}
            if hits:
                for match in _pattern(alias.name).finditer(self._module.source.text):
                    if match[1] in hits and not self._is_in_comment(match.start()):
                        yield from self._at(self._place(match.start()), wanted)

    def _is_in_comment(self, offset: int) -> bool:
        """Whether the line of a place begins with a comment; what else is no code the tree tells."""
        text = self._module.source.text
        return text[text.rfind("\n", 0, offset) + 1 : offset].lstrip().startswith("#")

    def _at(self, place: Position, wanted: Wanted) -> Iterator[Mention]:
        """The mention that begins with the name at a place."""
        path = path_to(self._module.tree, place)
        name = path[-1]
        scope = scope_of(path, self._module)
        if not isinstance(name, ast.Name) or start_of(name) != place or self._is_not_evaluated(path, scope):
            return
        chain = [name, *_attributes_above(path)]
        value = self._evaluator.only(name, scope)
        if not isinstance(value, External):
            return
        spelled = ".".join([value.name, *(each.attr for each in chain[1:] if isinstance(each, ast.Attribute))])
        part = wanted(spelled)
        depth = part.count(".") - value.name.count(".") if part is not None else 0
        if part is None or depth < 1:
            return
        node = chain[depth]
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield Mention(part, spelled, node, path, scope)

    def _is_not_evaluated(self, path: Path, scope: Scope) -> bool:
        """Whether a place is in an annotation that is kept as text, or dropped as those of local variables are."""
        for node, child in pairwise(path):
            if child is getattr(node, "returns", None) and self._keeps_annotations:
                return True
            is_local = isinstance(node, ast.AnnAssign) and scope.kind is ScopeKind.FUNCTION
            if child is getattr(node, "annotation", None) and (self._keeps_annotations or is_local):
                return True
        return False

    @cached_property
    def _keeps_annotations(self) -> bool:
        """Whether annotations are kept as text."""
        return Import("__future__", "annotations") in self._module.imports

    def _place(self, offset: int) -> Position:
        """Line and byte column of a place in the text."""
        before = self._module.source.text[:offset]
        line = before.count("\n") + 1
        start = before.rfind("\n") + 1
        if "\r" in before:
            ends = [match.end() for match in _NEWLINE.finditer(before)]
            line, start = len(ends) + 1, ends[-1]
        return line, len(before[start:].encode("utf-8", "surrogatepass"))


@cache
def _pattern(alias: str) -> re.Pattern[str]:
    """What follows a name and a dot. The literal comes first, which is what makes the search quick."""
    return re.compile(rf"{alias}\.(?<![\w.]{alias}\.)(\w+(?:\.\w+)*)")


def _is_library(module: str) -> bool:
    return module == _LIBRARY or module.startswith(f"{_LIBRARY}.")


@cache
def _is_module(name: str) -> bool:
    return name == _LIBRARY or names.is_module(name)


def _full_name(binding: Binding) -> str:
    imported = binding.imported
    assert imported is not None
    return f"{imported.module}.{imported.name}" if imported.name else imported.module


def _imported(binding: Binding) -> Iterator[tuple[Import, ast.alias]]:
    """What an import names, where it binds this name; `import a.b` names `a.b` and binds `a`."""
    node = binding.node
    assert isinstance(node, ast.Import | ast.ImportFrom)
    for alias in node.names:
        bound = alias.asname or (alias.name if isinstance(node, ast.ImportFrom) else alias.name.partition(".")[0])
        if bound == binding.name:
            is_from = isinstance(node, ast.ImportFrom)
            yield (Import(node.module or "", alias.name) if is_from else Import(alias.name)), alias  # type: ignore[union-attr]


def _attributes_above(path: Path) -> Iterator[ast.Attribute]:
    """The attributes of attributes of the name that ends a path."""
    inner = path[-1]
    for node in reversed(path[:-1]):
        if not isinstance(node, ast.Attribute) or node.value is not inner:
            return
        yield node
        inner = node
