"""What stands at a place of the text, and what stands around it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from mslint.model.names import Module, Position, Scope

Path = tuple[ast.AST, ...]
"""The nodes around a place, the module first and the innermost last."""


def path_to(tree: ast.Module, place: Position) -> Path:
    """The nodes whose text covers `place`. It looks only into those, not at the whole tree."""
    path: list[ast.AST] = [tree]
    inner = _covering(tree, place)
    while inner:
        path.extend(inner)
        inner = _covering(path[-1], place)
    return tuple(path)


def scope_of(path: Path, module: Module) -> Scope:
    """The scope that evaluates the last node of `path`."""
    scope = module.scope
    for number, (node, child) in enumerate(pairwise(path), 2):
        inner = module.scopes.get(node)
        if inner is not None and _is_inside(node, child, path[number : number + 1]):
            scope = inner
    return scope


def _covering(node: ast.AST, place: Position) -> list[ast.AST]:
    """The child of `node` that covers a place, after those between that have no place of their own."""
    for child in ast.iter_child_nodes(node):
        span = _span(child)
        if span is None:
            below = _covering(child, place)
            if below:
                return [child, *below]
        elif span[0] <= place < span[1]:
            return [child]
    return []


def _span(node: ast.AST) -> tuple[Position, Position] | None:
    """From where to where a node reaches, its decorators included."""
    line, end_line = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if line is None or end_line is None:
        return None
    start = (line, getattr(node, "col_offset", 0))
    decorators = getattr(node, "decorator_list", None)
    if decorators:
        start = (decorators[0].lineno, 0)
    return start, (end_line, getattr(node, "end_col_offset", 0))


def _is_inside(node: ast.AST, child: ast.AST, below: Path) -> bool:
    """Whether `child` of a function, class or comprehension is evaluated in it, not around it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return child in node.body
    if isinstance(node, ast.Lambda):
        return child is node.body
    generators: list[ast.comprehension] = getattr(node, "generators", [])
    return not (generators and child is generators[0] and below == (generators[0].iter,))


def blocks_on(path: Path) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """The lists of statements around a place, each with the statement in it that holds the place."""
    for node, child in pairwise(path):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and isinstance(child, ast.stmt) and child in block:
                yield block, child
