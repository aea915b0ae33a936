"""The parameters of MindSpore's functions and classes, by version."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cache

from packaging.version import Version

from mslint.facts import names


class ParameterKind(enum.Enum):
    """How an argument reaches a parameter."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional-or-keyword"
    VAR_POSITIONAL = "var-positional"
    KEYWORD_ONLY = "keyword-only"
    VAR_KEYWORD = "var-keyword"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `default` is the text of its default, None where it has none."""

    name: str
    kind: ParameterKind
    default: str | None = None


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
    forms = table.get(name, ())
    if version is None:
        form = max(forms, key=lambda form: int(form[0]), default=None)
    else:
        bit = names.version_bit(version) or 0
        form = next((form for form in forms if form[0] & bit), None)
    if form is None or form[2] is None:
        return None
    return _parsed(form[2])


def position(name: str, parameter: str, version: Version | str | None = None) -> int | None:
    """The index at which `parameter` may be passed by position; None where it may not."""
    for index, found in enumerate(parameters(name, version) or ()):
        if found.kind in (ParameterKind.VAR_POSITIONAL, ParameterKind.KEYWORD_ONLY):
            return None
        if found.name == parameter:
            return index
    return None


def _parsed(text: str) -> tuple[Parameter, ...]:
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
