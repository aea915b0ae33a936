"""Nodes of a file by their kind, each with the scope it stands in."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TypeVar

from mslint.model.names import Module, Scope

Node = TypeVar("Node", bound=ast.AST)
_Pending = list[tuple[ast.AST, Scope]]


def walk(module: Module, *kinds: type[Node]) -> Iterator[tuple[Node, Scope]]:
    """The nodes of these kinds, in no order.

    For what the index of the module does not hold; it walks the whole tree,
    so that callers first make sure that the text can hold what they look for.
    """
    pending: _Pending = [(module.tree, module.scope)]
    while pending:
        node, scope = pending.pop()
        if isinstance(node, kinds):
            yield node, scope
        inner = module.scopes.get(node)
        outside = _outside(node) if inner is not None else ()
        for child in ast.iter_child_nodes(node):
            if inner is None:
                pending.append((child, scope))
            elif isinstance(child, ast.arguments):
                pending.extend((part, scope) for part in _around_function(child))
            elif isinstance(child, ast.comprehension):
                pending.extend(_parts(child, child.iter in outside, scope, inner))
            else:
                pending.append((child, scope if child in outside else inner))


def _outside(node: ast.AST) -> Iterable[ast.AST]:
    """What of a function, class or comprehension is evaluated around it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [*node.decorator_list, *([node.returns] if node.returns is not None else [])]
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    generators = getattr(node, "generators", None)
    return [generators[0].iter] if generators else []


def _around_function(arguments: ast.arguments) -> Iterator[ast.expr]:
    """The defaults and annotations of parameters, which are evaluated around the function."""
    yield from arguments.defaults
    yield from (default for default in arguments.kw_defaults if default is not None)
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for parameter in parameters:
        if parameter is not None and parameter.annotation is not None:
            yield parameter.annotation


def _parts(generator: ast.comprehension, is_first: bool, outer: Scope, inner: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    yield generator.target, inner
    yield generator.iter, outer if is_first else inner
    for condition in generator.ifs:
        yield condition, inner
