"""All that the tables know of one name, however it is spelled."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeVar

from mslint.facts import deprecations, members, names, other_names, signatures, torch_names
from mslint.facts.deprecations import Deprecation
from mslint.facts.signatures import Overloads
from mslint.facts.torch_names import Keyword

T = TypeVar("T")

Versions = tuple[str, ...]

_NEAR = 6
_SHORT = {"ms": "mindspore", "msnp": "mindspore.numpy", "mnp": "mindspore.numpy"}
"""What people call these modules."""


class Pair(NamedTuple):
    """A name of PyTorch and one of MindSpore, the versions that have it, and the keywords in the newest of them."""

    torch: str
    mindspore: str
    versions: Versions
    keywords: tuple[Keyword, ...]


class MindSporeName(NamedTuple):
    """A canonical name of MindSpore. What changed over the versions is there once for each stretch of them.

    `owner` is the class that a member comes from. A stretch without `forms`
    is one whose parameters are not known; what takes no call has no stretch.
    `deprecated_keywords` are told of in the versions that take them.
    """

    name: str
    kind: str
    owner: str | None
    versions: Versions
    aliases: tuple[str, ...]
    forms: tuple[tuple[Versions, Overloads | None], ...]
    deprecated: tuple[tuple[Versions, Deprecation], ...]
    deprecated_keywords: tuple[tuple[str, Versions, Deprecation], ...]
    pairs: tuple[Pair, ...]


class TorchName(NamedTuple):
    """A name of PyTorch."""

    name: str
    forms: Overloads | None
    pairs: tuple[Pair, ...]


class UnknownName(Exception):
    """There is no such name. `near` are names that look like it."""

    def __init__(self, name: str, near: tuple[str, ...]) -> None:
        """Remember both."""
        super().__init__(name)
        self.near = near


def look_up(spelling: str) -> MindSporeName | TorchName:
    """What is known of a name: `nn.Dropout`, `Tensor.max`, `mindspore.nn.layer.basic.Dropout`, `torch.nn.Linear`.

    Raises:
        UnknownName: no known version has it.
    """
    if spelling.partition(".")[0] == "torch":
        if spelling in torch_names.known_torch_names():
            pairs = tuple(_pair(spelling, name) for name in torch_names.counterparts(spelling))
            return TorchName(spelling, torch_names.torch_overloads(spelling), pairs)
        raise UnknownName(spelling, _near(spelling, torch_names.known_torch_names()))
    for name in _readings(spelling):
        if found := _mindspore_name(name):
            return found
    likeliest = next(_readings(spelling))
    near = _near(likeliest, _siblings(likeliest) or names.public_names())
    in_torch = f"torch.{likeliest.partition('.')[2]}"
    raise UnknownName(spelling, (in_torch, *near) if in_torch in torch_names.known_torch_names() else near)


def _siblings(name: str) -> frozenset[str]:
    """The members of the class that `name` would be a member of; empty where it would be none."""
    class_name = name.rpartition(".")[0]
    found = [each for each in members.classes() if each == class_name or names.canonical(class_name) == each]
    return frozenset(f"{each}.{member}" for each in found for member in members.member_names(each) or ())


def _readings(spelling: str) -> Iterator[str]:
    """The canonical names that a spelling can mean, the likeliest first."""
    first, dot, rest = spelling.partition(".")
    spelling = _SHORT.get(first, first) + dot + rest
    if spelling.partition(".")[0] == "mindspore":
        yield names.canonical(spelling)
        return
    yield names.canonical(f"mindspore.{spelling}")
    for name in sorted(members.classes(), key=lambda name: (name.count("."), name)):
        if name.rpartition(".")[2] == first:
            yield f"{name}.{rest}" if rest else name


def _mindspore_name(name: str) -> MindSporeName | None:
    """What is known of a canonical name; None where no version has it."""
    versions = tuple(version for version in names.versions() if torch_names.exists(name, version))
    if not versions:
        return None
    class_name, _, last = name.rpartition(".")
    member = members.member(class_name, last, versions[-1])
    owner = None if member is None else member.owner
    forms = _stretches(versions, partial(members.overloads, name))
    return MindSporeName(
        name,
        "module" if names.is_module(name) else signatures.kind(name) if member is None else member.kind.value,
        owner,
        versions,
        names.public_spellings(name),
        forms if any(known is not None for _, known in forms) or (member and member.is_called) else (),
        tuple(
            (stretch, said)
            for stretch, said in _stretches(versions, partial(deprecations.deprecation, _said_of(name, owner)))
            if said is not None
        ),
        tuple(_deprecated_keywords(name)),
        tuple(_pair(torch_name, name) for torch_name in torch_names.torch_names(name)),
    )


def _deprecated_keywords(name: str) -> Iterator[tuple[str, Versions, Deprecation]]:
    for keyword in deprecations.keywords(name):
        taken = other_names.versions_with(name, keyword)
        for stretch, said in _stretches(taken, partial(deprecations.of_keyword, name, keyword)):
            if said is not None:
                yield keyword, stretch, said


def _said_of(name: str, owner: str | None) -> str:
    """The name under which a deprecation is kept: that of the class which a member comes from."""
    return name if owner is None else f"{owner}.{name.rpartition('.')[2]}"


def _stretches(versions: Versions, ask: Callable[[str], T]) -> tuple[tuple[Versions, T], ...]:
    """The answers for `versions`, with the neighbouring versions that share one."""
    result: list[tuple[Versions, T]] = []
    for version in versions:
        answer = ask(version)
        if result and result[-1][1] == answer:
            result[-1] = ((*result[-1][0], version), answer)
        else:
            result.append(((version,), answer))
    return tuple(result)


def _pair(torch_name: str, mindspore_name: str) -> Pair:
    """What is known of a name of PyTorch and its counterpart."""
    versions = tuple(version for version in names.versions() if torch_names.exists(mindspore_name, version))
    keywords = torch_names.keywords(torch_name, mindspore_name, versions[-1]) if versions else ()
    return Pair(torch_name, mindspore_name, versions, keywords)


def _near(name: str, known: frozenset[str]) -> tuple[str, ...]:
    """Names that look like `name`: those with its last part, whatever its case, else with one like it."""
    by_last: dict[str, list[str]] = defaultdict(list)
    for each in sorted(known):
        by_last[each.rpartition(".")[2].lower()].append(each)
    last = name.rpartition(".")[2].lower()
    alike = difflib.get_close_matches(last, by_last, n=_NEAR, cutoff=0.75) if last else []
    found = [*by_last.get(last, ()), *(each for part in alike for each in by_last[part])]
    return tuple(dict.fromkeys(found))[:_NEAR]
