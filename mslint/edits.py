"""The repairs that several rules share, as edits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from mslint.finding import Applicability, Edit, Fix, Span
from mslint.model.names import Import, Module, lookup
from mslint.model.source import Source
from mslint.model.walk import walk

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Div: "/", ast.Mult: "*", ast.Sub: "-"}


def wrap_in_list(node: ast.expr) -> Fix:
    """`x` -> `list(x)`, `(x for x in y)` -> `([x for x in y])`."""
    if isinstance(node, ast.GeneratorExp):
        # Its brackets may be those of the call that it is the only argument of.
        span = _span(node)
        begin = Span(span.line, span.column + 1, span.line, span.column + 1)
        end = Span(span.end_line, span.end_column - 1, span.end_line, span.end_column - 1)
        return Fix("make it a list", (Edit(begin, "["), Edit(end, "]")), Applicability.SAFE)
    return Fix("make it a list", (_insert_before(node, "list("), _insert_after(node, ")")), Applicability.SAFE)


def wrap_in_float(node: ast.expr) -> Fix | None:
    """`x` -> `float(x)`; None where the text may be more than the value."""
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return None
    return Fix("make it a float", (_insert_before(node, "float("), _insert_after(node, ")")), Applicability.SAFE)


def put_into_list(node: ast.expr) -> Fix:
    """`x` -> `[x]`."""
    return Fix("put it into a list", (_insert_before(node, "["), _insert_after(node, "]")), Applicability.SAFE)


def call_it(node: ast.expr) -> Fix | None:
    """`f` -> `f()`; None for more than a name."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return None
    return Fix("call it", (_insert_after(node, "()"),), Applicability.SAFE)


def call_method(node: ast.expr, method: str) -> Fix | None:
    """`x` -> `x.method()`; None where the text would need brackets."""
    if not isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
        return None
    return Fix(f"add .{method}()", (_insert_after(node, f".{method}()"),), Applicability.SAFE)


def call_trainable_params(node: ast.expr) -> Fix | None:
    """`net.any_method()` -> `net.trainable_params()`; None where this is no plain call without arguments."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.args or node.keywords:
        return None
    receiver, call = _span(node.func.value), _span(node)
    if receiver.end_line != call.end_line:
        return None
    span = Span(receiver.end_line, receiver.end_column, call.end_line, call.end_column)
    return Fix("write trainable_params()", (Edit(span, ".trainable_params()"),), Applicability.UNSAFE)


def complement(node: ast.expr) -> Fix | None:
    """`0.1` -> `0.9`, `m` -> `1 - m`; None where the text is too much to judge."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float | int):
        text = repr(round(1 - node.value, 12))
        return Fix(f"write {text}", (Edit(_span(node), text),), Applicability.UNSAFE)
    if isinstance(node, _ATOMS):
        return Fix("write 1 minus the value", (_insert_before(node, "1 - "),), Applicability.UNSAFE)
    return None


def undo_complement(source: Source, node: ast.BinOp) -> Fix | None:
    """`1 - x` -> `x`; None where something else stands between."""
    whole, inner = _span(node), _span(node.right)
    before = Span(whole.line, whole.column, inner.line, inner.column)
    if not re.fullmatch(r"1(\.0*)?\s*-\s*", _text(source, before)) or not isinstance(node.right, _ATOMS):
        return None
    return Fix("leave the 1 - out", (Edit(before, ""),), Applicability.UNSAFE)


def rename_keyword(keyword: ast.keyword, name: str, applicability: Applicability = Applicability.SAFE) -> Fix | None:
    """`old=x` -> `name=x`."""
    if keyword.arg is None:
        return None
    start = (keyword.lineno, keyword.col_offset)
    span = Span(*start, start[0], start[1] + len(keyword.arg.encode()))
    return Fix(f"write {name}=", (Edit(span, name),), applicability)


