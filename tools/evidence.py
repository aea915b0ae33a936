"""Recorded runs of selfcheck, docs/evidence/: what each MindSpore version really did.

A record is what `mslint selfcheck --against torch --output-format json` prints
under one interpreter; docs/selfcheck.md says how to make one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from packaging.version import Version

from mslint.rule import MINDSPORE, PACKAGES, Rule
from mslint.selfcheck.outcomes import Outcome
from mslint.selfcheck.proving import Result
from mslint.selfcheck.records import Run, of_object
from mslint.selfcheck.verdicts import Verdict

FOLDER = Path(__file__).parent.parent / "docs" / "evidence"


def minor(version: Version) -> str:
    """The minor version, as rules name it."""
    return f"{version.major}.{version.minor}"


def file_name(run: Run) -> str:
    """What the record of a run is called: after its packages over MindSpore, where it has any, and its MindSpore."""
    over = "".join(f"{name}-{version}-" for name, version in sorted(run.facts.packages.items()))
    return f"{over}mindspore-{run.facts.version}-{run.facts.device.lower()}.json"


@cache
def recorded(package: str = MINDSPORE) -> dict[str, Run]:
    """The recorded run on CPU of each minor version of MindSpore alone, or of a package over it."""
    found = {}
    for path in sorted(FOLDER.glob("*.json")):
        for run in of_object(json.loads(path.read_text(encoding="utf-8"))).runs:
            packages = run.facts.packages or {MINDSPORE: run.facts.version}
            if run.facts.device == "CPU" and package in packages:
                found[minor(packages[package])] = run
    return found


def result(version: str, rule: Rule, variant: str) -> Result | None:
    """What a minor version of the variant's package gave for one variant of a rule."""
    run = recorded(rule.package_of(variant)).get(version)
    results = run.results if run else []
    return next((each for each in results if (each.code, each.variant) == (rule.code, variant)), None)


def matrix(rule: Rule) -> str:
    """What was measured for a rule, in Markdown: the verdict of each version, and the numbers of the newest."""
    by_package = {package: of_package(rule, package) for package in dict.fromkeys(map(rule.package_of, rule.variants))}
    return "\n\n".join(_matrix(rule, package, variants) for package, variants in by_package.items())


def of_package(rule: Rule, package: str) -> list[str]:
    """The variants of a rule that are about one package."""
    return [variant for variant in rule.variants if rule.package_of(variant) == package]


def _matrix(rule: Rule, package: str, variants: list[str]) -> str:
    versions = [version for version in PACKAGES[package].versions if version in recorded(package)]
    title = PACKAGES[package].title
    lines = [
        "| " + " | ".join(["" if package == MINDSPORE else title, *versions]) + " |",
        "| " + " | ".join(["---"] * (len(versions) + 1)) + " |",
    ]
    for variant in variants:
        cells = [_cell(result(version, rule, variant)) for version in versions]
        lines.append("| " + " | ".join([variant or "verdict", *cells]) + " |")
    lines += ["", f"| | {title} | flagged | repaired | PyTorch |", "| --- | --- | --- | --- | --- |"]
    for variant in variants:
        claimed = [version for version in versions if rule.proof(variant, Version(version)) is not None]
        found = result(claimed[-1], rule, variant) if claimed else None
        if found is not None:
            cells = [_numbers(outcome) for outcome in (found.bad, found.good, found.original)]
            lines.append("| " + " | ".join([variant, claimed[-1], *cells]) + " |")
    return "\n".join(lines)


def _cell(found: Result | None) -> str:
    if found is None:
        return ""
    if found.verdict is Verdict.NOT_APPLICABLE:
        return "absent"
    if found.severity is None:
        return "seen, not claimed" if found.verdict is Verdict.CONFIRMED else "not seen"
    return found.severity.value if found.verdict is Verdict.CONFIRMED else found.verdict.value


def _numbers(outcome: Outcome | None) -> str:
    return "" if outcome is None else str(outcome).replace("|", "\\|").replace("<", "&lt;")
