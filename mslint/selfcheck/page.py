"""The report as one web page that needs nothing beside it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from mslint import __version__
from mslint.rule import Rule
from mslint.selfcheck import curves
from mslint.selfcheck.proving import Result
from mslint.selfcheck.records import Report, Run
from mslint.selfcheck.terminal import summaries, title
from mslint.selfcheck.verdicts import Verdict

_CLASSES = {
    Verdict.CONFIRMED: "confirmed",
    Verdict.NOT_REPRODUCED: "refuted",
    Verdict.NOT_APPLICABLE: "absent",
    Verdict.CRASHED: "lost",
    Verdict.TIMED_OUT: "lost",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a program; `differs` where the other program has another one."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """What one environment gave for one variant of a rule."""

    environment: str
    result: Result
    css: str


@dataclass(frozen=True, slots=True)
class Section:
    """Everything about one rule."""

    rule: Rule
    bad: list[Line]
    good: list[Line]
    observations: list[Observation]
    plots: list[str]


def write(report: Report, rules: Sequence[Rule], path: Path) -> None:
    """Write the page.

    Raises:
        OSError: the file cannot be written.
    """
    path.write_text(render(report, rules), encoding="utf-8")


def render(report: Report, rules: Sequence[Rule]) -> str:
    """The page's text."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    names = dict.fromkeys(result.name for run in report.runs for result in run.results)
    return environment.get_template("page.html").render(
        version=__version__,
        report=report,
        titles=[title(run) for run in report.runs],
        summaries=[line for run in report.runs for line in summaries(run)],
        rows=[(name, [_cell(run, name) for run in report.runs]) for name in names],
        findings=[(title(run), [(each, css_class(each.result)) for each in run.findings]) for run in report.runs],
        sections=[_section(rule, report) for rule in rules] if names else [],
    )


def css_class(result: Result) -> str:
    """How a verdict is coloured; what a rule does not claim is grey."""
    return "absent" if result.severity is None else _CLASSES[result.verdict]


def _cell(run: Run, name: str) -> Observation | None:
    found = next((result for result in run.results if result.name == name), None)
    return Observation(run.label, found, css_class(found)) if found else None


def _section(rule: Rule, report: Report) -> Section:
    bad, good = _compared(rule)
    observations = [
        Observation(run.label, result, css_class(result))
        for run in report.runs
        for result in run.results
        if result.code == rule.code
        # Where nothing is claimed because there is no such API, there is nothing to show.
        and not (result.severity is None and result.verdict is Verdict.NOT_APPLICABLE)
    ]
    plots = []
    for curve in curves.wanted([rule.code]):
        drawn = ((run, curves.draw(curve, run.curves[curve.code])) for run in report.runs if curve.code in run.curves)
        plots += [f"<figcaption>{title(run)}</figcaption>{svg}" for run, svg in drawn if svg][-1:]
    return Section(rule, bad, good, observations, plots)


def _compared(rule: Rule) -> tuple[list[Line], list[Line]]:
    """The lines of the two programs, those marked that the other lacks; the comment of the mark does not count."""
    ours = [line.removesuffix(f"# {rule.code}").rstrip() for line in rule.bad.splitlines()]
    theirs = rule.good.splitlines()
    same_ours: set[int] = set()
    same_theirs: set[int] = set()
    for block in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        same_ours.update(range(block.a, block.a + block.size))
        same_theirs.update(range(block.b, block.b + block.size))
    return (
        [Line(text, number not in same_ours) for number, text in enumerate(rule.bad.splitlines())],
        [Line(text, number not in same_theirs) for number, text in enumerate(theirs)],
    )
