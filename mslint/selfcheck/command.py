"""One call of `mslint selfcheck`: every interpreter on every device, and the report."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from packaging.version import Version
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from mslint.rule import MINDSPORE, PACKAGES, Rule
from mslint.selfcheck import curves, terminal
from mslint.selfcheck.environment import Environment
from mslint.selfcheck.findings import Planned, Prover
from mslint.selfcheck.proving import Probe, originals, probes
from mslint.selfcheck.records import Report, Run, as_object
from mslint.selfcheck.runner import Clock, Session, Unusable
from mslint.selfcheck.sample import Sample, UnknownVersion, ask, draw

Plan = Callable[[Version], list[Planned]]
"""The findings of the user's files on a MindSpore version."""


@dataclass(frozen=True, slots=True)
class Call:
    """What was asked for.

    `original_python` has PyTorch, where the originals are to run too;
    `with_curves` also measures what the page plots. `sample` is how many
    claims of the tables are drawn of each kind, with `seed`.
    """

    pythons: tuple[str, ...]
    devices: tuple[str, ...]
    timeout: float
    total_timeout: float
    original_python: str | None = None
    with_curves: bool = False
    sample: int = 0
    seed: int = 0

    def clock(self) -> Clock:
        """The limits of one environment, from now on."""
        return Clock(self.timeout, self.total_timeout)


def listing(rules: Sequence[Rule]) -> str:
    """What would run: a line for each rule and variant, with the versions about which it claims something."""
    lines = []
    for probe in probes(rules):
        package = PACKAGES[probe.package]
        claimed = [each for each in package.versions if probe.rule.proof(probe.variant, Version(each)) is not None]
        span = claimed[0] if len(claimed) == 1 else f"{claimed[0]} to {claimed[-1]}"
        lines.append(f"{probe.name}: {probe.rule.summary} ({package.title} {span})\n")
    return "".join(lines)


def run(call: Call, rules: Sequence[Rule], plan: Plan | None, progress: Progress) -> Report:
    """Prove the rules, or where there is a `plan` the findings that it gives, everywhere."""
    report = Report()
    wanted = probes(rules)
    for python in call.pythons:
        for device in call.devices:
            try:
                report.runs.append(_environment(call, python, device, wanted, plan, progress))
                if call.sample:
                    _add_sample(call, python, report.runs[-1], progress)
            except (Unusable, UnknownVersion) as error:
                report.unusable.append(str(error))
    if call.original_python is not None:
        _add_originals(call, call.original_python, wanted, report, progress)
    return report


def _add_originals(call: Call, python: str, wanted: Sequence[Probe], report: Report, progress: Progress) -> None:
    """Run the originals under PyTorch and put what they gave beside each result, or say why that cannot be done."""
    shown = [each.probe for run in report.runs for each in run.findings if each.probe is not None]
    needed = dict.fromkeys(shown or wanted)
    try:
        with Session(python, "torch", "CPU", call.clock()) as session, _bar(progress, "PyTorch") as bar:
            report.original = session.open()
            bar.total(sum(bool(probe.original) for probe in needed))
            found = originals(session, needed, bar.advance)
    except Unusable as error:
        report.unusable.append(str(error))
        return
    for run in report.runs:
        run.results = [
            replace(result, original=found.get(probe)) for result, probe in zip(run.results, wanted, strict=False)
        ]
        run.findings = [
            replace(each, result=replace(each.result, original=found.get(each.probe)))
            for each in run.findings
            if each.probe is not None
        ]


def _environment(
    call: Call, python: str, device: str, wanted: Sequence[Probe], plan: Plan | None, progress: Progress
) -> Run:
    """One interpreter on one device.

    Raises:
        Unusable: nothing can run there.
    """
    began = time.monotonic()
    clock = call.clock()

    def session(package: str) -> Session:
        return Session(python, "mindspore", device, clock, package=package)

    with Environment(session) as opened, _bar(progress, f"MindSpore on {device}") as bar:
        facts = opened.open()
        environment = Run(facts)
        if plan is None:
            bar.total(len(wanted))
            for probe in wanted:
                bar.advance(probe.name)
                environment.results.append(opened.prove(probe))
            if call.with_curves:
                for curve in curves.wanted([probe.rule.code for probe in wanted]):
                    environment.curves[curve.code] = opened.run(f"{curve.code}_curve", curve.program)
        else:
            planned = plan(facts.version)
            bar.total(len(planned))
            prover = Prover(opened)
            for each in planned:
                bar.advance(each.place)
                environment.findings.append(prover.prove(each))
        environment.facts = opened.facts
    environment.seconds = round(time.monotonic() - began, 1)
    return environment


def _add_sample(call: Call, python: str, run: Run, progress: Progress) -> None:
    """Draw claims of the tables and ask the environment of `run`, in a process that nothing else has run in.

    Raises:
        UnknownVersion: the tables do not know its MindSpore.
    """
    began = time.monotonic()
    version, device = run.facts.version, run.facts.device
    claims = draw(version, call.sample, call.seed)
    with (
        Session(python, MINDSPORE, device, call.clock()) as session,
        _bar(progress, f"MindSpore {version} on {device}") as bar,
    ):
        bar.total(len(claims))
        answers = ask(lambda name, program: session.run(name, program)[0], version, claims, bar.advance)
    run.sample = Sample(call.sample, call.seed, answers)
    run.seconds = round(run.seconds + time.monotonic() - began, 1)


class _Bar:
    """One line of the progress display."""

    def __init__(self, progress: Progress, name: str) -> None:
        """Not moving yet: the framework is being imported."""
        self._progress = progress
        self._name = name
        self._task = progress.add_task(f"{name}: starting", total=None)
        self._is_first = True

    def total(self, count: int) -> None:
        """How many programs there are."""
        self._progress.update(self._task, total=count)

    def advance(self, what: str) -> None:
        """The next one begins."""
        self._progress.update(self._task, advance=0 if self._is_first else 1, description=f"{self._name}: {what}")
        self._is_first = False

    def close(self) -> None:
        """The environment is done."""
        self._progress.remove_task(self._task)


@contextmanager
def _bar(progress: Progress, name: str) -> Iterator[_Bar]:
    bar = _Bar(progress, name)
    try:
        yield bar
    finally:
        bar.close()


def new_progress() -> Progress:
    """The progress display, on standard error; it shows only on a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def write(report: Report, *, is_json: bool, verbose: bool, html: Path | None, rules: Sequence[Rule]) -> None:
    """Put the report where it was asked for."""
    if html is not None:
        from mslint.selfcheck import page

        page.write(report, rules, html)
    if is_json:
        json.dump(as_object(report), sys.stdout, indent=1, sort_keys=True)
        sys.stdout.write("\n")
        return
    is_terminal = sys.stdout.isatty()
    console = Console(width=None if is_terminal else 160, markup=False, highlight=False)
    terminal.write(report, console, verbose=verbose)
