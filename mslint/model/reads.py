"""Which assignments nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.model.names import Binding, Scope, lookup, reaching, start_of


def is_read_in_loop(binding: Binding, loop: ast.For | ast.AsyncFor) -> bool:
    """Whether what `binding`, a statement of the body of `loop`, gives to the variable of `loop` may be read.

    The loop gives its variable a new value before each turn, so code of the
    body that stands before the statement never reads it.
    """
    name, home = binding.name, binding.scope
    inside = {id(node) for node in ast.walk(binding.node)}
    start = start_of(loop.body[0])
    for node, scope in _reads(home.node, name, home, home):
        position = start_of(node)
        is_before = scope is home and start <= position < binding.position
        if id(node) not in inside and not is_before and binding in reaching(scope, name, position):
            return True
    return False


def _reads(node: ast.AST, name: str, scope: Scope, home: Scope) -> Iterator[tuple[ast.Name, Scope]]:
    """Where `name` of the namespace `home` is read in and below `node`, and in which scope."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Name):
            if child.id == name and isinstance(child.ctx, ast.Load) and lookup(scope, name) is home:
                yield child, scope
        else:
            yield from _reads(child, name, scope.module.scopes.get(child, scope), home)
