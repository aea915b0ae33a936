"""The parameters of MindSpore's functions and classes, by version.

`parameters` tells what Python sees, which is `*args, **kwargs` for a function
that leaves its arguments to C++. `overloads` tells what such a function takes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from packaging.version import Version

from mslint.facts import names


class ParameterKind(enum.Enum):
    """How an argument reaches a parameter."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional-or-keyword"
    VAR_POSITIONAL = "var-positional"
    KEYWORD_ONLY = "keyword-only"
    VAR_KEYWORD = "var-keyword"


UNKNOWN_DEFAULT = "..."
"""The default of a parameter that may be left out, where the value is not known."""

MAYBE_REQUIRED = "?"
"""The default of a parameter that may or may not have one."""


class Parameter(NamedTuple):
    """One parameter.

    `default` is the text of its default; None where it has none,
    UNKNOWN_DEFAULT or MAYBE_REQUIRED where that is all that is known.
    """

    name: str
    kind: ParameterKind
    default: str | None = None

    @property
    def is_required(self) -> bool | None:
        """Whether a call must give it; None where that is not known."""
        if self.default == MAYBE_REQUIRED:
            return None
        return self.default is None and self.kind not in (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)


Overloads = tuple[tuple[Parameter, ...], ...]
"""The parameter lists that a call may fit, each as a call sees it, without self."""


def section(name: str) -> str:
    """The part of MindSpore whose table holds the canonical name `name`."""
    parts = name.split(".")
    return parts[1] if len(parts) > 2 else "mindspore"


@cache
def parameters(name: str, version: Version | str | None = None) -> tuple[Parameter, ...] | None:
    """The parameters of a canonical name as a call sees them, without self.

    `version` None asks for the newest version that has the name. None is the
    answer where the name, the version or the parameters are not known.
    """
    table = names.load(f"signatures-{section(name)}.json.gz") or {}
    form = names.form_in(table.get(name, ()), version)
    return None if form is None or form[2] is None else parsed(form[2])


def kind(name: str) -> str:
    """`class` or `function`, in the newest version; `value` for a name that is neither."""
    table = names.load(f"signatures-{section(name)}.json.gz") or {}
    form = names.form_in(table.get(name, ()), None)
    return "value" if form is None else str(form[1])


@cache
def overloads(name: str, version: Version | str | None = None) -> Overloads | None:
    """All parameter lists of a canonical name: one for most, several where C++ chooses by the arguments.

    None where the name, the version or the parameters are not known. A list
    with `**kwargs` takes any keyword.
    """
    form = names.form_in(names.load("overloads.json.gz").get(name, ()), version)
    if form is not None:
        return parsed_all(form[1])
    found = parameters(name, version)
    return None if found is None else (found,)


def parsed_all(texts: list[str] | None) -> Overloads | None:
    """Read the parameter lists of a table."""
    return None if texts is None else tuple(parsed(text) for text in texts)


@cache
def position(name: str, parameter: str, version: Version | str | None = None) -> int | None:
    """The index at which `parameter` may be passed by position; None where it may not."""
    for index, found in enumerate(parameters(name, version) or ()):
        if found.kind in (ParameterKind.VAR_POSITIONAL, ParameterKind.KEYWORD_ONLY):
            return None
        if found.name == parameter:
            return index
    return None


def text(parameters: Iterable[Parameter]) -> str:
    """A parameter list as it stands in a `def`, in brackets."""
    parts: list[str] = []
    before = None
    for parameter in parameters:
        kind = parameter.kind
        if before is ParameterKind.POSITIONAL_ONLY is not kind:
            parts.append("/")
        if kind is ParameterKind.KEYWORD_ONLY and before not in (kind, ParameterKind.VAR_POSITIONAL):
            parts.append("*")
        stars = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}.get(kind, "")
        parts.append(f"{stars}{parameter.name}" + ("" if parameter.default is None else f"={parameter.default}"))
        before = kind
    if before is ParameterKind.POSITIONAL_ONLY:
        parts.append("/")
    return f"({', '.join(parts)})"


def parsed(text: str) -> tuple[Parameter, ...]:
    """Read a parameter list as `mslint.facts.dump` writes it, a line each."""
    result: list[Parameter] = []
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    for line in text.split("\n") if text else ():
        if line == "/":
            result = [Parameter(found.name, ParameterKind.POSITIONAL_ONLY, found.default) for found in result]
        elif line == "*":
            kind = ParameterKind.KEYWORD_ONLY
        elif line.startswith("**"):
            result.append(Parameter(line[2:], ParameterKind.VAR_KEYWORD))
        elif line.startswith("*"):
            result.append(Parameter(line[1:], ParameterKind.VAR_POSITIONAL))
            kind = ParameterKind.KEYWORD_ONLY
        else:
            name, equals, default = line.partition("=")
            result.append(Parameter(name, kind, default if equals else None))
    return tuple(result)
