"""What Python knows of the parameters of a function or class."""

from __future__ import annotations

import enum
import inspect
import re
import types
from collections.abc import Callable, Iterator
from typing import Any

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_DEFAULT_LENGTH = 60


def is_own(value: object) -> bool:
    """Whether `value` is something that MindSpore made, and not a plain value or another package's object."""
    if isinstance(value, types.ModuleType):
        return False
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return str(getattr(value, "__module__", "")).startswith("mindspore")
    return type(value).__module__.startswith("mindspore")


def unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that a decorator hides.

    MindSpore's decorators often leave no `__wrapped__`: the optimizer's
    `__init__` is then found in the closure of a function that takes anything.
    """
    seen = set()
    while id(function) not in seen:
        seen.add(id(function))
        function = inspect.unwrap(function)
        code = getattr(function, "__code__", None)
        if code is None or not code.co_flags & inspect.CO_VARARGS or not code.co_flags & inspect.CO_VARKEYWORDS:
            break
        if code.co_argcount > 1 or code.co_kwonlyargcount:
            break
        hidden = [
            cell
            for cell in map(cell_contents, getattr(function, "__closure__", None) or ())
            if isinstance(cell, types.FunctionType) and str(cell.__module__).startswith("mindspore")
        ]
        if len(hidden) != 1:
            break
        function = hidden[0]
    return function


def cell_contents(cell: Any) -> object:
    """What a closure cell holds; None where it was never filled."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def default_text(value: object) -> str:
    """A default as short text that is the same in every run."""
    if inspect.isclass(value) or inspect.isroutine(value):
        text = f"<{getattr(value, '__qualname__', '?')}>"
    else:
        text = _ADDRESS.sub("", repr(value))
    return text if len(text) <= _DEFAULT_LENGTH else text[: _DEFAULT_LENGTH - 3] + "..."


def parameters(value: Any) -> list[str] | None:
    """The parameters as a call sees them, without self; None where Python cannot tell.

    Each is `name`, `name=default`, `*name` or `**name`; a lone `*` or `/`
    stands where it would in a `def`.
    """
    is_class = inspect.isclass(value)
    if is_class and issubclass(value, enum.Enum):
        return ["value"]  # what Python says of these depends on its version
    if is_class:
        constructor = value.__init__ if value.__init__ is not object.__init__ else value.__new__
        if constructor is object.__new__:
            return []
        value = constructor
    try:
        found = list(inspect.signature(unwrapped(value)).parameters.values())
    except (TypeError, ValueError):
        return None
    if is_class:
        found = found[1:]
    return list(parameter_texts(found))


def parameter_texts(found: list[inspect.Parameter]) -> Iterator[str]:
    """The texts that `parameters` describes."""
    keyword_marker_due = True
    for index, parameter in enumerate(found):
        kind = parameter.kind
        if index and found[index - 1].kind is inspect.Parameter.POSITIONAL_ONLY is not kind:
            yield "/"
        if kind is inspect.Parameter.VAR_POSITIONAL:
            keyword_marker_due = False
            yield "*" + parameter.name
        elif kind is inspect.Parameter.VAR_KEYWORD:
            yield "**" + parameter.name
        else:
            if kind is inspect.Parameter.KEYWORD_ONLY and keyword_marker_due:
                keyword_marker_due = False
                yield "*"
            no_default = parameter.default is inspect.Parameter.empty
            yield parameter.name if no_default else parameter.name + "=" + default_text(parameter.default)
    if found and found[-1].kind is inspect.Parameter.POSITIONAL_ONLY:
        yield "/"
