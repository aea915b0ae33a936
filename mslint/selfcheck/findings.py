"""Findings in a user's files, each proved with its own literals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from packaging.version import Version

from mslint.config import Configuration
from mslint.engine import check_bytes, new_project
from mslint.finding import Failure, Finding
from mslint.model.source import Source
from mslint.output.located import locate
from mslint.output.text import place
from mslint.rule import MINDSPORE, PACKAGES, Proof, Rule
from mslint.selfcheck.environment import Environment
from mslint.selfcheck.literals import UserProbe, context_of, user_probe
from mslint.selfcheck.outcomes import Values
from mslint.selfcheck.proving import Probe, Result
from mslint.selfcheck.verdicts import severity_shown
from mslint.suppress import unsuppressed


@dataclass(frozen=True, slots=True)
class Proved:
    """A finding and what came of its proof.

    `note` says with which literals, `probe` are the programs; they are not
    known of a proof that is read back.
    """

    place: str
    message: str
    note: str
    result: Result
    probe: Probe | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Planned:
    """A finding and the programs that will prove it."""

    place: str
    finding: Finding
    probe: UserProbe


def plan(
    sources: Iterable[tuple[str, bytes]],
    configuration: Configuration,
    rules: Sequence[Rule],
    target: Version,
    fail: Callable[[Failure], None],
    skip: Callable[[str, str], None],
) -> list[Planned]:
    """Lint the files for `target` and choose the programs.

    `fail` is told of files that cannot be checked, `skip` of those that need not be, and why.
    """
    project = new_project()
    by_code = {rule.code: rule for rule in rules}
    planned = []
    for path, data in sources:
        report = check_bytes(path, data, configuration.of_file(Path(path)), project)
        if report.failure is not None:
            fail(report.failure)
            continue
        if report.skipped:
            skip(path, report.skipped)
            continue
        wanted = [each for each in unsuppressed(path, data, report.findings) if each.code in by_code]
        if not wanted:
            continue
        context = context_of(Source.from_bytes(path, data), target)
        for each in locate(path, data, wanted):
            probe = _probe(by_code[each.finding.code], each.finding, target)
            if probe is not None:
                where = f"{path}:{place(each.cell, each.line, each.column)}"
                planned.append(Planned(where, each.finding, user_probe(probe, each.finding, context)))
        context.close()
    return planned


def _probe(rule: Rule, finding: Finding, target: Version) -> Probe | None:
    """The rule's programs in the variant that is most like the finding: as grave, and named in its message."""
    claimed = []
    for variant in rule.variants:
        package = rule.package_of(variant)
        version = target if package == MINDSPORE else Version(PACKAGES[package].versions[-1])
        proof = rule.proof(variant, version)
        if proof is not None:
            claimed.append((proof, variant))
    if not claimed:
        return None

    def likeness(each: tuple[Proof, str]) -> tuple[bool, bool]:
        proof, variant = each
        return severity_shown(proof) is finding.severity, bool(variant) and variant.split()[0] in finding.message

    _, variant = max(claimed, key=likeness)
    return Probe(rule, variant, rule.bad, rule.good, rule.original)


class Prover:
    """Proves findings in one environment; equal programs run once."""

    def __init__(self, environment: Environment) -> None:
        """The environment is open."""
        self._environment = environment
        self._known: dict[Probe, Result] = {}

    def prove(self, planned: Planned) -> Proved:
        """Run the programs of a finding.

        Where its literals make the repaired program fail too, they say nothing
        about the rule, and the rule's own program is run.
        """
        probe = planned.probe.probe
        result = self._run(probe)
        note = planned.probe.note
        if planned.probe.has_literals and not isinstance(result.good, Values):
            own = Probe(probe.rule, probe.variant, probe.rule.bad, probe.rule.good, probe.rule.original)
            note = f"the rule's own program, because {note} also fails when repaired: {result.good}"
            probe, result = own, self._run(own)
        return Proved(planned.place, planned.finding.message, note, result, probe)

    def _run(self, probe: Probe) -> Result:
        if probe not in self._known:
            self._known[probe] = self._environment.prove(probe)
        return self._known[probe]
