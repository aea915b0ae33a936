"""The one pass over a tree that fills a `Module`.

An explicit stack instead of `ast.NodeVisitor`: it is quicker and deep
expressions cannot exhaust Python's own stack.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
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
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)
_FIELDS: dict[type, tuple[str, ...]] = {}


def index(path: Path, source: Source, tree: ast.Module) -> Module:
    """The scopes, bindings, imports and calls of a parsed file."""
    module = Module(path, source, tree)
    pending: list[tuple[Scope, Iterable[ast.AST]]] = [(module.scope, tree.body)]
    indexer = _Indexer(module, pending)
    while pending:
        scope, nodes = pending.pop()
        indexer.scan(scope, nodes)
    module.calls.sort(key=lambda call: (call.node.lineno, call.node.col_offset))
    return module


class _Indexer:
    """Walks scope by scope; statements carry the block they stand in."""

    def __init__(self, module: Module, pending: list[tuple[Scope, Iterable[ast.AST]]]) -> None:
        self.module = module
        self.pending = pending
        self.scope: Scope
        self.block: Block | None
        self.stack: list[tuple[Any, Block | None]]
        self.handlers: dict[type, Any] = {
            ast.Call: self.call,
            ast.Assign: self.assign,
            ast.AnnAssign: self.annotated,
            ast.AugAssign: self.augmented,
            ast.NamedExpr: self.walrus,
            ast.FunctionDef: self.function,
            ast.AsyncFunctionDef: self.function,
            ast.Lambda: self.function,
            ast.ClassDef: self.class_,
            ast.Import: self.import_,
            ast.ImportFrom: self.import_from,
            ast.If: self.if_,
            ast.For: self.loop,
            ast.AsyncFor: self.loop,
            ast.While: self.loop,
            ast.Try: self.try_,
            ast.With: self.with_,
            ast.AsyncWith: self.with_,
            ast.Match: self.match,
            ast.Global: self.outer,
            ast.Nonlocal: self.outer,
            ast.Delete: self.delete,
            ast.Return: self.return_,
            ast.Yield: self.yield_,
            ast.YieldFrom: self.yield_,
            **dict.fromkeys(_COMPREHENSIONS, self.comprehension),
        }
        try_star = getattr(ast, "TryStar", None)
        if try_star is not None:
            self.handlers[try_star] = self.try_

    def scan(self, scope: Scope, nodes: Iterable[ast.AST]) -> None:
        self.scope = scope
        stack: list[tuple[Any, Block | None]] = [(node, None) for node in nodes]
        stack.reverse()
        self.stack = stack
        handlers = self.handlers
        fields = _FIELDS
        while stack:
            node, block = stack.pop()
            kind = node.__class__
            handler = handlers.get(kind)
            if handler is not None:
                self.block = block
                handler(node)
                continue
            names = fields.get(kind)
            if names is None:
                names = fields[kind] = () if issubclass(kind, _LEAVES) else kind._fields
            for name in names:
                value = getattr(node, name, None)
                if value is None or value.__class__ is str:
                    continue
                if value.__class__ is list:
                    stack.extend([(item, block) for item in reversed(value) if isinstance(item, ast.AST)])
                elif isinstance(value, ast.AST):
                    stack.append((value, block))

    def push(self, *nodes: ast.AST | None) -> None:
        self.stack.extend([(node, self.block) for node in reversed(nodes) if node is not None])

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
            self.push(target)

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
            else:
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

    def open(self, kind: ScopeKind, node: Any, nodes: Iterable[ast.AST]) -> Scope:
        scope = Scope(kind, node, self.scope, self.module, block=self.block)
        self.scope.children.append(scope)
        self.module.scopes[node] = scope
        self.pending.append((scope, nodes))
        return scope

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        if not isinstance(node, ast.Lambda):
            self.bind(node.name, BindingKind.FUNCTION, node, start_of(node))
            self.push(*node.decorator_list)
        arguments = node.args
        self.push(*arguments.defaults, *arguments.kw_defaults)
        body: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
        inner = self.open(ScopeKind.FUNCTION, node, body)
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
        inner = self.open(ScopeKind.COMPREHENSION, node, [*results, *rest])
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
        self.stack.extend([(child, block) for child in reversed(body)])
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

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        self.stack.extend([(child, self.block) for child in reversed(node.body)])
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
        self.module.calls.append(Call(node, self.scope))
        self.push(node.func, *node.args, *[keyword.value for keyword in node.keywords])
