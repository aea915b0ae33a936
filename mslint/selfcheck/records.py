"""A whole call's results, and their JSON, which is also what recorded evidence is kept in."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from typing import Any

from packaging.version import Version

from mslint import __version__
from mslint.finding import Severity
from mslint.selfcheck import outcomes
from mslint.selfcheck.findings import Proved
from mslint.selfcheck.outcomes import Outcome
from mslint.selfcheck.proving import Result
from mslint.selfcheck.runner import Facts
from mslint.selfcheck.sample import LACKING, Answer, Claim, Sample
from mslint.selfcheck.verdicts import Verdict

FORMAT = 1
"""The version of the JSON."""


@dataclass
class Run:
    """One environment: an interpreter, its MindSpore and a device."""

    facts: Facts
    results: list[Result] = field(default_factory=list)
    findings: list[Proved] = field(default_factory=list)
    """Findings of the user's files and their proofs, where files were given."""
    curves: dict[str, Outcome] = field(default_factory=dict)
    """What the programs of `mslint.selfcheck.curves` gave, by code; a page is drawn from them."""
    sample: Sample | None = None
    """Claims of the tables and what this MindSpore says of them, where some were drawn."""
    seconds: float = 0.0
    system: str = field(default_factory=lambda: f"{platform.system()} {platform.machine()}")

    @property
    def everything(self) -> list[Result]:
        """All results: of the rules, and of findings."""
        return [*self.results, *(each.result for each in self.findings)]

    @property
    def label(self) -> str:
        """What the column of this run is called."""
        return f"{self.facts.version} {self.facts.device}"


@dataclass
class Report:
    """All environments of a call, and one sentence for each that could not be used."""

    runs: list[Run] = field(default_factory=list)
    unusable: list[str] = field(default_factory=list)
    original: Facts | None = None
    """The PyTorch that the originals ran under."""

    @property
    def exit_code(self) -> int:
        """0: nothing is refuted; 1: something is; 2: an environment was not usable."""
        claims = [result for run in self.runs for result in run.everything if result.severity is not None]
        samples = [run.sample for run in self.runs if run.sample is not None]
        if any(result.is_refuted for result in claims) or any(sample.refuted for sample in samples):
            return 1
        lost = [result for result in claims if result.verdict in (Verdict.CRASHED, Verdict.TIMED_OUT)]
        asked = len(claims) + sum(len(sample.answers) for sample in samples)
        nothing_ran = bool(asked) and len(lost) + sum(len(sample.undecided) for sample in samples) == asked
        return 2 if self.unusable or nothing_ran else 0


def as_object(report: Report) -> dict[str, Any]:
    """The report for JSON."""
    return {
        "format": FORMAT,
        "mslint": __version__,
        "original": report.original and _facts_object(report.original),
        "runs": [
            {
                **_facts_object(run.facts),
                "system": run.system,
                "seconds": run.seconds,
                "results": [_result_object(result) for result in run.results],
                "findings": [
                    {
                        "place": each.place,
                        "message": each.message,
                        "note": each.note,
                        "result": _result_object(each.result),
                    }
                    for each in run.findings
                ],
                # As with packages, most runs have none.
                **({"sample": _sample_object(run.sample)} if run.sample else {}),
            }
            for run in report.runs
        ],
        "unusable": report.unusable,
    }


def _facts_object(facts: Facts) -> dict[str, Any]:
    return {
        "framework": facts.framework,
        "version": str(facts.version),
        "python": facts.python,
        "numpy": facts.numpy,
        "device": facts.device,
        # Most runs have none, and records that were made before know none.
        **({"packages": {name: str(version) for name, version in facts.packages.items()}} if facts.packages else {}),
    }


def _result_object(result: Result) -> dict[str, Any]:
    return {
        "code": result.code,
        "symbol": result.symbol,
        "variant": result.variant,
        "claims": result.severity and result.severity.value,
        "verdict": result.verdict.value,
        "reason": result.reason,
        "bad": outcomes.as_object(result.bad),
        "good": outcomes.as_object(result.good),
        "original": result.original and outcomes.as_object(result.original),
        "tolerance": result.tolerance,
        "digest": result.digest,
        "seconds": result.seconds,
    }


def _sample_object(sample: Sample) -> dict[str, Any]:
    return {
        "number": sample.number,
        "seed": sample.seed,
        "claims": [
            {
                "code": each.claim.code,
                "name": each.claim.name,
                "keyword": each.claim.keyword or None,
                "says": each.claim.says,
                "seen": each.seen,
                "agrees": each.agrees,
                "reason": each.reason,
            }
            for each in sample.answers
        ],
    }


def of_object(data: dict[str, Any]) -> Report:
    """The report that `as_object` wrote.

    Raises:
        ValueError: it is in another format.
    """
    if data.get("format") != FORMAT:
        raise ValueError(f"format {data.get('format')!r} is not known")
    runs = [
        Run(
            _facts_of(run),
            results=[_result_of(result) for result in run["results"]],
            findings=[
                Proved(each["place"], each["message"], each["note"], _result_of(each["result"]))
                for each in run["findings"]
            ],
            sample=_sample_of(run["sample"]) if "sample" in run else None,
            seconds=run["seconds"],
            system=run["system"],
        )
        for run in data["runs"]
    ]
    return Report(runs, data["unusable"], data["original"] and _facts_of(data["original"]))


def _facts_of(data: dict[str, Any]) -> Facts:
    packages = {name: Version(version) for name, version in data.get("packages", {}).items()}
    return Facts(
        data["framework"],
        Version(data["version"]),
        data["python"],
        data["numpy"],
        data["device"],
        packages=packages,
    )


def _sample_of(data: dict[str, Any]) -> Sample:
    return Sample(data["number"], data["seed"], tuple(_answer_of(each) for each in data["claims"]))


def _answer_of(data: dict[str, Any]) -> Answer:
    claim = Claim(data["code"], data["name"], data["keyword"] or "", data["says"] in LACKING)
    return Answer(claim, None if data["seen"] is None else data["seen"] in LACKING, data["reason"])


def _result_of(data: dict[str, Any]) -> Result:
    return Result(
        data["code"],
        data["symbol"],
        data["variant"],
        Severity(data["claims"]) if data["claims"] else None,
        Verdict(data["verdict"]),
        data["reason"],
        outcomes.of_object(data["bad"]),
        outcomes.of_object(data["good"]),
        data["seconds"],
        original=outcomes.of_object(data["original"]) if data["original"] else None,
        tolerance=data["tolerance"],
        digest=data["digest"],
    )
