"""What the rules claim was seen: each claim stands in a recorded run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from packaging.version import Version

from mslint.checkers import Checker, all_checkers
from mslint.finding import Severity
from mslint.rule import PACKAGES, Rule
from mslint.selfcheck.proving import probes
from mslint.selfcheck.records import as_object, of_object
from mslint.selfcheck.verdicts import Verdict
from tools import evidence

RECORDS = sorted(evidence.FOLDER.glob("*.json"))
every_rule = pytest.mark.parametrize("checker", all_checkers(), ids=lambda checker: checker.rule.code)
every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_known_version_is_recorded(package: str) -> None:
    assert tuple(sorted(evidence.recorded(package), key=Version)) == PACKAGES[package].versions


def versions(rule: Rule, variant: str) -> tuple[str, ...]:
    """The known versions of what a variant is about."""
    return PACKAGES[rule.package_of(variant)].versions


@every_rule
def test_every_claim_was_seen(checker: Checker) -> None:
    """In every version a rule speaks about, each of its variants was confirmed by a run."""
    rule = checker.rule
    digests = {probe.variant: probe.digest for probe in probes([rule])}
    for variant in rule.variants:
        for version in versions(rule, variant):
            if rule.proof(variant, Version(version)) is None:
                continue
            found = evidence.result(version, rule, variant)
            assert found is not None, f"{variant} is not recorded for {version}"
            assert found.verdict is Verdict.CONFIRMED, f"{version} {variant}: {found.reason}"
            assert found.digest == digests[variant], f"{version} {variant}: the programs have changed since"


@every_rule
def test_every_version_of_a_rule_has_a_proof_of_its_severity(checker: Checker) -> None:
    """The severity of each span is one that a variant showed in that version."""
    rule = checker.rule
    for package in dict.fromkeys(seen.package for seen in rule.seen):
        for version in PACKAGES[package].versions:
            seen = rule.on(Version(version), package)
            if seen is None:
                continue
            results = [evidence.result(version, rule, variant) for variant in evidence.of_package(rule, package)]
            shown = {each.severity for each in results if each and each.verdict is Verdict.CONFIRMED}
            assert as_shown(seen.severity) in shown, version


def as_shown(severity: Severity) -> Severity:
    """What a run shows of a rule: that results are others than PyTorch's shows as a wrong result."""
    return Severity.WARNING if severity is Severity.PARITY else severity


@every_rule
def test_repaired_programs_do_what_pytorch_does(checker: Checker) -> None:
    rule = checker.rule
    assert rule.original
    for variant in rule.variants:
        for version in versions(rule, variant):
            found = evidence.result(version, rule, variant)
            if rule.proof(variant, Version(version)) is not None:
                assert found is not None
                assert found.agrees_with_original is True, f"{version}: {found.good}, PyTorch {found.original}"


@every_record
def test_records_name_no_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.])/(?:home|root|tmp|usr|opt|var|work)\b|0x[0-9a-f]{4}", text)


@every_record
def test_records_are_what_selfcheck_writes(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    report = of_object(data)
    assert not report.unusable
    [run] = report.runs
    assert path.name == evidence.file_name(run)
    assert as_object(report) == {**data, "mslint": as_object(report)["mslint"]}


def test_a_record_in_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="format 99"):
        of_object({"format": 99})
