"""What a rule is: its number, its words, the versions it was seen in."""

from __future__ import annotations

from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Seen:
    """A span of MindSpore versions in which a behaviour was observed.

    `since` and `until` are inclusive and name minor versions ("2.7");
    `until=None` means up to the newest known version and later.
    `effect` completes the sentence "on MindSpore 2.10 ...".
    """

    since: str
    until: str | None
    severity: Severity
    effect: str

    def covers(self, target: Version) -> bool:
        """Whether the minor version of `target` lies in this span."""
        minor = target.release[:2]
        if minor < Version(self.since).release[:2]:
            return False
        return self.until is None or minor <= Version(self.until).release[:2]


@dataclass(frozen=True, slots=True)
class Rule:
    """Everything about a rule but its check.

    A rule file holds one `Rule` named `RULE`, a module docstring that is the
    rule's documentation page, and `check(context)`, a generator of findings.

    `message` is a `str.format` template. `{target}` is always there (the minor
    version, "2.10") and `{effect}` is the effect seen on that version.
    `bad` and `good` are complete programs that define `observe()`; in `bad`
    the lines to be flagged end in a comment `# <code>`.
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

    def on(self, target: Version) -> Seen | None:
        """What was seen on `target`, or None where the rule is silent."""
        return next((seen for seen in self.seen if seen.covers(target)), None)

    @property
    def family(self) -> str:
        """The name of the rule's family, for example "optim"."""
        return FAMILIES[self.code[3]]

    @property
    def severity(self) -> Severity:
        """The severity on the newest version that shows the fault."""
        return self.seen[-1].severity

    @property
    def default_enabled(self) -> bool:
        """Parity rules are right only if they were meant, so they are off."""
        return self.severity is not Severity.PARITY

    @property
    def pylint_id(self) -> str:
        """The message id of pylint: E, W or R and the digits after a 9."""
        letter = {Severity.ERROR: "E", Severity.WARNING: "W"}.get(self.severity, "R")
        return f"{letter}9{self.code[3:]}"