def split_keyword(source: Source, keyword: ast.keyword, names: tuple[str, str]) -> Fix | None:
    """`old=(a, b)` -> `one=a, two=b`, and `old=x` -> `one=x[0], two=x[1]`; None where the text is more than that."""
    one, two = names
    value, whole = keyword.value, _span(keyword)
    title = f"write {one}= and {two}="
    if isinstance(value, ast.Name | ast.Attribute) and whole.line == whole.end_line:
        text = ast.unparse(value)
        return Fix(title, (Edit(whole, f"{one}={text}[0], {two}={text}[1]"),), Applicability.SAFE)
    if not isinstance(value, ast.Tuple | ast.List) or len(value.elts) != 2:
        return None
    first, second = (_span(element) for element in value.elts)
    pieces = (
        (Span(whole.line, whole.column, first.line, first.column), rf"{keyword.arg}\s*=\s*[(\[]\s*", f"{one}="),
        (Span(first.end_line, first.end_column, second.line, second.column), r"\s*,\s*", f", {two}="),
        (Span(second.end_line, second.end_column, whole.end_line, whole.end_column), r"\s*,?\s*[)\]]", ""),
    )
    if not all(re.fullmatch(pattern, _text(source, span)) for span, pattern, _ in pieces):
        return None
    return Fix(title, tuple(Edit(span, text) for span, _, text in pieces), Applicability.SAFE)


def remove_keyword(source: Source, call: ast.Call, keyword: ast.keyword) -> Fix | None:
    """`f(x, old=y)` -> `f(x)`; None where it is the first argument or more than a comma stands before it."""
    arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    whole = _span(keyword)
    spans = [span for span in map(_span, arguments) if (span.line, span.column) < (whole.line, whole.column)]
    ends = [(span.end_line, span.end_column) for span in spans]
    if not ends:
        return None
    start = max(ends)
    if not re.fullmatch(r"\s*,\s*", _text(source, Span(*start, whole.line, whole.column))):
        return None
    span = Span(*start, whole.end_line, whole.end_column)
    return Fix(f"leave {keyword.arg}= out", (Edit(span, ""),), Applicability.SAFE)


def rename_key(key: ast.Constant | ast.keyword, name: str) -> Fix | None:
    """`{"old": x}` -> `{"name": x}`, `dict(old=x)` -> `dict(name=x)`; None where the string is not plainly quoted."""
    if isinstance(key, ast.keyword):
        return rename_keyword(key, name)
    span = _span(key)
    is_plain = span.line == span.end_line and span.end_column - span.column == len(str(key.value).encode()) + 2
    if not is_plain:
        return None
    inside = Span(span.line, span.column + 1, span.end_line, span.end_column - 1)
    return Fix(f"write {name!r}", (Edit(inside, name),), Applicability.SAFE)


def name_argument(node: ast.expr, keyword: str) -> Fix:
    """`f(x)` -> `f(keyword=x)`; the meaning changes with the parameter that receives the value."""
    return Fix(f"write {keyword}=", (_insert_before(node, f"{keyword}="),), Applicability.UNSAFE)


def knows_ops(module: Module) -> bool:
    """Whether the name `ops` is `mindspore.ops` in a file."""
    bindings = module.scope.bindings.get("ops", [])
    imported = bindings[0].imported if len(bindings) == 1 else None
    return imported in (Import("mindspore", "ops"), Import("mindspore.ops"))


