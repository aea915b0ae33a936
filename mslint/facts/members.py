"""The public methods, properties and attributes of MindSpore's classes, by version.

Known are the classes whose objects users hold: Tensor, Parameter, Cell, the
optimizers, schedulers, Model, Dataset, Metric, Callback and some more.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from packaging.version import Version

from mslint.facts import names, signatures
from mslint.facts.signatures import Overloads, parsed_all


class MemberKind(enum.Enum):
    """What a member is."""

    METHOD = "method"
    STATIC = "static"
    CLASS_METHOD = "class-method"
    PROPERTY = "property"
    ATTRIBUTE = "attribute"


class Member(NamedTuple):
    """One member of a class in one version.

    `owner` is the canonical name of the class that it comes from.
    `overloads` are the parameter lists of a method without self; None for
    what is not a method, and where they are not known.
    """

    owner: str
    name: str
    kind: MemberKind
    overloads: Overloads | None

    @property
    def is_called(self) -> bool:
        """Whether it is some kind of method."""
        return self.kind not in (MemberKind.PROPERTY, MemberKind.ATTRIBUTE)


def classes(version: Version | str | None = None) -> frozenset[str]:
    """The canonical names of the classes whose members are known, in this version or in any."""
    table = _table()
    bit = -1 if version is None else names.version_bit(version) or 0
    return frozenset(name for name, entry in table.items() if entry["versions"] & bit)


@cache
def member(class_name: str, name: str, version: Version | str | None = None) -> Member | None:
    """A member of the class with this canonical name; None where it has none, or the class is not known.

    `version` None asks for the newest version that has the class. What a
    class takes over from a known base counts.
    """
    for owner, bit in _line(class_name, version):
        form = next((form for form in _table()[owner]["members"].get(name, ()) if form[0] & bit), None)
        if form is not None:
            return Member(owner, name, MemberKind(form[1]), parsed_all(form[2]))
    return None


@cache
def member_names(class_name: str, version: Version | str | None = None) -> frozenset[str] | None:
    """The names of all members of a class; None where the class or the version is not known."""
    line = list(_line(class_name, version))
    if not line:
        return None
    return frozenset(
        name
        for owner, bit in line
        for name, forms in _table()[owner]["members"].items()
        if any(form[0] & bit for form in forms)
    )


def has_member(class_name: str, name: str, version: Version | str | None = None) -> bool | None:
    """Whether objects of the class have this member; None where the tables cannot tell.

    They cannot for an unknown class or version, for names that begin with an
    underscore, and for what a class that makes up attributes, as Cell does
    from its parameters, has not by itself.
    """
    found = member_names(class_name, version)
    if found is None or name.startswith("_"):
        return None
    if name in found:
        return True
    return None if _is_open(class_name, version) else False


@cache
def _is_open(class_name: str, version: Version | str | None) -> bool:
    """Whether the class makes up attributes."""
    return any(_table()[owner]["open"] & bit for owner, bit in _line(class_name, version))


def member_versions(class_name: str, name: str) -> tuple[str, ...]:
    """The versions in which the class has this member, oldest first."""
    return tuple(version for version in names.versions() if member(class_name, name, version) is not None)


def overloads(name: str, version: Version | str | None = None) -> Overloads | None:
    """The parameter lists of a function, class or method (`mindspore.Tensor.max`) with this canonical name.

    None where it is not known, or its parameters are not.
    """
    found = signatures.overloads(name, version)
    if found is None:
        class_name, _, last = name.rpartition(".")
        found_member = member(class_name, last, version)
        found = None if found_member is None else found_member.overloads
    return found


def _table() -> dict[str, Any]:
    """The table of members."""
    table: dict[str, Any] = names.load("members.json.gz")
    return table


def _line(class_name: str, version: Version | str | None) -> Iterator[tuple[str, int]]:
    """The class and its known bases, nearest first, each with the bit of the version."""
    entry = _table().get(class_name)
    if entry is None:
        return
    bit = 1 << (entry["versions"].bit_length() - 1) if version is None else names.version_bit(version) or 0
    if not entry["versions"] & bit:
        return
    found: str | None = class_name
    while found is not None:
        yield found, bit
        found = next((base for base, mask in _table()[found]["bases"].items() if mask & bit), None)
