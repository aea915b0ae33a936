"""Parameter lists as texts.

A form is a list of parameter texts: `name`, `name=default`, `*name`,
`**name`, and a lone `*` or `/` where it stands in a `def`. `name=...` may be
left out, but its default is not known; `name=?` may be required or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

UNKNOWN_DEFAULT = "..."
MAYBE_REQUIRED = "?"

_OPENING, _CLOSING = "([{<", ")]}>"
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def split(text: str) -> list[str]:
    """The parts of `text` between the commas that stand outside brackets and quotes."""
    commas = [index for index, depth in _depths(text) if not depth and text[index] == ","]
    parts = [text[start:end] for start, end in zip([0, *(comma + 1 for comma in commas)], [*commas, len(text)])]
    return [part.strip() for part in parts if part.strip()]


def bracketed(text: str, start: int) -> str | None:
    """What `text` has from `start`, just after a bracket, up to the end of this bracket; None where it has none."""
    rest = text[start:]
    return next((rest[:index] for index, depth in _depths(rest) if depth < 0), None)


def _depths(text: str) -> Iterator[tuple[int, int]]:
    """The index of each character outside quotes, and how deep in brackets it is."""
    depth = 0
    quote = ""
    for index, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
            continue
        if character in "'\"":
            quote = character
            continue
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING and text[index - 1 : index + 1] != "->":
            depth -= 1
        yield index, depth


def is_form(form: list[str]) -> bool:
    """Whether each text of `form` is a parameter or a mark, and no name comes twice."""
    found = names(form)
    return all(_IDENTIFIER.fullmatch(name) for name in found) and len(found) == len(set(found))


def name_of(text: str) -> str:
    """The name in a parameter text; "" for a lone mark."""
    return text.partition("=")[0].strip().lstrip("*/")


def names(form: list[str]) -> list[str]:
    """The names of the parameters of `form`."""
    return [name_of(text) for text in form if text not in ("*", "/")]


def defaults(form: list[str]) -> dict[str, str]:
    """Name -> text of the default, for the parameters that have one."""
    pairs = [text.partition("=") for text in form]
    return {name.strip(): default.strip() for name, equals, default in pairs if equals}


def positional(form: list[str]) -> list[str]:
    """The names that an argument can reach by its position, but for `*name`."""
    found = []
    for text in form:
        if text.startswith("*"):
            break
        if text != "/":
            found.append(name_of(text))
    return found
