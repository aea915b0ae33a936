"""Repairs that put `ops.assign` in the place of what a compiled step does not see."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from mslint.blocks import unwrapped
from mslint.finding import Applicability, Edit, Fix, Span
from mslint.model.names import Import, Module, Scope, lookup
from mslint.model.walk import walk

_OPS = (Import("mindspore", "ops"), Import("mindspore.ops"))
_MINDSPORE = Import("mindspore")
_OPTIM = (Import("mindspore.experimental", "optim"), Import("mindspore.experimental.optim"))
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Div: "/", ast.Mult: "*", ast.Sub: "-"}
SETTERS = frozenset({"assign_value", "set_data"})
"""Methods that give a Parameter other data."""
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def name_of(module: Module, scope: Scope, wanted: tuple[Import, ...], inside: str) -> str | None:
    """How code in `scope` can name a module of MindSpore; None where the file has no name for it.

    `wanted` are the imports that bind the module itself, `inside` is where `mindspore` has it.
    """
    found: dict[Import | None, str] = {}
    for name, bindings in module.scope.bindings.items():
        imported = bindings[0].imported
        is_wanted = imported is not None and (imported in wanted or imported == _MINDSPORE)
        if is_wanted and all(each.imported == imported for each in bindings) and lookup(scope, name) is module.scope:
            found.setdefault(imported, name)
    direct = next((found[each] for each in wanted if each in found), None)
    return direct or (f"{found[_MINDSPORE]}.{inside}" if _MINDSPORE in found else None)


def name_of_optim(module: Module, scope: Scope) -> str | None:
    """How code in `scope` can name `mindspore.experimental.optim`."""
    return name_of(module, scope, _OPTIM, "experimental.optim")


class Assigner:
    """Makes such repairs in one file."""

    def __init__(self, module: Module) -> None:
        """`module` is the file."""
        self._module = module
        self._statements: dict[ast.AST, ast.stmt] | None = None

    # -- repairs -------------------------------------------------------

    def in_place_of(
        self,
        node: ast.expr,
        scope: Scope | None,
        parameter: str = "",
        applicability: Applicability = Applicability.UNSAFE,
    ) -> Fix | None:
        """`ops.assign(...)` for what happens at `node`.

        - `target = value` and `target *= value`, where `node` is the target;
        - `p.set_data(value)`, where `node` is the call;
        - `setattr(x, "name", value)`.

        `parameter` is the attribute of the target's owner that takes the
        value; "" where the target itself is the Parameter. None where the
        statement is more than that, or the file has no name for `ops`.
        """
        statement = self._statement(node)
        ops = name_of(self._module, scope or self._module.scope, _OPS, "ops")
        if statement is None or ops is None:
            return None
        if isinstance(statement, ast.Expr) and isinstance(node, ast.Call) and statement.value is node:
            if isinstance(node.func, ast.Attribute):
                return self._of_method(node, ops, applicability)
            return self._of_setattr(node, ops, parameter, applicability) if parameter else None
        target = self._target(statement)
        if target is not node or isinstance(statement, ast.Expr):
            return None
        owner = self._owner(node, parameter)
        return None if owner is None else self._of_statement(statement, owner, ops, applicability)

    def in_place_of_groups(self, node: ast.Attribute, scope: Scope | None) -> Fix | None:
        """`for g in x.param_groups: g["lr"] = value` and `x.param_groups[0]["lr"] = value` -> `ops.assign(...)`.

        `node` is `x.param_groups` of an optimizer that has one rate and no groups.
        """
        ops = name_of(self._module, scope or self._module.scope, _OPS, "ops")
        rate = self._owner(node, "learning_rate")
        if ops is None or rate is None:
            return None
        loop = self._loop(node)
        if loop is not None and isinstance(loop.target, ast.Name):
            inner = loop.body[0]
            target = self._target(inner)
            is_plain = len(loop.body) == 1 and not loop.orelse and _is_rate(target, loop.target.id)
            if not is_plain or not isinstance(inner, ast.Assign | ast.AugAssign) or _reads(inner.value, loop.target.id):
                return None
            header = unwrapped(loop, node, self._module.source)
            if header is None or inner.lineno != inner.end_lineno:
                return self._of_statement(inner, rate, ops, Applicability.UNSAFE, since=loop)
            fix = self._of_statement(inner, rate, ops, Applicability.UNSAFE)
            return fix and replace(fix, edits=(*header, *fix.edits))
        for statement in self._assignments():
            target = self._target(statement)
            if isinstance(target, ast.Subscript) and _key(target) == "lr" and _is_index(target.value, node):
                return self._of_statement(statement, rate, ops, Applicability.UNSAFE)
        return None

    # -- forms ---------------------------------------------------------

    def _of_statement(
        self,
        statement: ast.stmt,
        owner: str,
        ops: str,
        applicability: Applicability,
        since: ast.stmt | None = None,
    ) -> Fix | None:
        """`target = value` -> `ops.assign(owner, value)`, in the place of all from the beginning of `since`."""
        assert isinstance(statement, ast.Assign | ast.AugAssign)
        target, value = self._target(statement), statement.value
        assert target is not None
        symbol = "" if isinstance(statement, ast.Assign) else _OPERATORS.get(type(statement.op))
        end = _end(statement)
        if symbol is None or isinstance(value, ast.Yield | ast.YieldFrom):
            return None
        equals = re.match(rf"\s*{re.escape(symbol)}=\s*", self._text(_end(target), end))
        if equals is None or "\n" in equals[0]:
            return None
        line, column = _end(target)
        begin = since or statement
        is_bracketed = end != _end(value) or isinstance(value, _ATOMS)
        opening, closing = ("", "") if not symbol or is_bracketed else ("(", ")")
        if isinstance(statement, ast.Assign) and isinstance(value, ast.Tuple) and end == _end(value):
            return None
        text = f"{ops}.assign({owner}, {f'{owner} {symbol} ' if symbol else ''}{opening}"
        until = (line, column + len(equals[0].encode()))
        first = Edit(Span(begin.lineno, begin.col_offset, *until), text)
        last = Edit(Span(*end, *end), f"{closing})")
        return Fix(f"write {ops}.assign", (first, last), applicability)

    def _of_method(self, call: ast.Call, ops: str, applicability: Applicability) -> Fix | None:
        """`p.set_data(value)` -> `ops.assign(p, value)`."""
        function = call.func
        assert isinstance(function, ast.Attribute)
        if function.attr not in SETTERS or len(call.args) != 1 or call.keywords:
            return None
        if isinstance(call.args[0], ast.Starred | ast.GeneratorExp):
            return None
        start, end = _end(function.value), _end(function)
        between = self._text(start, (end[0], end[1] + 1))
        if not isinstance(function.value, _ATOMS) or between != f".{function.attr}(":
            return None
        first = Edit(Span(call.lineno, call.col_offset, call.lineno, call.col_offset), f"{ops}.assign(")
        return Fix(f"write {ops}.assign", (first, Edit(Span(*start, end[0], end[1] + 1), ", ")), applicability)

    def _of_setattr(self, call: ast.Call, ops: str, parameter: str, applicability: Applicability) -> Fix | None:
        """`setattr(x, "name", value)` -> `ops.assign(x.parameter, value)`."""
        if len(call.args) != 3 or call.keywords or any(isinstance(given, ast.Starred) for given in call.args):
            return None
        holder, name, value = call.args
        if not isinstance(holder, ast.Name | ast.Attribute) or not isinstance(call.func, ast.Name):
            return None
        opens = self._text(_end(call.func), _start(holder))
        between = self._text(_end(holder), _start(value))
        if opens != "(" or not isinstance(name, ast.Constant):
            return None
        if re.fullmatch(rf"""\s*,\s*(["']){re.escape(str(name.value))}\1\s*,\s*""", between) is None:
            return None
        first = Edit(Span(*_start(call.func), *_end(call.func)), f"{ops}.assign")
        return Fix(
            f"write {ops}.assign",
            (first, Edit(Span(*_end(holder), *_start(value)), f".{parameter}, ")),
            applicability,
        )

    # -- the file ------------------------------------------------------

    def _owner(self, target: ast.expr, parameter: str) -> str | None:
        """The text of the Parameter that takes the value; None where it is not plain."""
        if parameter:
            if not isinstance(target, ast.Attribute):
                return None
            holder = target.value
        elif isinstance(target, ast.Attribute) and target.attr == "data":
            holder = target.value
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
            holder = target.value if target.slice.value is Ellipsis else target
        else:
            holder = target
        if holder.lineno != holder.end_lineno or _has_call(holder):
            return None
        text = self._text(_start(holder), _end(holder))
        return f"{text}.{parameter}" if parameter else text

    def _target(self, statement: ast.stmt) -> ast.expr | None:
        if isinstance(statement, ast.AugAssign):
            return statement.target
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            return statement.targets[0]
        return None

    def _statement(self, node: ast.expr) -> ast.stmt | None:
        """The assignment to `node`, or the statement that is nothing but `node`."""
        if self._statements is None:
            self._statements = {}
            for statement, _ in walk(self._module, ast.Assign, ast.AugAssign, ast.Expr):
                inner = statement.value if isinstance(statement, ast.Expr) else self._target(statement)
                if inner is not None:
                    self._statements[inner] = statement
        return self._statements.get(node)

    def _assignments(self) -> list[ast.stmt]:
        return [statement for statement, _ in walk(self._module, ast.Assign, ast.AugAssign)]

    def _loop(self, node: ast.expr) -> ast.For | None:
        return next((loop for loop, _ in walk(self._module, ast.For) if loop.iter is node), None)

    def _text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        return self._module.source.extract(start, end)


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _has_call(node: ast.expr) -> bool:
    """Whether an expression can have an effect, and must not be written twice or elsewhere."""
    return any(isinstance(each, ast.Call | ast.Await | ast.NamedExpr) for each in ast.walk(node))


def _key(node: ast.Subscript) -> object:
    return node.slice.value if isinstance(node.slice, ast.Constant) else None


def _is_rate(node: ast.expr | None, group: str) -> bool:
    """Whether an expression is `group["lr"]`."""
    if not isinstance(node, ast.Subscript) or _key(node) != "lr":
        return False
    return isinstance(node.value, ast.Name) and node.value.id == group


def _is_index(node: ast.expr, groups: ast.expr) -> bool:
    """Whether an expression is one element of `groups`, by a number."""
    return isinstance(node, ast.Subscript) and node.value is groups and isinstance(_key(node), int)


def _reads(node: ast.expr, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))
