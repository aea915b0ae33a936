"""Scopes, bindings and imports of one file, and what a name stands for.

`mslint.model.index` fills a `Module` in one pass over the tree. Nothing here
evaluates expressions; `mslint.model.values` does, on demand.
"""

from __future__ import annotations

import ast
import enum
import os
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from mslint.model.source import Source

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ScopeNode = ast.Module | ast.ClassDef | FunctionNode | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Position = tuple[int, int]
"""Line from 1 and UTF-8 byte column from 0, as `ast` counts them."""


class ScopeKind(enum.Enum):
    """What opened a scope."""

    MODULE = enum.auto()
    CLASS = enum.auto()
    FUNCTION = enum.auto()
    COMPREHENSION = enum.auto()


class BindingKind(enum.Enum):
    """How a name got its value."""

    IMPORT = enum.auto()
    PARAMETER = enum.auto()
    ASSIGNMENT = enum.auto()
    UNPACKED = enum.auto()
    AUGMENTED = enum.auto()
    LOOP = enum.auto()
    FUNCTION = enum.auto()
    CLASS = enum.auto()
    OTHER = enum.auto()
    """with, except, del, match."""


class Import(NamedTuple):
    """What an import binds.

    `import a.b` binds `a` (module "a", name None); `import a.b as c` binds
    module "a.b"; `from .a import b` is module "a", level 1, name "b".
    """

    module: str
    name: str | None = None
    level: int = 0


@dataclass(slots=True, eq=False)
class Block:
    """A branch or a loop body inside a scope.

    Blocks with the same `statement` and different `branch` exclude each other
    (the two arms of an if), except those of a try, where both may run.
    """

    start: Position
    end: Position
    parent: Block | None
    statement: ast.stmt
    branch: int
    is_loop: bool

    def chain(self) -> Iterator[Block]:
        """This block and those around it, innermost first."""
        block: Block | None = self
        while block is not None:
            yield block
            block = block.parent


@dataclass(slots=True, eq=False)
class Binding:
    """One place that gives a name a value.

    `value` is the assigned expression, the default of a parameter, or what a
    loop iterates; `index` is the place within it for unpacking.
    """

    name: str
    kind: BindingKind
    node: ast.AST
    scope: Scope
    position: Position
    block: Block | None
    value: ast.expr | None = None
    index: tuple[int, ...] = ()
    imported: Import | None = None


@dataclass(slots=True, eq=False)
class AttributeWrite:
    """An assignment to `something.attribute`."""

    target: ast.Attribute
    value: ast.expr | None
    index: tuple[int, ...]
    scope: Scope
    statement: ast.stmt


@dataclass(slots=True, eq=False)
class Scope:
    """A namespace and where it lies."""

    kind: ScopeKind
    node: ScopeNode
    parent: Scope | None
    module: Module
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    block: Block | None = None
    """The block of the parent scope that this scope's node stands in."""
    outer_names: dict[str, bool] = field(default_factory=dict)
    """Names declared global (True) or nonlocal (False)."""
    children: list[Scope] = field(default_factory=list)
    writes: list[AttributeWrite] = field(default_factory=list)
    """Assignments to attributes made by code of this scope."""
    items: dict[str, list[tuple[str, ast.expr]]] = field(default_factory=dict)
    """Assignments `name["key"] = value` made by code of this scope, by name."""
    returns: list[ast.Return] = field(default_factory=list)
    is_generator: bool = False

    @property
    def name(self) -> str:
        """The name of the function or class, else ""."""
        return getattr(self.node, "name", "")

    @property
    def function(self) -> Scope | None:
        """The innermost function scope at or around this one."""
        scope: Scope | None = self
        while scope is not None and scope.kind is ScopeKind.COMPREHENSION:
            scope = scope.parent
        return scope if scope is not None and scope.kind is ScopeKind.FUNCTION else None

    @property
    def owner(self) -> Scope | None:
        """The class this function is a method of."""
        parent = self.parent
        if self.kind is ScopeKind.FUNCTION and parent is not None and parent.kind is ScopeKind.CLASS:
            return parent
        return None

    def block_at(self, position: Position) -> Block | None:
        """The innermost block of this scope around `position`."""
        found = None
        for block in self.blocks:
            if block.start <= position < block.end and (found is None or block.start >= found.start):
                found = block
        return found


@dataclass(slots=True, eq=False)
class Call:
    """A call expression and the scope it is evaluated in."""

    node: ast.Call
    scope: Scope


