"""What MindSpore's names are: spellings, star imports, modules, versions.

All answers come from tables made from real installs (`mslint.facts.dump`,
`mslint.facts.merge`), read when the first question is asked.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from packaging.version import Version

DATA_FOLDER = Path(__file__).parent / "api"
_NIGHTLY = {"2.5": "2.6", "2.6": "2.7"}
"""Versions of which a nightly build was measured, and the next one."""


@cache
def load(file_name: str) -> Any:
    """The content of one table of `mslint/facts/api`; None where there is no such file."""
    path = DATA_FOLDER / file_name
    return json.loads(gzip.decompress(path.read_bytes())) if path.is_file() else None


def versions() -> tuple[str, ...]:
    """The MindSpore versions that the tables know, oldest first, as minor versions ("2.10")."""
    return tuple(load("names.json.gz")["versions"])


def version_bit(version: Version | str) -> int | None:
    """The bit of a version in the tables' masks; None for a version they do not know."""
    release = Version(str(version)).release
    minor = f"{release[0]}.{release[1] if len(release) > 1 else 0}"
    known = versions()
    return 1 << known.index(minor) if minor in known else None


def stand_ins(version: Version | str) -> tuple[Version | str, ...]:
    """The version, and the one after it where a nightly build stands for the release.

    Of 2.5 and 2.6 nightly builds were measured: the release may have what only the next version has.
    """
    release = Version(str(version)).release
    following = _NIGHTLY.get(".".join(map(str, release[:2])))
    return (version,) if following is None else (version, following)


def form_in(forms: Sequence[list[Any]], version: Version | str | None) -> list[Any] | None:
    """Of the forms that something had, each after the mask of its versions, that of `version`; None: of the newest."""
    if version is None:
        return max(forms, key=lambda form: int(form[0]), default=None)
    bit = version_bit(version) or 0
    return next((form for form in forms if form[0] & bit), None)


def versions_in(mask: int) -> tuple[str, ...]:
    """The versions of a mask, oldest first."""
    return tuple(version for index, version in enumerate(versions()) if mask >> index & 1)


@cache
def _aliases(module: str) -> dict[str, str]:
    """The names of `module` that are spelled otherwise canonically -> the canonical module."""
    targets = load("names.json.gz")["aliases"].get(module, {})
    return {name: target for target, names in targets.items() for name in names.split()}


@cache
def _masks(module: str) -> dict[str, int]:
    """The public names of `module` -> the mask of the versions that have them."""
    return _unfolded(load("names.json.gz")["names"].get(module, {}))


@cache
def _visible(module: str) -> dict[str, int]:
    """The names that `module` happens to hold -> the mask of the versions in which it does."""
    return _unfolded(load("names.json.gz")["visible"].get(module, {}))


@cache
def _modules() -> dict[str, int]:
    """Every module of MindSpore -> the mask of the versions that have it."""
    return _unfolded(load("names.json.gz")["modules"])


def _unfolded(masks: dict[str, str]) -> dict[str, int]:
    """Mask -> names, as the tables hold it, turned into name -> mask."""
    return {name: int(mask) for mask, names in masks.items() for name in names.split()}


@cache
def canonical(qualified_name: str) -> str:
    """The public name for any spelling: `mindspore.nn.layer.basic.Dropout` is `mindspore.nn.Dropout`.

    Of several public names it is the shortest (`mindspore.value_and_grad`,
    `mindspore.nn.Adam`, `mindspore.ops.relu`, `mindspore.mint.nn.Dropout`,
    `mindspore.experimental.optim.lr_scheduler.StepLR`). The worlds stay apart:
    a `mindspore.mint` spelling never becomes a `mindspore.ops` one. What
    follows a known name is kept (`mindspore.nn.cell.Cell.set_train`), and an
    unknown name comes back as it is.
    """
    if not qualified_name.startswith("mindspore."):
        return qualified_name
    found = _public(qualified_name)
    if found is None:
        resolved = _without_module_aliases(qualified_name)
        found = _public(resolved) or resolved
    return found


