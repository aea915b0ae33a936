"""What PyTorch's names and arguments are in MindSpore.

Two tables, read when the first question is asked:

* `torch-names.csv`: a name of PyTorch and one of MindSpore that does its
  work, in any version; which keywords have another name there
  (`dim=axis`, `betas=beta1+beta2`); and which mean something else, whatever
  they are called. From MindSpore's API mapping and from what was measured,
  checked against the signatures of every version. Names that `mindspore.mint`,
  `mindspore.experimental`, Tensor and `mindspore.nn` share with PyTorch are in
  it too.
* `torch-signatures.csv`: the parameters of these names in PyTorch 2.13
  (`tools/torch_signatures.py`).

Whether a MindSpore name or parameter exists is asked of the tables for the
version at hand, and what an argument by position lands in follows from both
signatures.
"""

from __future__ import annotations

import csv
import enum
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from packaging.version import Version

from mslint.facts import members, names
from mslint.facts.dumping.forms import split
from mslint.facts.signatures import Overloads, ParameterKind, parsed
from mslint.facts.worlds import World, world_of

_METHODS = ("torch.Tensor.", "mindspore.Tensor.")
_RECEIVERS = ("input", "self")
"""What the tensor is called in a function that is a method in the other framework."""

_ORDER = (World.NATIVE, World.MINT, World.EXPERIMENTAL, World.NUMPY)


class Relation(enum.Enum):
    """What became of a keyword."""

    SAME = "same"
    """It has the same name."""
    RENAMED = "renamed"
    """It has another name, or several parameters share its work."""
    ABSENT = "absent"
    """There is none of this name, and none is known that does its work."""


class Keyword(NamedTuple):
    """A keyword of PyTorch in a counterpart of MindSpore.

    `parameters` are the names there: one, none where it is absent, and two
    for `betas` of `nn.Adam`. `has_other_meaning`: the value cannot be handed
    on as it is. `torch_position` and `position` are where an argument can be
    given by position, None where it cannot, where the forms do not agree, and
    for a function that is a method in the other framework.
    """

    torch_keyword: str
    relation: Relation
    parameters: tuple[str, ...]
    has_other_meaning: bool
    torch_position: int | None
    position: int | None

    @property
    def is_moved(self) -> bool:
        """Whether an argument by position lands elsewhere."""
        return self.torch_position is not None and self.torch_position != self.position


class _Pair(NamedTuple):
    """One row of the table of names."""

    renamed: dict[str, tuple[str, ...]]
    other_meaning: frozenset[str]


def counterparts(torch_name: str, version: Version | str | None = None) -> tuple[str, ...]:
    """The canonical MindSpore names that do the work of a name of PyTorch and that this version has.

    `version` None: in any version. `mindspore.nn` and `ops` come first, then
    mint and experimental (`world_of` tells); primitives come last. Empty
    where none is known. They need not take the same arguments.
    """
    found = [name for name in _by_torch_name().get(torch_name, {}) if version is None or exists(name, version)]
    return tuple(sorted(found, key=_preference))


def torch_names(mindspore_name: str) -> tuple[str, ...]:
    """The names of PyTorch whose work a canonical MindSpore name does; empty where none is known."""
    return _by_mindspore_name().get(mindspore_name, ())


def known_torch_names() -> frozenset[str]:
    """All names of PyTorch that have a counterpart."""
    return frozenset(_by_torch_name())


@cache
def torch_overloads(torch_name: str) -> Overloads | None:
    """The parameter lists of a name of PyTorch, without self; None where they are not known."""
    text = _signatures().get(torch_name)
    return None if text is None else tuple(parsed("\n".join(split(form))) for form in text[1:-1].split(") ("))


def exists(mindspore_name: str, version: Version | str) -> bool:
    """Whether a version has a name, be it a member of a class (`mindspore.Tensor.max`)."""
    if names.exists(mindspore_name, version):
        return True
    class_name, _, last = mindspore_name.rpartition(".")
    return members.member(class_name, last, version) is not None


