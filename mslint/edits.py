"""The repairs that several rules share, as edits."""

from __future__ import annotations

import ast

from mslint.finding import Applicability, Edit, Fix, Span
from mslint.model.names import Import, Module

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Div: "/", ast.Mult: "*", ast.Sub: "-"}


def wrap_in_list(node: ast.expr) -> Fix:
    """`x` -> `list(x)`."""
    return Fix("make it a list", (_insert_before(node, "list("), _insert_after(node, ")")), Applicability.SAFE)


def complement(node: ast.expr) -> Fix | None:
    """`0.1` -> `0.9`, `m` -> `1 - m`; None where the text is too much to judge."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float | int):
        text = repr(round(1 - node.value, 12))
        return Fix(f"write {text}", (Edit(_span(node), text),), Applicability.UNSAFE)
    if isinstance(node, _ATOMS):
        return Fix("write 1 minus the value", (_insert_before(node, "1 - "),), Applicability.UNSAFE)
    return None


def rename_keyword(keyword: ast.keyword, name: str) -> Fix | None:
    """`old=x` -> `name=x`."""
    if keyword.arg is None:
        return None
    start = (keyword.lineno, keyword.col_offset)
    span = Span(*start, start[0], start[1] + len(keyword.arg.encode()))
    return Fix(f"write {name}=", (Edit(span, name),), Applicability.SAFE)


def name_argument(node: ast.expr, keyword: str) -> Fix:
    """`f(x)` -> `f(keyword=x)`; the meaning changes with the parameter that receives the value."""
    return Fix(f"write {keyword}=", (_insert_before(node, f"{keyword}="),), Applicability.UNSAFE)


def knows_ops(module: Module) -> bool:
    """Whether the name `ops` is `mindspore.ops` in a file."""
    bindings = module.scope.bindings.get("ops", [])
    imported = bindings[0].imported if len(bindings) == 1 else None
    return imported in (Import("mindspore", "ops"), Import("mindspore.ops"))


def stop_gradient(node: ast.expr) -> Fix:
    """`x` -> `ops.stop_gradient(x)`."""
    ends = (_insert_before(node, "ops.stop_gradient("), _insert_after(node, ")"))
    return Fix("write ops.stop_gradient", ends, Applicability.UNSAFE)


def add_keyword_before(keyword: ast.keyword, text: str) -> Fix:
    """`f(x, old=y)` -> `f(x, text, old=y)`."""
    span = Span(keyword.lineno, keyword.col_offset, keyword.lineno, keyword.col_offset)
    return Fix(f"write {text}", (Edit(span, f"{text}, "),), Applicability.UNSAFE)


def assign_in_place(statement: ast.AugAssign) -> Fix | None:
    """`p -= x` -> `ops.assign(p, p - x)`; None over several lines, or with parentheses around x."""
    symbol = _OPERATORS.get(type(statement.op))
    target, value = statement.target, statement.value
    is_plain = statement.lineno == statement.end_lineno and statement.end_col_offset == value.end_col_offset
    if symbol is None or not isinstance(target, ast.Name) or not is_plain:
        return None
    begins, ends = ("", "") if isinstance(value, _ATOMS) else ("(", ")")
    start = Span(statement.lineno, statement.col_offset, value.lineno, value.col_offset)
    text = f"ops.assign({target.id}, {target.id} {symbol} {begins}"
    return Fix("write ops.assign", (Edit(start, text), _insert_after(value, f"{ends})")), Applicability.UNSAFE)


def _span(node: ast.expr) -> Span:
    return Span(node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _insert_before(node: ast.expr, text: str) -> Edit:
    return Edit(Span(node.lineno, node.col_offset, node.lineno, node.col_offset), text)


def _insert_after(node: ast.expr, text: str) -> Edit:
    span = _span(node)
    return Edit(Span(span.end_line, span.end_column, span.end_line, span.end_column), text)
