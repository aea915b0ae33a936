"""Repairs that take a statement or a decorator away and leave what it is around."""

from __future__ import annotations

import ast
import re

from mslint.finding import Applicability, Edit, Fix, Span
from mslint.model.source import Source

_AFTER_HEADER = re.compile(rb"\s*:\s*(#.*)?")


def unwrapped(statement: ast.With | ast.For, last: ast.expr, source: Source) -> tuple[Edit, ...] | None:
    """The edits that leave the body of a statement whose header ends with `last`, indented as the statement is.

    A comment beside the header stays on a line of its own. None where the
    header is more than one line, or something else stands on its line.
    """
    line = _line(source, statement.lineno)
    first = statement.body[0]
    body = _line(source, first.lineno)[: first.col_offset]
    indent = line[: statement.col_offset]
    header = _AFTER_HEADER.fullmatch(line, last.end_col_offset or 0)
    is_plain = last.end_lineno == statement.lineno < first.lineno and not indent.strip() and not body.strip()
    if header is None or not is_plain or not body.startswith(indent):
        return None
    end = statement.end_lineno or statement.lineno
    if header[1] is not None:
        edits = [Edit(Span(statement.lineno, len(indent), statement.lineno, header.start(1)), "")]
    else:
        edits = [Edit(Span(statement.lineno, 0, statement.lineno + 1, 0), "")]
    inside = _inside_strings(statement)
    for number in range(statement.lineno + 1, end + 1):
        if number not in inside and not _line(source, number)[len(indent) : len(body)].strip():
            width = min(len(body), len(_line(source, number)))
            if width > len(indent):
                edits.append(Edit(Span(number, len(indent), number, width), ""))
    return tuple(edits)


def leave_with(statement: ast.With, manager: ast.expr, source: Source) -> Fix | None:
    """`with manager: body` -> `body`; None where the statement is more than that."""
    if len(statement.items) != 1 or statement.items[0].optional_vars is not None:
        return None
    edits = unwrapped(statement, manager, source)
    return None if edits is None else Fix("leave the with statement out", edits, Applicability.UNSAFE)


def delete_decorator(decorator: ast.expr, source: Source) -> Fix | None:
    """Without the line that is nothing but `@decorator`; a comment beside it stays."""
    before = _line(source, decorator.lineno)[: decorator.col_offset]
    return _delete(decorator, b"@", len(before) - len(before.lstrip()), source)


def delete_call(call: ast.Call, tree: ast.Module, source: Source) -> Fix | None:
    """Without the line that is nothing but `call`; a comment beside it stays. None where it is alone in its block."""
    for parent in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and any(isinstance(each, ast.Expr) and each.value is call for each in block):
                return _delete(call, b"", call.col_offset, source) if len(block) > 1 else None
    return None


def _delete(node: ast.expr, before: bytes, column: int, source: Source) -> Fix | None:
    """Without the line on which nothing but `node` stands, and `before` before it."""
    text = _line(source, node.lineno)
    rest = re.fullmatch(rb"\s*(#.*)?", text[node.end_col_offset :])
    if node.end_lineno != node.lineno or text[: node.col_offset].strip() != before or rest is None:
        return None
    span = Span(node.lineno, 0, node.lineno + 1, 0)
    if rest[1] is not None:
        span = Span(node.lineno, column, node.lineno, (node.end_col_offset or 0) + rest.start(1))
    return Fix("delete it", (Edit(span, ""),), Applicability.UNSAFE)


def _inside_strings(statement: ast.stmt) -> set[int]:
    """The lines that begin inside a string, whose text an indent is."""
    found: set[int] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)):
            found.update(range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
    return found


def _line(source: Source, number: int) -> bytes:
    return source.lines[number - 1].encode("utf-8", "surrogatepass")