@cache
def keyword(
    torch_name: str, mindspore_name: str, torch_keyword: str, version: Version | str | None = None
) -> Keyword | None:
    """What a keyword of PyTorch is in a counterpart in this version; None where that is not known.

    It is not known where the two names are no pair, MindSpore hides the
    parameters or takes any, or PyTorch has no such keyword as far as is
    known. `version` None asks for the newest version that has the name.
    """
    pair = _by_torch_name().get(torch_name, {}).get(mindspore_name)
    overloads = members.overloads(mindspore_name, version)
    if pair is None or overloads is None:
        return None
    known = _keywords(overloads)
    in_torch = torch_overloads(torch_name)
    is_known_to_torch = in_torch is None or torch_keyword in _keywords(in_torch)
    is_open = any(parameter.kind is ParameterKind.VAR_KEYWORD for form in overloads for parameter in form)
    is_comparable = torch_name.startswith(_METHODS[0]) == mindspore_name.startswith(_METHODS[1])
    if not is_comparable and torch_keyword in _RECEIVERS:
        return None
    renamed = pair.renamed.get(torch_keyword, ())
    parameters: tuple[str, ...]
    if torch_keyword in known and is_known_to_torch:
        relation, parameters = Relation.SAME, (torch_keyword,)
    elif renamed and (is_open or known.issuperset(renamed)):
        relation, parameters = Relation.RENAMED, renamed
    elif in_torch is not None and is_known_to_torch and not is_open:
        relation, parameters = Relation.ABSENT, ()
    else:
        return None
    return Keyword(
        torch_keyword,
        relation,
        parameters,
        torch_keyword in pair.other_meaning,
        _position(in_torch, (torch_keyword,)) if in_torch and is_comparable else None,
        _position(overloads, parameters) if is_comparable else None,
    )


def keywords(torch_name: str, mindspore_name: str, version: Version | str | None = None) -> tuple[Keyword, ...]:
    """What is known of every keyword of a name of PyTorch in a counterpart, in PyTorch's order."""
    pair = _by_torch_name().get(torch_name, {}).get(mindspore_name)
    if pair is None:
        return ()
    in_torch = [parameter.name for form in torch_overloads(torch_name) or () for parameter in form]
    found = [
        keyword(torch_name, mindspore_name, name, version)
        for name in dict.fromkeys([*in_torch, *sorted(pair.renamed), *sorted(pair.other_meaning)])
    ]
    return tuple(each for each in found if each is not None)


def _keywords(overloads: Overloads) -> frozenset[str]:
    """The names that an argument can be given by in some form."""
    kinds = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)
    return frozenset(parameter.name for form in overloads for parameter in form if parameter.kind in kinds)


def _position(overloads: Overloads, parameters: Iterable[str]) -> int | None:
    """The position of the first of `parameters`, if all forms that have it agree."""
    name = next(iter(parameters), None)
    by_keyword = (ParameterKind.KEYWORD_ONLY, ParameterKind.VAR_KEYWORD, ParameterKind.VAR_POSITIONAL)
    found = {
        None if parameter.kind in by_keyword else index
        for form in overloads
        for index, parameter in enumerate(form)
        if parameter.name == name
    }
    return found.pop() if len(found) == 1 else None


def _preference(name: str) -> tuple[bool, int, str]:
    """The order in which counterparts are named."""
    world = world_of(name)
    return (name in names.category("primitive"), _ORDER.index(world) if world in _ORDER else len(_ORDER), name)


@cache
def _by_torch_name() -> dict[str, dict[str, _Pair]]:
    """Name of PyTorch -> canonical MindSpore name -> what is known of the keywords."""
    result: dict[str, dict[str, _Pair]] = defaultdict(dict)
    for torch_name, mindspore_name, renamed, other_meaning in _rows("torch-names.csv"):
        targets = (text.partition("=") for text in renamed.split())
        result[torch_name][mindspore_name] = _Pair(
            {name: tuple(target.split("+")) for name, _, target in targets}, frozenset(other_meaning.split())
        )
    return dict(result)


@cache
def _by_mindspore_name() -> dict[str, tuple[str, ...]]:
    """Canonical MindSpore name -> names of PyTorch."""
    result = defaultdict(list)
    for torch_name, pairs in _by_torch_name().items():
        for name in pairs:
            result[name].append(torch_name)
    return {name: tuple(found) for name, found in result.items()}


@cache
def _signatures() -> dict[str, str]:
    """Name of PyTorch -> its parameter lists as text, each in brackets."""
    return {row[0]: row[1] for row in _rows("torch-signatures.csv")}


def _rows(file_name: str) -> list[list[str]]:
    """The rows of a table, without its head."""
    with (names.DATA_FOLDER / file_name).open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))[1:]
