"""Which part of a dotted name a MindSpore version has not, which versions have it, and where it went."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from packaging.version import Version

from mslint.facts import deprecations, names
from mslint.facts.worlds import world_of


@cache
def missing_part(name: str, version: Version) -> str | None:
    """The shortest part of a dotted name that a version has not; None where it has all, or that is not known.

    What follows a class or function is not judged.
    """
    parts = name.split(".")
    for end in range(2, len(parts) + 1):
        part = ".".join(parts[:end])
        if is_absent(part, version):
            return part
        if not _is_module(part):
            return None
    return None


@cache
def is_absent(name: str, version: Version) -> bool:
    """Whether a version certainly has no such module or name."""
    if any(names.exists(name, each) for each in names.stand_ins(version)):
        return False
    found = names.exists(name, version)
    if found is None and names.version_bit(version) is not None:
        return _is_module(name) and not any(part.startswith("_") for part in name.split("."))
    return found is False


@cache
def versions_with(name: str) -> tuple[str, ...]:
    """The versions that have a module or name, oldest first."""
    return tuple(version for version in names.versions() if names.exists(name, version))


@cache
def successor(name: str, version: Version) -> str | None:
    """What to write for a name that a version has not, in MindSpore's words or by its new place; None if unknown."""
    said = deprecations.deprecation(names.canonical(name))
    if said is not None and said.use:
        return said.use
    last = name.rpartition(".")[2]
    homes = {
        home
        for home in _homes().get(last, ())
        if world_of(home) is world_of(name) and names.exists(home, version) and home != name
    }
    return homes.pop() if len(homes) == 1 else None


@cache
def _is_module(name: str) -> bool:
    return name == "mindspore" or names.is_module(name)


@cache
def _homes() -> dict[str, frozenset[str]]:
    """The last part of every public name -> the canonical names that end so."""
    found = defaultdict(set)
    for name in names.public_names():
        found[name.rpartition(".")[2]].add(name)
    return {last: frozenset(homes) for last, homes in found.items()}