@dataclass(eq=False)
class Module:
    """One file: its tree, scopes, imports and calls."""

    path: Path
    source: Source
    tree: ast.Module
    scope: Scope = field(init=False)
    calls: list[Call] = field(default_factory=list)
    scopes: dict[ast.AST, Scope] = field(default_factory=dict)
    """The scope that each function, class, lambda or comprehension opens."""
    star_imports: list[tuple[Import, Position, Scope]] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    """All imports of the file in the order of the text."""
    reads: list[tuple[ast.Attribute, Scope]] = field(default_factory=list)
    """The attributes that expressions use and do not call, annotations left aside."""
    choices: list[ast.IfExp | ast.BoolOp | ast.With | ast.AsyncWith] = field(default_factory=list)
    """What may decide whether a part of it runs to its end, if and try left aside."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What other modules of the model keep about the file, by their names."""
    deleted_keys: set[tuple[str, str]] = field(default_factory=set)
    """The names and keys in statements such as `del entries["key"]`; the name is "" where it is no plain one."""

    def __post_init__(self) -> None:
        """Open the module's own scope."""
        self.scope = Scope(ScopeKind.MODULE, self.tree, None, self)

    def release(self) -> None:
        """Take the index apart, so that its memory is freed at once and not by a search for cycles."""
        for scope in (self.scope, *self.scopes.values()):
            scope.bindings.clear()
            scope.children.clear()
            scope.writes.clear()
            scope.items.clear()
        self.__dict__.clear()

    @cached_property
    def folder(self) -> str:
        """The absolute path of the folder that holds the file."""
        return os.path.dirname(os.path.abspath(self.path))

    @cached_property
    def calls_by_name(self) -> dict[str, list[Call]]:
        """The calls by the last part of what is called, "" where that is no name and no attribute."""
        found: dict[str, list[Call]] = {}
        for call in self.calls:
            function = call.node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            found.setdefault(name, []).append(call)
        return found

    def calls_named(self, names: Iterable[str]) -> Iterator[Call]:
        """The calls of functions and methods with one of these names."""
        for name in _in_order(names, self.calls_by_name):
            yield from self.calls_by_name.get(name, ())

    @cached_property
    def reads_by_name(self) -> dict[str, list[tuple[ast.Attribute, Scope]]]:
        """The attributes that are read, by their names."""
        found: dict[str, list[tuple[ast.Attribute, Scope]]] = {}
        for node, scope in self.reads:
            found.setdefault(node.attr, []).append((node, scope))
        return found

    def reads_of(self, names: Iterable[str]) -> Iterator[tuple[ast.Attribute, Scope]]:
        """Where an attribute with one of these names is read and not called."""
        for name in _in_order(names, self.reads_by_name):
            for node, scope in self.reads_by_name.get(name, ()):
                if isinstance(node.ctx, ast.Load):
                    yield node, scope

    @property
    def classes(self) -> Iterator[Scope]:
        """The scopes of all classes, nested ones included."""
        return (scope for scope in self.scopes.values() if scope.kind is ScopeKind.CLASS)

    @property
    def attribute_writes(self) -> Iterator[AttributeWrite]:
        """All assignments to attributes."""
        return (write for scope in (self.scope, *self.scopes.values()) for write in scope.writes)

    @property
    def functions(self) -> Iterator[Scope]:
        """The scopes of all functions and lambdas."""
        return (scope for scope in self.scopes.values() if scope.kind is ScopeKind.FUNCTION)


def start_of(node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.excepthandler) -> Position:
    """Where the text of `node` begins."""
    return (node.lineno, node.col_offset)


def end_of(node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.excepthandler) -> Position:
    """Where the text of `node` ends."""
    return (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _in_order(names: Iterable[str], known: Iterable[str]) -> Iterable[str]:
    """These names; those of a set in the order of the text, since a set's own changes from run to run."""
    return [name for name in known if name in names] if isinstance(names, Set) else names


def lookup(scope: Scope, name: str) -> Scope | None:
    """The scope whose namespace holds `name` as code in `scope` sees it.

    Class namespaces are seen only from their own code, as Python has it.
    None where no binding is known (a builtin, a star import, nothing).
    """
    current: Scope | None = scope
    while current is not None:
        declared = current.outer_names.get(name)
        if declared is True:
            return scope.module.scope if name in scope.module.scope.bindings else None
        if declared is None and name in current.bindings and (current is scope or current.kind is not ScopeKind.CLASS):
            return current
        current = current.parent
    return None


def reaching(scope: Scope, name: str, position: Position) -> list[Binding]:
    """The bindings of `name` that may hold where code in `scope` reads it.

    Within one scope the order of statements and the exclusion of branches
    count; from an inner scope every binding of the outer one may hold.
    Empty where the name is not bound in the file.
    """
    home = lookup(scope, name)
    if home is None:
        return []
    bindings = home.bindings[name]
    if len(bindings) == 1:
        return bindings
    if home is not scope and scope.kind is not ScopeKind.COMPREHENSION:
        return bindings
    if home is not scope and scope.function is not home and home.kind is ScopeKind.FUNCTION:
        return bindings
    return _reaching_in(home, bindings, position)


def _reaching_in(scope: Scope, bindings: list[Binding], position: Position) -> list[Binding]:
    here = scope.block_at(position)
    around = list(here.chain()) if here else []
    loops = [block for block in around if block.is_loop]
    reached = []
    before = sorted((b for b in bindings if b.position <= position), key=lambda b: b.position, reverse=True)
    for binding in before:
        if _excludes(binding.block, around):
            continue
        reached.append(binding)
        if binding.kind is not BindingKind.AUGMENTED and (binding.block is None or binding.block in around):
            break
    for binding in bindings:
        if binding.position > position and any(loop.start <= binding.position < loop.end for loop in loops):
            reached.append(binding)
    return reached or bindings


def _excludes(block: Block | None, around: list[Block]) -> bool:
    """Whether code in `block` cannot have run before code inside `around`."""
    if block is None:
        return False
    for inner in block.chain():
        for outer in around:
            if (
                inner.statement is outer.statement
                and inner.branch != outer.branch
                and isinstance(inner.statement, ast.If | ast.Match)
            ):
                loop_around = any(b.is_loop for b in (inner.parent.chain() if inner.parent else ()))
                return not loop_around
    return False


def dotted(node: ast.expr) -> list[str] | None:
    """The parts of `a.b.c`, or None where the expression is not of that form."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    parts.reverse()
    return parts
