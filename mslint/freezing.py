"""Repairs of `requires_grad_()`, which MindSpore's cells have not, nor its parameters before 2.8."""

from __future__ import annotations

import ast

from mslint.finding import Applicability, Edit, Fix, Span
from mslint.model.names import Module, Scope, lookup
from mslint.model.source import Source
from mslint.model.walk import walk

_NAME = "parameter"
"""The variable of the loops that repairs write."""


def assign_flag(call: ast.Call, module: Module) -> Fix | None:
    """`p.requires_grad_(value)` -> `p.requires_grad = value`; None where the result is used or the text is more."""
    is_statement = any(statement.value is call for statement, _ in walk(module, ast.Expr))
    function, flag = call.func, _flag(call, module.source)
    if not is_statement or flag is None or not isinstance(function, ast.Attribute):
        return None
    span = Span(*_end(function.value), *_end(call))
    return Fix("assign requires_grad", (Edit(span, f".requires_grad = {flag}"),), Applicability.SAFE)


def freeze_each(call: ast.Call, scope: Scope, source: Source) -> Fix | None:
    """`net.requires_grad_(value)` -> a loop over the parameters; None where more than the call is on its line."""
    function, flag = call.func, _flag(call, source)
    if flag is None or not isinstance(function, ast.Attribute) or lookup(scope, _NAME) is not None:
        return None
    if not isinstance(function.value, ast.Name | ast.Attribute):
        return None
    line = source.lines[call.lineno - 1].encode("utf-8", "surrogatepass")
    indent, rest = line[: call.col_offset], line[call.end_col_offset :].strip()
    if indent.strip() or (rest and not rest.startswith(b"#")):
        return None
    begins = Span(call.lineno, call.col_offset, call.lineno, call.col_offset)
    opened = Edit(begins, f"for {_NAME} in ")
    span = Span(*_end(function.value), *_end(call))
    body = f"\n{indent.decode()}    {_NAME}.requires_grad = {flag}"
    loop = (opened, Edit(span, f".get_parameters():{body}"))
    return Fix("assign requires_grad of each parameter", loop, Applicability.SAFE)


def _flag(call: ast.Call, source: Source) -> str | None:
    """The text of what the method is given, which stands on one line; None where that is not plain."""
    if call.lineno != call.end_lineno or call.keywords or len(call.args) > 1:
        return None
    if not call.args:
        return "True"
    given = call.args[0]
    if not isinstance(given, ast.Constant | ast.Name | ast.Attribute):
        return None
    return source.extract((given.lineno, given.col_offset), _end(given))


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