def mindspore_dtype(node: ast.expr, dtype: str, module: Module) -> Fix | None:
    """`torch.float32` -> `ms.float32`, in the spelling of the file; None where it has none."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return None
    for name, bindings in module.scope.bindings.items():
        if len(bindings) == 1 and bindings[0].imported == Import("mindspore"):
            return Fix(f"write {name}.{dtype}", (Edit(_span(node), f"{name}.{dtype}"),), Applicability.SAFE)
    return None


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


def call_itself(call: ast.Call, source: Source) -> Fix | None:
    """`x.method(y)` -> `x(y)`; None where the method is not written plainly."""
    method = _method(call, source)
    return None if method is None else Fix("call it", (Edit(method, ""),), Applicability.SAFE)


def as_function(call: ast.Call, function: str, source: Source) -> Fix | None:
    """`x.method()` -> `function(x)`; None where the call is not written plainly."""
    method = _method(call, source)
    if method is None or not _ends_in_empty_brackets(call, method, source):
        return None
    rest = Span(method.line, method.column, method.end_line, method.end_column + 2)
    return Fix(f"write {function}", (_insert_before(call, f"{function}("), Edit(rest, ")")), Applicability.SAFE)


def leave_method_out(call: ast.Call, source: Source) -> Fix | None:
    """`x.method()` -> `x`; None where the call is not written plainly."""
    return _in_place_of_call(call, "", "leave it out", Applicability.UNSAFE, source)


def read_attribute(call: ast.Call, name: str, source: Source) -> Fix | None:
    """`x.method()` -> `x.name`; None where the call is not written plainly."""
    return _in_place_of_call(call, f".{name}", f"read {name}", Applicability.SAFE, source)


def index_attribute(call: ast.Call, name: str, source: Source) -> Fix | None:
    """`x.method(i)` -> `x.name[i]`; None where the call is not written plainly."""
    method = _method(call, source)
    if method is None or len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        return None
    argument, whole = _span(call.args[0]), _span(call)
    begins = Span(method.end_line, method.end_column, argument.line, argument.column)
    ends = Span(argument.end_line, argument.end_column, whole.end_line, whole.end_column)
    if (_text(source, begins), _text(source, ends)) != ("(", ")"):
        return None
    start = Span(method.line, method.column, begins.end_line, begins.end_column)
    return Fix(f"index {name}", (Edit(start, f".{name}["), Edit(ends, "]")), Applicability.SAFE)


def index_in_place(node: ast.Attribute, index: int, source: Source) -> Fix | None:
    """`x.name` -> `x[index]`; None where the attribute is not written plainly."""
    whole, value = _span(node), _span(node.value)
    span = Span(value.end_line, value.end_column, whole.end_line, whole.end_column)
    if _text(source, span) != f".{node.attr}":
        return None
    return Fix(f"write [{index}]", (Edit(span, f"[{index}]"),), Applicability.SAFE)


def _in_place_of_call(
    call: ast.Call, text: str, title: str, applicability: Applicability, source: Source
) -> Fix | None:
    method = _method(call, source)
    if method is None or not _ends_in_empty_brackets(call, method, source):
        return None
    span = Span(method.line, method.column, method.end_line, method.end_column + 2)
    return Fix(title, (Edit(span, text),), applicability)


def delete_statement(call: ast.Call, tree: ast.Module, source: Source) -> Fix | None:
    """Without the line that is nothing but `call`; None where it is the only one of its block."""
    line = _line(source, call.lineno)
    text = line[call.col_offset : call.end_col_offset] if call.end_lineno == call.lineno else b""
    if line.strip() != text or not _has_neighbours(call, tree):
        return None
    return Fix("delete it", (Edit(Span(call.lineno, 0, call.lineno + 1, 0), ""),), Applicability.SAFE)


def _method(call: ast.Call, source: Source) -> Span | None:
    """The text `.method` of a call, where it stands on one line with what follows it."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.end_lineno is None or function.end_col_offset is None:
        return None
    name = f".{function.attr}".encode()
    start = function.end_col_offset - len(name)
    line = _line(source, function.end_lineno)
    if start < 0 or line[start : function.end_col_offset] != name:
        return None
    return Span(function.end_lineno, start, function.end_lineno, function.end_col_offset)


def _ends_in_empty_brackets(call: ast.Call, method: Span, source: Source) -> bool:
    end = method.end_column + 2
    is_short = (call.end_lineno, call.end_col_offset) == (method.end_line, end)
    return is_short and _line(source, method.end_line)[method.end_column : end] == b"()"


def _has_neighbours(call: ast.Call, tree: ast.Module) -> bool:
    """Whether the statement that is this call has others beside it."""
    for parent in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and any(isinstance(each, ast.Expr) and each.value is call for each in block):
                return len(block) > 1
    return False


def _line(source: Source, number: int) -> bytes:
    return source.lines[number - 1].encode("utf-8", "surrogatepass")