def _public(name: str) -> str | None:
    """The canonical form of `name`, by its longest known part; None where no part is known."""
    parts = name.split(".")
    renamed = load("names.json.gz")["renamed"]
    for end in range(len(parts), 1, -1):
        module, last = ".".join(parts[: end - 1]), parts[end - 1]
        target = renamed.get(f"{module}.{last}")
        if target is None and last in _aliases(module):
            target = f"{_aliases(module)[last]}.{last}"
        if target is not None:
            return ".".join([target, *parts[end:]])
        if last in _masks(module):
            return name
    return None


def _without_module_aliases(name: str) -> str:
    """The modules in `name` under their own names: `mindspore.mint.functional` is `mindspore.mint.nn.functional`."""
    aliases = load("names.json.gz")["module_aliases"]
    parts = name.split(".")
    done = parts[0]
    for part in parts[1:]:
        done = f"{done}.{part}"
        done = aliases.get(done, done)
    return done


@cache
def public_spellings(name: str) -> tuple[str, ...]:
    """The public names, in any version, whose canonical form is `name`, without itself."""
    module, _, last = name.rpartition(".")
    found = [
        f"{alias_module}.{last}"
        for alias_module, targets in load("names.json.gz")["aliases"].items()
        if last in targets.get(module, "").split() and last in _masks(alias_module)
    ]
    return tuple(sorted(found))


@cache
def public_names() -> frozenset[str]:
    """The canonical forms of all public names of any version."""
    table = load("names.json.gz")["names"]
    return frozenset(canonical(f"{module}.{name}") for module in table for name in _masks(module))


@cache
def star_names(module: str) -> frozenset[str]:
    """The names that `from MODULE import *` asks for in any known version; empty for an unknown module.

    Some of these imports raise, for `__all__` names what is not there:
    `mindspore` in every version, `mindspore.mint` from 2.5, `mindspore.nn` in
    1.10. What the author meant is still told by the names.
    """
    names = load("names.json.gz")["star"].get(_without_module_aliases(module), "")
    return frozenset(names.split())


def is_module(name: str) -> bool:
    """Whether `name` is a module of MindSpore in some version, and not also a function or class."""
    resolved = _without_module_aliases(name)
    if resolved not in _modules() and not _masks(resolved):
        return False
    parent, _, last = resolved.rpartition(".")
    return last not in _masks(parent)


def exists(name: str, version: Version | str) -> bool | None:
    """Whether a MindSpore version has this module, or this name in a public module.

    None where the tables cannot tell: an unknown version, a name that begins
    with an underscore, a name of a module that is not public, or a member of
    a class.
    """
    bit = version_bit(version)
    if bit is None:
        return None
    resolved = _without_module_aliases(name)
    parent, _, last = resolved.rpartition(".")
    if any(_modules().get(spelling, 0) & bit for spelling in (name, resolved)):
        return True
    if not _masks(parent) or last.startswith("_"):
        return None
    return bool((_masks(parent).get(last, 0) | _visible(parent).get(last, 0)) & bit)


@cache
def category(name: str) -> frozenset[str]:
    """The canonical names of the classes in a category, in any known version.

    Categories, by subclass tests on the installs: cell, nn-optimizer,
    experimental-optimizer (mint's too), learning-rate-schedule, lr-scheduler,
    primitive, callback.

    Raises:
        KeyError: there is no such category.
    """
    return frozenset(
        member for members in load("names.json.gz")["categories"][name].values() for member in members.split()
    )


@cache
def short_names() -> frozenset[str]:
    """The last parts of the names of MindSpore's cells, optimizers and gradient functions.

    A project often hands these on under their own name (`from .layers import Dropout`).
    """
    classes = category("cell") | category("nn-optimizer") | category("experimental-optimizer")
    return frozenset(name.rpartition(".")[2] for name in classes) | {"GradOperation", "grad", "value_and_grad"}
