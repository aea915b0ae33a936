"""Rules into programs, programs into results."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mslint.finding import Severity
from mslint.rule import MINDSPORE, Proof, Rule
from mslint.selfcheck.outcomes import NotRun, Outcome, Value, Values
from mslint.selfcheck.runner import Facts, Session
from mslint.selfcheck.verdicts import Judgement, Verdict, distance, judge, severity_shown

_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Probe:
    """The two programs of a rule in one variant, perhaps with a user's literals in them."""

    rule: Rule
    variant: str
    bad: str
    good: str
    original: str = ""

    @property
    def name(self) -> str:
        """The code, and the variant where there are several."""
        return f"{self.rule.code} {self.variant}".strip()

    @property
    def package(self) -> str:
        """What the programs need beside MindSpore; MindSpore itself where they need nothing."""
        return self.rule.package_of(self.variant)

    @property
    def digest(self) -> str:
        """Tells these programs from others, so that a record of what they did before a change is known as such."""
        text = "\0".join((self.bad, self.good, self.original))
        return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one probe in one environment.

    `severity` is what the rule claims there; None where it claims nothing,
    and the verdict is then no judgement of the rule. `original` is what the
    program gave under PyTorch, where it was run. `digest` is the probe's.
    """

    code: str
    symbol: str
    variant: str
    severity: Severity | None
    verdict: Verdict
    reason: str
    bad: Outcome
    good: Outcome
    seconds: float
    printed: str = ""
    original: Outcome | None = None
    tolerance: float = 1e-3
    digest: str = ""

    @property
    def is_refuted(self) -> bool:
        """Whether the rule claims this and it is not so."""
        return self.severity is not None and self.verdict is Verdict.NOT_REPRODUCED

    @property
    def name(self) -> str:
        """The code, and the variant where there are several."""
        return f"{self.code} {self.variant}".strip()

    @property
    def agrees_with_original(self) -> bool | None:
        """Whether the repaired program gives PyTorch's numbers; None where there is nothing to compare."""
        if not isinstance(self.original, Values) or not isinstance(self.good, Values):
            return None
        common = self.original.values.keys() & self.good.values.keys()
        if not common:
            return None
        return all(self._is_near(self.good.values[name], self.original.values[name]) for name in common)

    def _is_near(self, first: Value, second: Value) -> bool:
        size = max(map(abs, second), default=0.0) if isinstance(second, list) else abs(second)
        return distance(first, second) <= self.tolerance * max(1.0, size)


def probes(rules: Sequence[Rule]) -> list[Probe]:
    """The rules' own programs, in every variant."""
    return [Probe(rule, variant, rule.bad, rule.good, rule.original) for rule in rules for variant in rule.variants]


def prove(session: Session, facts: Facts, probe: Probe) -> Result:
    """Run both programs and judge them.

    The session has the package that they need. A version about which the
    rule says nothing is measured by the proof of the newest one it speaks
    about.
    """
    began = time.monotonic()
    code = probe.rule.code
    bad, bad_printed = session.run(f"{code}_bad", probe.bad, probe.variant)
    good, good_printed = session.run(f"{code}_good", probe.good, probe.variant)
    package = probe.package
    version = facts.version if package == MINDSPORE else facts.packages[package]
    return _judged(probe, probe.rule.proof(probe.variant, version), (bad, good), f"{bad_printed}{good_printed}", began)


def not_run(probe: Probe, reason: str) -> Result:
    """The result of a probe whose package is not there: nothing is claimed of such an environment."""
    outcome = NotRun(reason)
    return _judged(probe, None, (outcome, outcome), "", time.monotonic())


def _judged(
    probe: Probe, claimed: Proof | None, outcomes: tuple[Outcome, Outcome], printed: str, began: float
) -> Result:
    bad, good = outcomes
    judgement = judge(claimed or _newest(probe), bad, good)
    if claimed is None and judgement.verdict is Verdict.NOT_REPRODUCED:
        judgement = Judgement(judgement.verdict, f"nothing is claimed here; {judgement.reason}")
    return Result(
        probe.rule.code,
        probe.rule.symbol,
        probe.variant,
        severity_shown(claimed) if claimed else None,
        judgement.verdict,
        judgement.reason,
        bad,
        good,
        round(time.monotonic() - began, 2),
        printed,
        tolerance=probe.rule.tolerance,
        digest=probe.digest,
    )


def _newest(probe: Probe) -> Proof:
    return [proof for proof in probe.rule.proofs if proof.variant == probe.variant][-1]


def originals(session: Session, wanted: Iterable[Probe], advance: Callable[[str], None]) -> dict[Probe, Outcome]:
    """What the programs give under PyTorch, where they have an original."""
    found: dict[Probe, Outcome] = {}
    for probe in wanted:
        if probe.original:
            advance(probe.name)
            found[probe] = session.run(f"{probe.rule.code}_torch", probe.original, probe.variant)[0]
    return found
