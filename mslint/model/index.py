"""The one pass over a tree that fills a `Module`.

An explicit stack instead of `ast.NodeVisitor`: it is quicker and deep
expressions cannot exhaust Python's own stack.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mslint.model.names import (
    AttributeWrite,
    Binding,
    BindingKind,
    Block,
    Call,
    Import,
    Module,
    Position,
    Scope,
    ScopeKind,
    end_of,
    start_of,
)
from mslint.model.source import Source

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_EMPTY: tuple[type, ...] = (
    ast.Name,
    ast.Constant,
    *ast.expr_context.__subclasses__(),
    *ast.operator.__subclasses__(),
    *ast.unaryop.__subclasses__(),
    *ast.boolop.__subclasses__(),
    *ast.cmpop.__subclasses__(),
    type(None),
    str,
    int,
)
_LEAVES = frozenset(_EMPTY)
"""What holds no calls, scopes or bindings, and so need not be looked into."""


def index(path: Path, source: Source, tree: ast.Module) -> Module:
    """The scopes, bindings, imports and calls of a parsed file."""
    module = Module(path, source, tree)
    indexer = _Indexer(module)
    indexer.pending.append((module.scope, tree.body, ()))
    while indexer.pending:
        indexer.scan(*indexer.pending.pop())
    indexer.handlers.clear()
    module.calls.sort(key=lambda call: (call.node.lineno, call.node.col_offset))
    return module


class _Indexer:
    """Walks scope by scope, in each first the statement, then the expressions in it."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.pending: list[tuple[Scope, Iterable[ast.stmt], Iterable[ast.expr]]] = []
        self.scope = module.scope
        self.block: Block | None = None
        self.statements: list[tuple[ast.stmt, Block | None]] = []
        self.expressions: list[Any] = []
        self.handlers: dict[type, Callable[[Any], None]] = {
            name: handler.__get__(self) for name, handler in _HANDLERS.items()
        }

    def scan(self, scope: Scope, body: Iterable[ast.stmt], expressions: Iterable[ast.expr]) -> None:
        self.scope = scope
        self.block = None
        self.push(*expressions)
        self.drain()
        statements = self.statements
        statements.extend((statement, None) for statement in body)
        statements.reverse()
        handlers = self.handlers
        while statements:
            statement, self.block = statements.pop()
            handler = handlers.get(statement.__class__)
            if handler is not None:
                handler(statement)
            else:
                self.open_up(statement)
            if self.expressions:
                self.drain()

    def drain(self) -> None:
        """Look into all waiting expressions."""
        expressions = self.expressions
        handlers = self.handlers
        leaves = _LEAVES
        reads = self.module.reads
        while expressions:
            node = expressions.pop()
            kind = node.__class__
            if kind is ast.Attribute:
                reads.append((node, self.scope))
                if node.value.__class__ not in leaves:
                    expressions.append(node.value)
                continue
            handler = handlers.get(kind)
            if handler is not None:
                handler(node)
            else:
                self.open_up(node)

    def open_up(self, node: ast.AST) -> None:
        """Put the parts of a node that has no handler among the waiting expressions."""
        leaves = _LEAVES
        waiting = self.expressions
        for name in node._fields:
            value = getattr(node, name, None)
            if value.__class__ is list:
                waiting.extend([item for item in value if item.__class__ not in leaves])
            elif value.__class__ not in leaves and isinstance(value, ast.AST):
                waiting.append(value)

    def push(self, *nodes: ast.AST | None) -> None:
        leaves = _LEAVES
        for node in nodes:
            if node.__class__ not in leaves:
                self.expressions.append(node)

    # -- names ---------------------------------------------------------

    def bind(
        self,
        name: str,
        kind: BindingKind,
        node: ast.AST,
        position: Position,
        value: ast.expr | None = None,
        index: tuple[int, ...] = (),
        imported: Import | None = None,
    ) -> None:
        binding = Binding(name, kind, node, self.scope, position, self.block, value, index, imported)
        home = self.scope
        declared = home.outer_names.get(name)
        if declared is not None:
            home = self.module.scope if declared else (home.parent or home)
        elif home.kind is ScopeKind.COMPREHENSION and isinstance(node, ast.NamedExpr):
            while home.kind is ScopeKind.COMPREHENSION and home.parent is not None:
                home = home.parent
        home.bindings.setdefault(name, []).append(binding)

    def bind_target(
        self,
        target: ast.expr,
        kind: BindingKind,
        statement: ast.stmt | ast.comprehension,
        position: Position,
        value: ast.expr | None,
        index: tuple[int, ...] = (),
    ) -> None:
        if isinstance(target, ast.Name):
            self.bind(target.id, kind, statement, position, value, index)
        elif isinstance(target, ast.Attribute):
            if isinstance(statement, ast.stmt):
                known = value if kind in (BindingKind.ASSIGNMENT, BindingKind.UNPACKED) else None
                self.scope.writes.append(AttributeWrite(target, known, index, self.scope, statement))
            self.push(target.value)
        elif isinstance(target, ast.Tuple | ast.List):
            inner = BindingKind.UNPACKED if kind is BindingKind.ASSIGNMENT else kind
            starred = False
            for number, element in enumerate(target.elts):
                if isinstance(element, ast.Starred):
                    starred = True
                    self.bind_target(element.value, BindingKind.OTHER, statement, position, None)
                elif starred:
                    self.bind_target(element, BindingKind.OTHER, statement, position, None)
                else:
                    self.bind_target(element, inner, statement, position, value, (*index, number))
        else:
            if isinstance(target, ast.Subscript) and value is not None and kind is BindingKind.ASSIGNMENT:
                self.note_item(target, value)
            self.push(target)

    def note_item(self, target: ast.Subscript, value: ast.expr) -> None:
        key = target.slice
        if isinstance(target.value, ast.Name) and isinstance(key, ast.Constant) and isinstance(key.value, str):
            self.scope.items.setdefault(target.value.id, []).append((key.value, value))

    def assign(self, node: ast.Assign) -> None:
        position = end_of(node)
        for target in node.targets:
            self.bind_target(target, BindingKind.ASSIGNMENT, node, position, node.value)
        self.push(node.value)

    def annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind_target(node.target, BindingKind.ASSIGNMENT, node, end_of(node), node.value)
            self.push(node.value)

    def augmented(self, node: ast.AugAssign) -> None:
        self.bind_target(node.target, BindingKind.AUGMENTED, node, end_of(node), node.value)
        self.push(node.value)

    def walrus(self, node: ast.NamedExpr) -> None:
        self.bind(node.target.id, BindingKind.ASSIGNMENT, node, end_of(node), node.value)
        self.push(node.value)

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.bind(target.id, BindingKind.OTHER, node, end_of(node))
                continue
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
                holder = target.value.id if isinstance(target.value, ast.Name) else ""
                self.module.deleted_keys.add((holder, str(target.slice.value)))
            self.push(target)

    def outer(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            self.scope.outer_names[name] = isinstance(node, ast.Global)

    # -- imports -------------------------------------------------------

    def import_(self, node: ast.Import) -> None:
        for alias in node.names:
            first = alias.name.partition(".")[0]
            imported = Import(alias.name if alias.asname else first)
            self.module.imports.append(Import(alias.name))
            self.bind(alias.asname or first, BindingKind.IMPORT, node, end_of(node), imported=imported)

    def import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        for alias in node.names:
            imported = Import(module, alias.name, node.level)
            self.module.imports.append(imported)
            if alias.name == "*":
                self.module.star_imports.append((imported, end_of(node), self.scope))
            else:
                self.bind(alias.asname or alias.name, BindingKind.IMPORT, node, end_of(node), imported=imported)

    # -- scopes --------------------------------------------------------

    def open(self, kind: ScopeKind, node: Any, body: Iterable[ast.stmt], expressions: Iterable[ast.expr] = ()) -> Scope:
        scope = Scope(kind, node, self.scope, self.module, block=self.block)
        self.scope.children.append(scope)
        self.module.scopes[node] = scope
        self.pending.append((scope, body, expressions))
        return scope

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        if not isinstance(node, ast.Lambda):
            self.bind(node.name, BindingKind.FUNCTION, node, start_of(node))
            self.push(*node.decorator_list)
        arguments = node.args
        self.push(*arguments.defaults, *arguments.kw_defaults)
        if isinstance(node, ast.Lambda):
            inner = self.open(ScopeKind.FUNCTION, node, (), (node.body,))
        else:
            inner = self.open(ScopeKind.FUNCTION, node, node.body)
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
        named = [*zip(positional, defaults, strict=True)]
        named += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        named += [(extra, None) for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
        for argument, default in named:
            binding = Binding(argument.arg, BindingKind.PARAMETER, argument, inner, start_of(node), None, default)
            inner.bindings.setdefault(argument.arg, []).append(binding)

    def class_(self, node: ast.ClassDef) -> None:
        self.bind(node.name, BindingKind.CLASS, node, start_of(node))
        self.push(*node.decorator_list, *node.bases, *node.keywords)
        self.open(ScopeKind.CLASS, node, node.body)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        generators = node.generators
        self.push(generators[0].iter)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        rest = [part for g in generators for part in g.ifs] + [g.iter for g in generators[1:]]
        outer = self.scope
        inner = self.open(ScopeKind.COMPREHENSION, node, (), [*results, *rest])
        self.scope = inner
        for generator in generators:
            self.bind_target(generator.target, BindingKind.LOOP, generator, start_of(node), generator.iter)
        self.scope = outer

    def return_(self, node: ast.Return) -> None:
        self.scope.returns.append(node)
        self.push(node.value)

    def yield_(self, node: ast.Yield | ast.YieldFrom) -> None:
        function = self.scope.function
        if function is not None:
            function.is_generator = True
        self.push(node.value)

    # -- blocks --------------------------------------------------------

    def branch(
        self,
        statement: ast.stmt,
        number: int,
        body: list[ast.stmt],
        *,
        is_loop: bool = False,
    ) -> Block | None:
        if not body:
            return self.block
        start, end = start_of(body[0]), end_of(body[-1])
        if isinstance(body[0], ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and body[0].decorator_list:
            start = min(start, start_of(body[0].decorator_list[0]))
        block = Block(start, (end[0], end[1] + 1), self.block, statement, number, is_loop)
        self.scope.blocks.append(block)
        self.statements.extend([(child, block) for child in reversed(body)])
        return block

    def if_(self, node: ast.If) -> None:
        self.branch(node, 1, node.orelse)
        self.branch(node, 0, node.body)
        self.push(node.test)

    def loop(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        self.branch(node, 1, node.orelse)
        body = self.branch(node, 0, node.body, is_loop=True)
        if isinstance(node, ast.While):
            self.push(node.test)
            return
        around, self.block = self.block, body
        self.bind_target(node.target, BindingKind.LOOP, node, end_of(node.iter), node.iter)
        self.block = around
        self.push(node.iter)

    def try_(self, node: ast.Try) -> None:
        self.branch(node, 2, node.finalbody)
        self.branch(node, 1, node.orelse)
        for number, handler in enumerate(node.handlers, 3):
            block = self.branch(node, number, handler.body)
            if handler.name:
                around, self.block = self.block, block
                self.bind(handler.name, BindingKind.OTHER, handler, start_of(handler))
                self.block = around
            self.push(handler.type)
        self.branch(node, 0, node.body)

    def choice(self, node: ast.IfExp | ast.BoolOp) -> None:
        self.module.choices.append(node)
        self.open_up(node)

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        self.module.choices.append(node)
        self.statements.extend([(child, self.block) for child in reversed(node.body)])
        for item in node.items:
            if item.optional_vars is not None:
                self.bind_target(item.optional_vars, BindingKind.OTHER, node, end_of(item.context_expr), None)
            self.push(item.context_expr)

    def match(self, node: ast.Match) -> None:
        for number, case in enumerate(node.cases):
            block = self.branch(node, number, case.body)
            around, self.block = self.block, block
            for part in ast.walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str):
                    self.bind(name, BindingKind.OTHER, part, start_of(node))
            self.block = around
            self.push(case.guard)
        self.push(node.subject)

    # -- calls ---------------------------------------------------------

    def call(self, node: ast.Call) -> None:
        leaves = _LEAVES
        self.module.calls.append(Call(node, self.scope))
        waiting = self.expressions
        called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        if called.__class__ not in leaves:
            waiting.append(called)
        for argument in node.args:
            if argument.__class__ not in leaves:
                waiting.append(argument)
        for keyword in node.keywords:
            if keyword.value.__class__ not in leaves:
                waiting.append(keyword.value)


_HANDLERS: dict[type, Callable[..., None]] = {
    ast.Call: _Indexer.call,
    ast.IfExp: _Indexer.choice,
    ast.BoolOp: _Indexer.choice,
    ast.Assign: _Indexer.assign,
    ast.AnnAssign: _Indexer.annotated,
    ast.AugAssign: _Indexer.augmented,
    ast.NamedExpr: _Indexer.walrus,
    ast.IfExp: _Indexer.choice,
    ast.BoolOp: _Indexer.choice,
    ast.FunctionDef: _Indexer.function,
    ast.AsyncFunctionDef: _Indexer.function,
    ast.Lambda: _Indexer.function,
    ast.ClassDef: _Indexer.class_,
    ast.Import: _Indexer.import_,
    ast.ImportFrom: _Indexer.import_from,
    ast.If: _Indexer.if_,
    ast.For: _Indexer.loop,
    ast.AsyncFor: _Indexer.loop,
    ast.While: _Indexer.loop,
    ast.Try: _Indexer.try_,
    ast.With: _Indexer.with_,
    ast.AsyncWith: _Indexer.with_,
    ast.Match: _Indexer.match,
    ast.Global: _Indexer.outer,
    ast.Nonlocal: _Indexer.outer,
    ast.Delete: _Indexer.delete,
    ast.Return: _Indexer.return_,
    ast.Yield: _Indexer.yield_,
    ast.YieldFrom: _Indexer.yield_,
    **dict.fromkeys(_COMPREHENSIONS, _Indexer.comprehension),
}
if sys.version_info >= (3, 11):
    _HANDLERS[ast.TryStar] = _Indexer.try_
