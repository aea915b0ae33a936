"""What MindSpore calls deprecated, by version: in a warning of its own or in its documentation."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from packaging.version import Version

from mslint.facts import names


class Deprecation(NamedTuple):
    """That a version calls a name deprecated, as that version puts it.

    `is_announced`: it only says that the name will be deprecated, as it does
    of `set_context`. `since` is the version from which it is deprecated and
    `removal` the one after which it may be gone, each None where that is not
    said. `use` is what to use instead in MindSpore's words: a name for most,
    often without its module (`ops.pad`), sometimes an expression.
    """

    name: str
    is_announced: bool
    since: str | None
    removal: str | None
    use: str | None

    @property
    def sentence(self) -> str:
        """It in words, without the name."""
        text = "will be deprecated" if self.is_announced else "deprecated"
        if self.since:
            text += f" since {self.since}"
        if self.removal:
            text += f", may be gone after {self.removal}"
        return text + (f", use {self.use}" if self.use else "")


@cache
def deprecation(name: str, version: Version | str | None = None) -> Deprecation | None:
    """What a version says of a canonical name, or of a class and its member (`mindspore.Tensor.subtract`).

    None where it says nothing or the version is not known; `version` None
    asks for the newest version that says something. A sentence about a
    parameter is none about the function.
    """
    form = names.form_in(names.load("deprecations.json.gz").get(name, ()), version)
    return None if form is None else Deprecation(name, bool(form[1]), form[2], form[3], form[4])


def of_keyword(name: str, keyword: str, version: Version | str | None = None) -> Deprecation | None:
    """What a version says of a keyword of a function, in a warning or in the error with which it refuses it."""
    return deprecation(f"{name}({keyword}=)", version)


@cache
def with_keywords() -> frozenset[str]:
    """The functions of whose keywords some version says something."""
    return frozenset(each.partition("(")[0] for each in names.load("deprecations.json.gz") if each[-1] == ")")


@cache
def keywords(name: str) -> tuple[str, ...]:
    """The keywords of a function of which some version says something."""
    start = f"{name}("
    table = names.load("deprecations.json.gz")
    return tuple(sorted(each[len(start) : -2] for each in table if each.startswith(start)))


def deprecated_names(version: Version | str) -> frozenset[str]:
    """All names that a version calls deprecated, or says will be; those of keywords are left out."""
    bit = names.version_bit(version) or 0
    table = names.load("deprecations.json.gz")
    return frozenset(name for name, forms in table.items() if name[-1] != ")" and any(form[0] & bit for form in forms))
