"""The repairs that several rules share, as edits."""

from __future__ import annotations

import ast
import re

from mslint.finding import Applicability, Edit, Fix, Span

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


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


def set_flag(call: ast.Call, keyword: str, value: bool, position: int, lines: list[str]) -> Fix | None:
    """`f(x)` or `f(x, keyword=False)` -> `f(x, keyword=True)`; None where this cannot be done plainly."""
    title, text = f"write {keyword}={value}", str(value)
    given = next((each.value for each in call.keywords if each.arg == keyword), None)
    if given is None and len(call.args) > position:
        given = call.args[position]
    if given is not None:
        is_plain = isinstance(given, ast.Constant) and isinstance(given.value, bool)
        return Fix(title, (Edit(_span(given), text),), Applicability.UNSAFE) if is_plain else None
    arguments = [*call.args, *(each.value for each in call.keywords)]
    is_open = any(isinstance(each, ast.Starred) for each in call.args) or any(k.arg is None for k in call.keywords)
    if not arguments or is_open:
        return None
    last = max(arguments, key=lambda node: (node.end_lineno or 0, node.end_col_offset or 0))
    start, end = _span(last), _span(call)
    if start.end_line != end.end_line:
        return None
    rest = lines[end.end_line - 1].encode()[start.end_column : end.end_column]
    if re.fullmatch(rb"\s*,?\s*\)", rest) is None:
        return None
    return Fix(title, (_insert_after(last, f", {keyword}={value}"),), Applicability.UNSAFE)


def assign_result(call: ast.Call, name: str) -> Fix:
    """`f(x)` on a line of its own -> `x = f(x)`."""
    return Fix(f"assign it to {name}", (_insert_before(call, f"{name} = "),), Applicability.UNSAFE)


def _span(node: ast.expr) -> Span:
    return Span(node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _insert_before(node: ast.expr, text: str) -> Edit:
    return Edit(Span(node.lineno, node.col_offset, node.lineno, node.col_offset), text)


def _insert_after(node: ast.expr, text: str) -> Edit:
    span = _span(node)
    return Edit(Span(span.end_line, span.end_column, span.end_line, span.end_column), text)
