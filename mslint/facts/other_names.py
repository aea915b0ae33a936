"""What a keyword that a MindSpore function does not take is called there."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from packaging.version import Version

from mslint.facts import fitting, members, names, torch_names
from mslint.facts.signatures import Parameter, ParameterKind
from mslint.facts.torch_names import Keyword, Relation

_SAME = (
    ("axis", "dim"),
    ("bias", "has_bias"),
    ("embedding_dim", "embedding_size"),
    ("eps", "epsilon"),
    ("group", "groups"),
    ("in_channels", "in_features"),
    ("input", "input_x", "x"),
    ("keep_dims", "keepdim", "keepdims"),
    ("num_embeddings", "vocab_size"),
    ("out_channels", "out_features"),
)
"""Names of the same thing in MindSpore, PyTorch and NumPy."""
_LIKENESS = 0.8
"""How much a name must be like another one to be taken for a slip of it, after difflib."""


class OtherName(NamedTuple):
    """What does the work of a keyword.

    `parameters` are one, or several that share the work. `is_exact`: the value can be handed on as it is;
    `is_slip`: the name is only spelled alike.
    """

    parameters: tuple[str, ...]
    is_exact: bool
    is_slip: bool = False


@cache
def other_name(name: str, keyword: str, version: Version) -> OtherName | None:
    """What the function with the canonical name `name` calls the work of `keyword`; None where that is not known.

    It is the name of PyTorch's keyword, or PyTorch's name of MindSpore's
    where the function follows PyTorch, or the keyword that is spelled most alike.
    """
    overloads = members.overloads(name, version)
    accepted = None if overloads is None else fitting.keywords(overloads)
    if accepted is None or keyword in accepted:
        return None
    found = list(dict.fromkeys([*_from_torch(name, keyword, version), *_from_siblings(name, keyword, version)]))
    usable = [each for each in found if accepted.issuperset(each.parameters)]
    if usable:
        agree = len({each.parameters for each in usable}) == 1
        return OtherName(usable[0].parameters, agree and all(each.is_exact for each in usable))
    same = [other for group in _SAME if keyword in group for other in group if other in accepted]
    if len(same) == 1:
        return OtherName((same[0],), is_exact=True)
    alike = difflib.get_close_matches(keyword, sorted(accepted), 1, _LIKENESS)
    return OtherName((alike[0],), is_exact=False, is_slip=True) if alike else None


def _from_torch(name: str, keyword: str, version: Version) -> Iterator[OtherName]:
    """`keyword` as one of PyTorch's."""
    for torch_name in torch_names.torch_names(name):
        found = torch_names.keyword(torch_name, name, keyword, version)
        if found is not None and found.relation is Relation.RENAMED:
            yield OtherName(found.parameters, not found.has_other_meaning and len(found.parameters) == 1)


def _from_siblings(name: str, keyword: str, version: Version) -> Iterator[OtherName]:
    """`keyword` as the name in another function of MindSpore that does the same."""
    for torch_name in torch_names.torch_names(name):
        for sibling in torch_names.counterparts(torch_name, version):
            for found in _renamed_to(torch_name, sibling, keyword, version) if sibling != name else ():
                here = torch_names.keyword(torch_name, name, found.torch_keyword, version)
                if here is not None and here.relation is not Relation.ABSENT:
                    is_exact = not found.has_other_meaning and not here.has_other_meaning
                    yield OtherName(here.parameters, is_exact and len(here.parameters) == 1)


def _renamed_to(torch_name: str, sibling: str, keyword: str, version: Version) -> list[Keyword]:
    return [
        found
        for found in torch_names.keywords(torch_name, sibling, version)
        if found.relation is Relation.RENAMED and found.parameters == (keyword,)
    ]


@cache
def torch_default(name: str, keyword: str) -> str | None:
    """The default, as text, of a keyword in the PyTorch function whose work `name` does; None where there is none."""
    for torch_name in torch_names.torch_names(name):
        for parameter in _torch_parameters(torch_name):
            if parameter.name == keyword and parameter.default is not None:
                return parameter.default
    return None


@cache
def torch_parameter(name: str, position: int) -> str | None:
    """The parameter at a position of the PyTorch function whose work `name` does; None where it is not one name."""
    found = {
        form[position].name
        for torch_name in torch_names.torch_names(name)
        for form in torch_names.torch_overloads(torch_name) or ()
        if len(form) > position and form[position].kind is ParameterKind.POSITIONAL_OR_KEYWORD
    }
    return found.pop() if len(found) == 1 else None


def _torch_parameters(torch_name: str) -> Iterator[Parameter]:
    for form in torch_names.torch_overloads(torch_name) or ():
        yield from form


@cache
def versions_with(name: str, keyword: str) -> tuple[str, ...]:
    """The versions in which the function takes the keyword by its name, oldest first."""
    return tuple(
        version
        for version in names.versions()
        if any(
            parameter.name == keyword and parameter.kind is not ParameterKind.POSITIONAL_ONLY
            for form in members.overloads(name, version) or ()
            for parameter in form
        )
    )