def rename_call(node: ast.Call, name: str, applicability: Applicability, arguments: str = "") -> Fix | None:
    """`x.old(...)` -> `x.name(...)`; with `arguments`, `x.old()` -> `x.name(arguments)`."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.end_lineno is None or function.end_col_offset is None:
        return None
    end = function.end_col_offset
    is_plain = node.end_lineno == function.end_lineno and node.end_col_offset == end + len("()")
    if arguments and not is_plain:
        return None
    last = node.end_col_offset if arguments and node.end_col_offset is not None else end
    span = Span(function.end_lineno, end - len(function.attr.encode()), function.end_lineno, last)
    title = f"write {name}({arguments})" if arguments else f"write {name}"
    return Fix(title, (Edit(span, f"{name}({arguments})" if arguments else name),), applicability)


def rename_attribute(node: ast.Attribute, name: str, applicability: Applicability) -> Fix | None:
    """`x.old` -> `x.name`; None where the text of the name is not at its end, as over several lines it may be."""
    if node.end_lineno is None or node.end_col_offset is None:
        return None
    start = node.end_col_offset - len(node.attr.encode())
    span = Span(node.end_lineno, start, node.end_lineno, node.end_col_offset)
    return Fix(f"write {name}", (Edit(span, name),), applicability)


def rename_import(alias: ast.alias, name: str, module: Module, applicability: Applicability) -> Fix | None:
    """`from x import old` -> `from x import name`, and the name wherever the file uses it.

    None where `old` is bound again or handed on to other files, or `name` already means something in the file.
    """
    start = (alias.lineno, alias.col_offset)
    edits = [Edit(Span(*start, start[0], start[1] + len(alias.name.encode())), name)]
    if alias.asname is None:
        scopes = (module.scope, *module.scopes.values())
        is_taken = any(name in scope.bindings or name in scope.outer_names for scope in scopes)
        bindings = [binding for scope in scopes for binding in scope.bindings.get(alias.name, ())]
        is_exported = any(f"{quote}{alias.name}{quote}" in module.source.text for quote in "\"'")
        if is_taken or is_exported or len(bindings) != 1 or module.path.name == "__init__.py":
            return None
        edits += [
            Edit(_span(node), name)
            for node, scope in walk(module, ast.Name)
            if node.id == alias.name and lookup(scope, node.id) is bindings[0].scope
        ]
    return Fix(f"write {name}", tuple(edits), applicability)


def call_in_place_of_assignment(
    statement: ast.Assign, method: str, between: re.Pattern[str], lines: list[str]
) -> Fix | None:
    """`x.a = value` -> `x.method(value)`, where `between` is all that stands between `x` and the value."""
    target, value = statement.targets[0], statement.value
    if len(statement.targets) > 1 or not isinstance(target, ast.Attribute):
        return None
    start = _span(target.value)
    end = _span(value)
    if start.end_line != end.line:
        return None
    text = lines[end.line - 1].encode()[start.end_column : end.column].decode()
    if between.fullmatch(text) is None:
        return None
    replaced = Edit(Span(end.line, start.end_column, end.line, end.column), f".{method}(")
    return Fix(f"call {method}(...)", (replaced, _insert_after(value, ")")), Applicability.UNSAFE)


def add_keyword(call: ast.Call, text: str, lines: list[str]) -> Fix | None:
    """`f(x)` -> `f(x, text)`; None where the last argument does not end the call. The meaning changes with `text`."""
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not arguments or call.end_lineno is None or call.end_col_offset is None:
        return None
    last = max((_span(argument) for argument in arguments), key=lambda span: (span.end_line, span.end_column))
    rest = lines[last.end_line - 1].encode()[last.end_column : call.end_col_offset]
    if last.end_line != call.end_lineno or rest != b")":
        return None
    place = Span(last.end_line, last.end_column, last.end_line, last.end_column)
    return Fix(f"add {text}", (Edit(place, f", {text}"),), Applicability.UNSAFE)


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


def rename_method(
    source: Source, method: ast.FunctionDef, uses: Iterable[ast.Attribute], name: str, applicability: Applicability
) -> Fix | None:
    """`def old(self)` and each `self.old` -> `name`; None where one of them is not written on one line."""
    definition = re.match(rb"def\s+(?=%b\b)" % method.name.encode(), _line(source, method.lineno)[method.col_offset :])
    if definition is None:
        return None
    start = method.col_offset + definition.end()
    spans = [Span(method.lineno, start, method.lineno, start + len(method.name.encode()))]
    for use in uses:
        span = _span(use)
        start = span.end_column - len(use.attr.encode())
        if _line(source, span.end_line)[start - 1 : span.end_column] != f".{use.attr}".encode():
            return None
        spans.append(Span(span.end_line, start, span.end_line, span.end_column))
    return Fix(f"write {name}", tuple(Edit(span, name) for span in spans), applicability)


def rewrite_string(source: Source, node: ast.expr, text: str) -> Fix | None:
    """`"old"` -> `"text"`, in the quotes that are there; None where this is not a plainly quoted string."""
    inside = _inside_quotes(source, node)
    return None if inside is None else Fix(f"write {text!r}", (Edit(inside, text),), Applicability.SAFE)


def replace_string(source: Source, node: ast.expr, text: str) -> Fix | None:
    """`"old"` -> `text`; None where this is not a plainly quoted string."""
    if _inside_quotes(source, node) is None:
        return None
    return Fix(f"write {text}", (Edit(_span(node), text),), Applicability.SAFE)


def _inside_quotes(source: Source, node: ast.expr) -> Span | None:
    span = _span(node)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or span.line != span.end_line:
        return None
    if _text(source, span) not in (f"'{node.value}'", f'"{node.value}"'):
        return None
    return Span(span.line, span.column + 1, span.end_line, span.end_column - 1)


def begin_with(source: Source, function: ast.FunctionDef, statement: str) -> Fix | None:
    """`statement` as the first one of a function, after its docstring; None where that has no line of its own."""
    place = _first_line(source, function)
    if place is None:
        return None
    line, indentation = place
    added = Edit(Span(line, 0, line, 0), f"{indentation}{statement}{_newline(source)}")
    return Fix(f"add {statement}", (added,), Applicability.SAFE)


def move_to_beginning(source: Source, function: ast.FunctionDef, statement: ast.stmt) -> Fix | None:
    """The line that is nothing but `statement` as the first one of `function`, after its docstring."""
    place = _first_line(source, function)
    text = _line(source, statement.lineno)
    is_whole_line = statement.end_lineno == statement.lineno and statement in function.body
    if place is None or not is_whole_line or text.strip() != text[statement.col_offset : statement.end_col_offset]:
        return None
    line, above = place[0], _line(source, statement.lineno - 1)
    moved = Span(statement.lineno - 1, len(above), statement.lineno, len(text))
    edits = (Edit(Span(line, 0, line, 0), f"{text.decode()}{_newline(source)}"), Edit(moved, ""))
    return Fix(f"call {text.strip().decode()} first", edits, Applicability.SAFE)


def _newline(source: Source) -> str:
    return "\r\n" if "\r\n" in source.text else "\n"


def _first_line(source: Source, function: ast.FunctionDef) -> tuple[int, str] | None:
    """Where the body of a function begins, after its docstring and before comments, and how it is indented."""
    body = function.body
    starts = 1 if ast.get_docstring(function, clean=False) is not None else 0
    if len(body) <= starts:
        return None
    first = body[starts]
    decorators = getattr(first, "decorator_list", [])
    line = min([first.lineno, *(decorator.lineno for decorator in decorators)])
    indentation = _line(source, line)[: first.col_offset].decode()
    above = body[0].end_lineno or body[0].lineno if starts else function.lineno
    if indentation.strip() or line <= above:
        return None
    while line - 1 > above and source.lines[line - 2].lstrip().startswith("#"):
        line -= 1
    return line, indentation


def _span(node: ast.expr | ast.keyword) -> Span:
    return Span(node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _text(source: Source, span: Span) -> str:
    return source.extract((span.line, span.column), (span.end_line, span.end_column))


def _insert_before(node: ast.expr, text: str) -> Edit:
    return Edit(Span(node.lineno, node.col_offset, node.lineno, node.col_offset), text)


def _insert_after(node: ast.expr, text: str) -> Edit:
    span = _span(node)
    return Edit(Span(span.end_line, span.end_column, span.end_line, span.end_column), text)


def put_before(node: ast.expr | ast.keyword, text: str) -> Fix:
    """`f(x, old=y)` -> `f(x, text, old=y)`."""
    place = Span(node.lineno, node.col_offset, node.lineno, node.col_offset)
    return Fix(f"add {text}", (Edit(place, f"{text}, "),), Applicability.SAFE)


def name_padding(node: ast.expr) -> Fix:
    """`f(x, y)` -> `f(x, pad_mode="pad", padding=y)`."""
    return Fix("name the padding", (_insert_before(node, 'pad_mode="pad", padding='),), Applicability.SAFE)


def remove_last_argument(source: Source, call: ast.Call) -> Fix | None:
    """`f(x, y)` -> `f(x)`, `f(y)` -> `f()`; None where more than a comma is around it."""
    arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    spans = sorted(map(_span, arguments), key=lambda span: (span.line, span.column))
    if not spans:
        return None
    last, whole = spans[-1], _span(call)
    before, opening = (spans[-2], r"\s*,\s*") if len(spans) > 1 else (_span(call.func), r"\s*\(\s*")
    start = Span(before.end_line, before.end_column, last.line, last.column)
    end = Span(last.end_line, last.end_column, whole.end_line, whole.end_column)
    if not re.fullmatch(opening, _text(source, start)) or not re.fullmatch(r"\s*,?\s*\)", _text(source, end)):
        return None
    span = Span(before.end_line, before.end_column, whole.end_line, whole.end_column)
    return Fix("leave it out", (Edit(span, ")" if len(spans) > 1 else "()"),), Applicability.UNSAFE)
