"""What a rule is: its number, its words, the versions it was seen in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from packaging.version import Version

from mslint.finding import Confidence, Severity

FAMILIES = {
    "1": "mode",
    "2": "optim",
    "3": "lr",
    "4": "grad",
    "5": "parity",
    "6": "graph",
    "7": "api",
    "8": "state",
    "9": "mindtorch",
}
"""The digit after `MSL` and the folder of `mslint/checkers` that holds the family."""

KNOWN_VERSIONS = ("1.10", "2.0", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10")
"""The MindSpore versions whose behaviour was measured, oldest first."""

MINDSPORE = "mindspore"


class Package(NamedTuple):
    """A package that a rule can be about: what it is called, and its versions that were measured, oldest first."""

    title: str
    versions: tuple[str, ...]


PACKAGES = {
    MINDSPORE: Package("MindSpore", KNOWN_VERSIONS),
    "mindtorch": Package("MindTorch", ("0.3", "0.4")),
    "msadapter": Package("MSAdapter", ("0.1",)),
}
"""MindSpore, and the packages that put PyTorch's names over it."""


@dataclass(frozen=True, slots=True)
class Raises:
    """The bad program raises; the good one returns.

    `error` is the name of the exception's class or of one of its bases, or
    several of which one will do; `message` a regular expression found in its
    text.
    """

    error: str | tuple[str, ...]
    message: str = ""

    @property
    def errors(self) -> tuple[str, ...]:
        """The names of the classes, of which one will do."""
        return (self.error,) if isinstance(self.error, str) else self.error


@dataclass(frozen=True, slots=True)
class Dies:
    """The bad program kills its process; the good one returns."""


@dataclass(frozen=True, slots=True)
class Differs:
    """`value` of the bad program is at least `by` away from the good program's.

    For a list of numbers, the largest distance counts.
    """

    value: str
    by: float


@dataclass(frozen=True, slots=True)
class Agrees:
    """`value` of the bad program is what the good program has, to within `by`."""

    value: str
    by: float = 1e-6


@dataclass(frozen=True, slots=True)
class Stays:
    """`value`, a list that a change should move, holds one number in the bad program and moves in the good one."""

    value: str


Expectation = Raises | Dies | Differs | Agrees | Stays


def _spans(since: str, until: str | None, target: Version) -> bool:
    """Whether the minor version of `target` lies between two minor versions, both inclusive."""
    minor = target.release[:2]
    if minor < Version(since).release[:2]:
        return False
    return until is None or minor <= Version(until).release[:2]


class Proof(NamedTuple):
    """What running `bad` and `good` must give, on these versions, for the rule to be true.

    All of `expects` must hold. `variant` is passed to `observe`, where it is
    not empty; it names a form of the fault that has a verdict of its own.
    `package` is what `since` and `until` are versions of, and what the
    programs need beside MindSpore; it is the same for all proofs of a variant.
    """

    expects: tuple[Expectation, ...]
    since: str = KNOWN_VERSIONS[0]
    until: str | None = None
    variant: str = ""
    package: str = MINDSPORE

    def covers(self, target: Version) -> bool:
        """Whether the minor version of `target` lies in this span."""
        return _spans(self.since, self.until, target)


class Seen(NamedTuple):
    """A span of versions of MindSpore, or of a package over it, in which a behaviour was observed.

    `since` and `until` are inclusive and name minor versions ("2.7");
    `until=None` means up to the newest known version and later.
    `effect` completes the sentence "on MindSpore 2.10 ...".
    """

    since: str
    until: str | None
    severity: Severity
    effect: str
    package: str = MINDSPORE

    def covers(self, target: Version) -> bool:
        """Whether the minor version of `target` lies in this span."""
        return _spans(self.since, self.until, target)


@dataclass(frozen=True, slots=True)
class Rule:
    """Everything about a rule but its check.

    A rule file holds one `Rule` named `RULE`, a module docstring that is the
    rule's documentation page, and `check(context)`, a generator of findings.

    `message` is a `str.format` template. `{target}` is always there (the minor
    version, "2.10"), `{package}` is what it is a version of ("MindSpore") and
    `{effect}` the effect seen on that version.
    `bad` and `good` are complete programs that define `observe()`; in `bad`
    the lines to be flagged end in a comment `# <code>`. `observe` returns
    numbers read back from weights, statistics and outputs, by name. A constant
    of the module that is an argument of a marked call stands for what a user
    wrote there. `proofs` says what the two programs must give; `original` is
    the same program in PyTorch, whose numbers the repaired one must give to
    within `tolerance`, absolutely or by their size.
    """

    code: str
    symbol: str
    summary: str
    message: str
    seen: tuple[Seen, ...]
    bad: str
    good: str
    confidence: Confidence = Confidence.HIGH
    related: tuple[str, ...] = field(default=())
    proofs: tuple[Proof, ...] = field(default=())
    original: str = ""
    tolerance: float = 1e-3

    def on(self, target: Version, package: str | None = None) -> Seen | None:
        """What was seen on `target`, or None where the rule is silent.

        `target` is a version of `package`. Without one it is the MindSpore
        under check: of a rule about a package over MindSpore the newest
        version that was seen counts, for the file itself says that it uses
        the package, and which MindSpore is below it changes nothing.
        """
        if package is None and self.package != MINDSPORE:
            return next(seen for seen in reversed(self.seen) if seen.package == self.package)
        wanted = package or MINDSPORE
        return next((seen for seen in self.seen if seen.package == wanted and seen.covers(target)), None)

    @property
    def package(self) -> str:
        """What the rule is about in the first place: MindSpore, or a package over it."""
        return self.seen[0].package

    def package_of(self, variant: str) -> str:
        """What the programs of a variant need beside MindSpore; MindSpore itself where they need nothing."""
        return next(proof.package for proof in self.proofs if proof.variant == variant)

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that have proofs, in order; the name of the only one is empty."""
        return tuple(dict.fromkeys(proof.variant for proof in self.proofs))

    def proof(self, variant: str, target: Version) -> Proof | None:
        """What proves the rule on `target`, or None where it claims nothing about this variant.

        `target` is a version of the package of the variant.
        """
        if self.on(target, self.package_of(variant)) is None:
            return None
        return next((proof for proof in self.proofs if proof.variant == variant and proof.covers(target)), None)

    @property
    def family(self) -> str:
        """The name of the rule's family, for example "optim"."""
        return FAMILIES[self.code[3]]

    @property
    def severity(self) -> Severity:
        """The severity on the newest version that shows the fault, of what the rule is about in the first place."""
        return next(seen.severity for seen in reversed(self.seen) if seen.package == self.package)

    @property
    def default_enabled(self) -> bool:
        """Parity rules are right only if they were meant, so they are off."""
        return self.severity is not Severity.PARITY

    @property
    def pylint_id(self) -> str:
        """The message id of pylint: E, W or R and the digits after a 9."""
        letter = {Severity.ERROR: "E", Severity.WARNING: "W"}.get(self.severity, "R")
        return f"{letter}9{self.code[3:]}"
