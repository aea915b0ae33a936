"""Claims of MSL701 and MSL702 drawn from the tables, and what the installed MindSpore says of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from packaging.version import Version

from mslint import api_calls
from mslint.facts import names
from mslint.facts.gradients import TORCH_GRADIENT_MODES
from mslint.facts.optimizers import optimizers
from mslint.facts.presence import is_absent
from mslint.facts.torch_places import names_at_places, torch_name
from mslint.selfcheck import asking, keyword_rows
from mslint.selfcheck.keyword_rows import Row
from mslint.selfcheck.outcomes import Outcome, Values

KEYWORD, NAME = "MSL701", "MSL702"
WORDS = {KEYWORD: {True: "refused", False: "taken"}, NAME: {True: "absent", False: "present"}}
"""What a claim says, by whether the version lacks the keyword or name."""
LACKING = frozenset(words[True] for words in WORDS.values())

Run = Callable[[str, str], Outcome]
"""Runs a program, given its name and its text."""


class UnknownVersion(Exception):
    """The tables know no such MindSpore. The message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the tables say of a name, or of a keyword of a function: `is_lacking` where the version has it not."""

    code: str
    name: str
    keyword: str
    is_lacking: bool

    @property
    def says(self) -> str:
        """The claim in a word."""
        return WORDS[self.code][self.is_lacking]

    def __str__(self) -> str:
        """What it is about: a name, or a function with a keyword."""
        return f"{self.name} {self.keyword}=" if self.keyword else self.name


@dataclass(frozen=True, slots=True)
class Answer:
    """What MindSpore says of a claim; `is_lacking` is None where that cannot be told. `reason` is what was seen."""

    claim: Claim
    is_lacking: bool | None
    reason: str

    @property
    def agrees(self) -> bool | None:
        """Whether it is as the tables say; None where that cannot be told."""
        return None if self.is_lacking is None else self.is_lacking is self.claim.is_lacking

    @property
    def seen(self) -> str | None:
        """What was seen, in a word of `WORDS`; None where nothing can be told."""
        return None if self.is_lacking is None else WORDS[self.claim.code][self.is_lacking]


@dataclass(frozen=True, slots=True)
class Sample:
    """The answers for up to `number` claims of each kind, drawn with `seed`."""

    number: int
    seed: int
    answers: tuple[Answer, ...]

    @property
    def refuted(self) -> list[Answer]:
        """Those where it is not as the tables say."""
        return [each for each in self.answers if each.agrees is False]

    @property
    def undecided(self) -> list[Answer]:
        """Those that cannot be told."""
        return [each for each in self.answers if each.agrees is None]


def candidates() -> list[str]:
    """Every public name of any version, every module, and PyTorch's names at their places."""
    table = names.load("names.json.gz")
    folded = [(module, text) for module, masks in table["names"].items() for text in masks.values()]
    public = {f"{module}.{name}" for module, text in folded for name in text.split()}
    modules = {name for text in table["modules"].values() for name in text.split() if "._" not in name}
    return sorted(public | modules | names_at_places())


def draw(version: Version, number: int, seed: int) -> list[Claim]:
    """`number` claims of each rule that a version lacks something, and as many that it has it; fewer if there are.

    Raises:
        UnknownVersion: the tables do not know the version.
    """
    if names.version_bit(version) is None:
        known = ", ".join(names.versions())
        raise UnknownVersion(f"MindSpore {version}: no sample, because the tables do not know it (they know {known})")
    chooser = random.Random(seed)
    claims = [*_keyword_claims(version), *_name_claims(version)]
    drawn: list[Claim] = []
    for code in (KEYWORD, NAME):
        for is_lacking in (True, False):
            fitting = [claim for claim in claims if claim.code == code and claim.is_lacking is is_lacking]
            drawn += chooser.sample(fitting, min(number, len(fitting)))
    return drawn


def _keyword_claims(version: Version) -> Iterator[Claim]:
    """Keywords of any version and of PyTorch; optimizers, which have rules of their own, are left out."""
    rows = {*keyword_rows.rows_of_any_version(version), *keyword_rows.torch_rows(version)}
    for row in sorted(rows):
        if row.name in optimizers() or keyword_rows.call_of(row, version) is None:
            continue
        if row.keyword in keyword_rows.keywords(row.name, version):
            yield Claim(KEYWORD, row.name, row.keyword, is_lacking=False)
        elif _is_refused(row, version):
            yield Claim(KEYWORD, row.name, row.keyword, is_lacking=True)


def _is_refused(row: Row, version: Version) -> bool:
    """Whether the rule says that a function or method takes no such keyword."""
    methods = api_calls.methods_named(row.name.rpartition(".")[2], version)
    return api_calls.refuses(row.name, row.keyword, version) or any(
        method.name == row.name and method.refuses(row.keyword) for method in methods
    )


def _name_claims(version: Version) -> Iterator[Claim]:
    """Names of any version and of PyTorch; those whose absence is told by other rules are left out."""
    for name in candidates():
        if is_absent(name, version):
            if name.rpartition(".")[2] not in TORCH_GRADIENT_MODES and torch_name(name) is None:
                yield Claim(NAME, name, "", is_lacking=True)
        elif names.exists(name, version):
            yield Claim(NAME, name, "", is_lacking=False)


def ask(run: Run, version: Version, claims: Sequence[Claim], advance: Callable[[str], None]) -> tuple[Answer, ...]:
    """What MindSpore says of each claim; `advance` is told which one is next."""
    answers = []
    for claim in claims:
        advance(str(claim))
        answers.append(_of_name(run, claim) if claim.code == NAME else _of_keyword(run, version, claim))
    return tuple(answers)


def _of_name(run: Run, claim: Claim) -> Answer:
    outcome = run(f"{NAME}_sample", asking.name_program(claim.name))
    is_there = asking.is_there(outcome)
    if is_there is None:
        return Answer(claim, None, str(outcome))
    return Answer(claim, not is_there, "it resolves" if is_there else "it does not resolve")


def _of_keyword(run: Run, version: Version, claim: Claim) -> Answer:
    """By the call, and where that does not tell by the signature."""
    row = Row(claim.name, claim.keyword)
    call = keyword_rows.call_of(row, version)
    called = keyword_rows.called_by(claim.name, version)
    assert call is not None
    assert called is not None
    outcome = run(f"{KEYWORD}_sample", asking.call_program(call, row.module))
    seen = "returns" if isinstance(outcome, Values) else str(outcome)
    is_refused = asking.is_refused(row.keyword, outcome)
    if is_refused is None:
        signature = run(f"{KEYWORD}_signature", asking.signature_program(called, row.keyword, row.module))
        is_refused = asking.is_missing_in_signature(signature)
        if is_refused is not None:
            seen = f"its signature {'lacks' if is_refused else 'has'} it"
    return Answer(claim, is_refused, f"{call}: {seen}")
