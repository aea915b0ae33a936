"""`mslint api`: what is known of one name of MindSpore or PyTorch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from mslint.cli.arguments import examples
from mslint.cli.main import CallError
from mslint.facts import names, signatures
from mslint.facts.deprecations import Deprecation
from mslint.facts.lookup import MindSporeName, Pair, TorchName, UnknownName, Versions, look_up
from mslint.facts.signatures import Overloads
from mslint.facts.torch_names import Keyword, Relation


@click.command(epilog=examples("mslint api nn.Dropout", "mslint api Tensor.max", "mslint api torch.nn.Linear"))
@click.argument("name")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to write it.")
def api(name: str, output_format: str) -> None:
    """Show what MindSpore's versions have under NAME, and what it is in PyTorch.

    NAME is a function, class or method in any spelling, or one of PyTorch.
    """
    try:
        found = look_up(name)
    except UnknownName as error:
        near = f"; near it: {', '.join(error.near)}" if error.near else ""
        raise CallError(f"no known version of MindSpore or PyTorch has {name!r}{near}") from None
    if output_format == "json":
        click.echo(json.dumps(as_object(found), indent=2))
    else:
        click.echo("\n".join(torch_lines(found) if isinstance(found, TorchName) else mindspore_lines(found)))


def mindspore_lines(found: MindSporeName) -> Iterator[str]:
    """What is known of a MindSpore name, as text."""
    comes_from = "" if found.owner in (None, found.name.rpartition(".")[0]) else f" of {found.owner}"
    yield f"{found.name}: {found.kind}{comes_from}"
    yield f"MindSpore {spans(found.versions)}"
    if found.aliases:
        yield f"also {', '.join(found.aliases)}"
    if found.forms:
        yield ""
    for versions, forms in found.forms:
        yield f"{spans(versions)}:"
        yield from form_lines(forms)
    for versions, said in found.deprecated:
        yield ""
        yield f"{spans(versions)}: " + said.sentence
    if found.deprecated_keywords:
        yield ""
    for keyword, versions, said in found.deprecated_keywords:
        yield f"{spans(versions)}: {keyword}= {said.sentence}"
    for pair in found.pairs:
        yield ""
        yield from pair_lines(pair, pair.torch)


def torch_lines(found: TorchName) -> Iterator[str]:
    """What is known of a name of PyTorch, as text."""
    yield f"{found.name} of PyTorch"
    if found.forms is not None:
        yield from form_lines(found.forms)
    for pair in found.pairs:
        yield ""
        yield from pair_lines(pair, pair.mindspore)


def form_lines(forms: Overloads | None) -> Iterator[str]:
    """The parameter lists, one a line."""
    if forms is None:
        yield "    parameters not known"
    else:
        yield from (f"    {signatures.text(form)}" for form in forms)


def pair_lines(pair: Pair, heading: str) -> Iterator[str]:
    """What another name is called, and the keywords that differ."""
    yield f"{heading}: MindSpore {spans(pair.versions)}" if heading == pair.mindspore else f"{heading} of PyTorch"
    yield from (f"    {keyword.torch_keyword}: {difference(keyword)}" for keyword in pair.keywords if differs(keyword))


def differs(keyword: Keyword) -> bool:
    """Whether a call of PyTorch needs a change for it."""
    return keyword.relation is not Relation.SAME or keyword.has_other_meaning or keyword.is_moved


def difference(keyword: Keyword) -> str:
    """What became of a keyword, in words."""
    if keyword.relation is Relation.ABSENT:
        return "MindSpore has none"
    parts = ["the same name"] if keyword.relation is Relation.SAME else [" and ".join(keyword.parameters)]
    if keyword.has_other_meaning:
        parts.append("other meaning")
    if keyword.is_moved:
        place = "by keyword only" if keyword.position is None else f"position {keyword.position}"
        parts.append(f"{place} instead of {keyword.torch_position}")
    return ", ".join(parts)


def spans(versions: Versions) -> str:
    """Versions in words: neighbours among the known ones as a stretch."""
    known = names.versions()
    stretches: list[list[str]] = []
    for version in versions:
        if stretches and known.index(version) == known.index(stretches[-1][-1]) + 1:
            stretches[-1].append(version)
        else:
            stretches.append([version])
    return ", ".join(f"{each[0]} to {each[-1]}" if len(each) > 1 else each[0] for each in stretches)


def as_object(found: MindSporeName | TorchName) -> dict[str, Any]:
    """What is known as a JSON object."""
    if isinstance(found, TorchName):
        return {"name": found.name, "kind": "torch", "forms": texts(found.forms), "pairs": pairs(found.pairs)}
    return {
        "name": found.name,
        "kind": found.kind,
        "owner": found.owner,
        "versions": list(found.versions),
        "aliases": list(found.aliases),
        "signatures": [{"versions": list(versions), "forms": texts(forms)} for versions, forms in found.forms],
        "deprecated": [deprecated(versions, said) for versions, said in found.deprecated],
        "deprecated_keywords": [
            {"keyword": keyword, **deprecated(versions, said)} for keyword, versions, said in found.deprecated_keywords
        ],
        "pairs": pairs(found.pairs),
    }


def deprecated(versions: Versions, said: Deprecation) -> dict[str, Any]:
    """What these versions say of the end of a name or keyword."""
    return {
        "versions": list(versions),
        "announced": said.is_announced,
        "since": said.since,
        "removal": said.removal,
        "use": said.use,
    }


def texts(forms: Overloads | None) -> list[str] | None:
    """The parameter lists; None where they are not known."""
    return None if forms is None else [signatures.text(form) for form in forms]


def pairs(found: tuple[Pair, ...]) -> list[dict[str, Any]]:
    """What other names there are, with all keywords."""
    return [
        {
            "torch": pair.torch,
            "mindspore": pair.mindspore,
            "versions": list(pair.versions),
            "keywords": [
                {
                    "torch": keyword.torch_keyword,
                    "relation": keyword.relation.value,
                    "mindspore": list(keyword.parameters),
                    "other_meaning": keyword.has_other_meaning,
                    "torch_position": keyword.torch_position,
                    "position": keyword.position,
                }
                for keyword in pair.keywords
            ],
        }
        for pair in found
    ]
