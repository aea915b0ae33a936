"""Recorded runs of selfcheck, docs/evidence/: what each MindSpore version really did.

A record is what `mslint selfcheck --against torch --output-format json` prints
under one interpreter; docs/selfcheck.md says how to make one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from packaging.version import Version

from mslint.rule import KNOWN_VERSIONS, Rule
from mslint.selfcheck.outcomes import Outcome
from mslint.selfcheck.proving import Result
from mslint.selfcheck.records import Run, of_object
from mslint.selfcheck.verdicts import Verdict

FOLDER = Path(__file__).parent.parent / "docs" / "evidence"


def minor(version: Version) -> str:
    """The minor version, as rules name it."""
    return f"{version.major}.{version.minor}"


@cache
def recorded() -> dict[str, Run]:
    """The recorded run on CPU of each minor version."""
    found = {}
    for path in sorted(FOLDER.glob("*.json")):
        for run in of_object(json.loads(path.read_text(encoding="utf-8"))).runs:
            if run.facts.device == "CPU":
                found[minor(run.facts.version)] = run
    return found


def result(version: str, code: str, variant: str) -> Result | None:
    """What a minor version gave for one variant of a rule."""
    run = recorded().get(version)
    results = run.results if run else []
    return next((each for each in results if (each.code, each.variant) == (code, variant)), None)


def matrix(rule: Rule) -> str:
    """What was measured for a rule, in Markdown: the verdict of each version, and the numbers of the newest."""
    versions = [version for version in KNOWN_VERSIONS if version in recorded()]
    lines = [
        "| " + " | ".join(["", *versions]) + " |",
        "| " + " | ".join(["---"] * (len(versions) + 1)) + " |",
    ]
    for variant in rule.variants:
        cells = [_cell(result(version, rule.code, variant)) for version in versions]
        lines.append("| " + " | ".join([variant or "verdict", *cells]) + " |")
    lines += ["", "| | MindSpore | flagged | repaired | PyTorch |", "| --- | --- | --- | --- | --- |"]
    for variant in rule.variants:
        claimed = [version for version in versions if rule.proof(variant, Version(version)) is not None]
        found = result(claimed[-1], rule.code, variant) if claimed else None
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
