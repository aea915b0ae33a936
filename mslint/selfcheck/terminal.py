"""The report on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mslint.rule import PACKAGES
from mslint.selfcheck.proving import Result
from mslint.selfcheck.records import Report, Run
from mslint.selfcheck.sample import WORDS
from mslint.selfcheck.verdicts import Verdict

_STYLES = {
    Verdict.CONFIRMED: "green",
    Verdict.NOT_REPRODUCED: "bold red",
    Verdict.NOT_APPLICABLE: "dim",
    Verdict.CRASHED: "magenta",
    Verdict.TIMED_OUT: "magenta",
}


def write(report: Report, console: Console, *, verbose: bool = False) -> None:
    """The table, what needs a word, and a line that sums up."""
    for sentence in report.unusable:
        console.print(Text(sentence, style="bold red"), soft_wrap=True)
    if not report.runs:
        return
    if any(run.results for run in report.runs):
        console.print(_single(report.runs[0], report) if len(report.runs) == 1 else _matrix(report.runs))
    for run in report.runs:
        if run.findings:
            console.print(_findings(run, report))
    _notes(report, console)
    if verbose:
        _printed(report.runs, console)
        _undecided(report.runs, console)
    for run in report.runs:
        for line in summaries(run):
            console.print(Text(line), soft_wrap=True)


def _single(run: Run, report: Report) -> Table:
    """One environment: what was measured, rule by rule."""
    table = Table(title=title(run), title_justify="left")
    table.add_column("rule", no_wrap=True)
    table.add_column("claim", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("flagged", overflow="fold")
    table.add_column("repaired", overflow="fold")
    if report.original:
        table.add_column("PyTorch", overflow="fold")
        table.add_column("same", no_wrap=True)
    for result in run.results:
        cells = [
            Text(result.name),
            Text(result.severity.value if result.severity else "none"),
            cell(result),
            Text(str(result.bad)),
            Text(str(result.good)),
        ]
        if report.original:
            same = result.agrees_with_original
            cells += [
                Text(str(result.original) if result.original else ""),
                Text({True: "yes", False: "no", None: ""}[same], style="green" if same else "bold red"),
            ]
        table.add_row(*cells)
    return table


def _findings(run: Run, report: Report) -> Table:
    """The findings of the user's files: what they do, and what the repaired form does."""
    table = Table(title=title(run), title_justify="left", show_lines=True)
    names = ("finding", "verdict", "measured", "repaired", *(("PyTorch",) if report.original else ()), "shown with")
    for name in names:
        table.add_column(name, overflow="fold")
    for each in run.findings:
        original = [Text(str(each.result.original or ""))] if report.original else []
        table.add_row(
            Text(f"{each.place}\n{each.result.code} {each.result.symbol}"),
            cell(each.result),
            Text(str(each.result.bad)),
            Text(str(each.result.good)),
            *original,
            Text(each.note),
        )
    return table


def _matrix(runs: Sequence[Run]) -> Table:
    """Several environments: a column of verdicts each."""
    table = Table(title="MindSpore", title_justify="left")
    table.add_column("rule", no_wrap=True)
    for run in runs:
        table.add_column(run.label.replace(" ", "\n"), overflow="fold")
    for name in dict.fromkeys(result.name for run in runs for result in run.results):
        cells = []
        for run in runs:
            found = next((result for result in run.results if result.name == name), None)
            cells.append(cell(found) if found else Text(""))
        table.add_row(Text(name), *cells)
    return table


def cell(result: Result) -> Text:
    """A verdict; dimmed and in brackets where the rule claims nothing."""
    if result.severity is None:
        return Text(f"({result.verdict.value})", style="dim")
    return Text(result.verdict.value, style=_STYLES[result.verdict])


def _notes(report: Report, console: Console) -> None:
    """A line for each claim that was not confirmed, and for repairs that are not PyTorch's result."""
    for run in report.runs:
        for result in run.everything:
            if result.severity is not None and result.verdict is not Verdict.CONFIRMED:
                line = f"{run.label} {result.name}: {result.verdict.value}: {result.reason}"
                console.print(Text(line, style=_STYLES[result.verdict]), soft_wrap=True)
            if result.agrees_with_original is False:
                line = f"{run.label} {result.name}: repaired {result.good}, but PyTorch {result.original}"
                console.print(Text(line, style="yellow"), soft_wrap=True)
        for answer in run.sample.refuted if run.sample else ():
            line = (
                f"{run.label} {answer.claim.code} {answer.claim}: the tables say {answer.claim.says}, "
                f"but it is {answer.seen}: {answer.reason}"
            )
            console.print(Text(line, style=_STYLES[Verdict.NOT_REPRODUCED]), soft_wrap=True)


def _printed(runs: Sequence[Run], console: Console) -> None:
    for run in runs:
        for result in run.everything:
            if result.printed.strip():
                console.print(Text(f"{run.label} {result.name} printed:", style="bold"))
                console.print(Text(result.printed.rstrip(), style="dim"), soft_wrap=True)


def _undecided(runs: Sequence[Run], console: Console) -> None:
    """The claims of samples of which nothing can be told."""
    for run in runs:
        for answer in run.sample.undecided if run.sample else ():
            line = f"{run.label} {answer.claim.code} {answer.claim}: not decided: {answer.reason}"
            console.print(Text(line, style="dim"), soft_wrap=True)


def title(run: Run) -> str:
    """The environment in words."""
    facts = run.facts
    over = "".join(f", {PACKAGES[name].title} {version}" for name, version in facts.packages.items())
    return f"MindSpore {facts.version}{over} on {facts.device} (Python {facts.python}, NumPy {facts.numpy})"


def summaries(run: Run) -> list[str]:
    """A line on the rules or findings, and one on the claims that were drawn from the tables."""
    if run.sample is None:
        return [_summary(run)]
    parts = []
    for code, words in WORDS.items():
        for is_lacking, word in words.items():
            answers = [each for each in run.sample.answers if (each.claim.code, each.claim.says) == (code, word)]
            decided = [each for each in answers if each.agrees is not None]
            parts.append(f"{code} {sum(each.is_lacking is is_lacking for each in decided)} of {len(decided)} {word}")
    if run.sample.undecided:
        parts.append(f"{len(run.sample.undecided)} not decided")
    return [_summary(run), f"{run.label}, drawn from the tables (seed {run.sample.seed}): {', '.join(parts)}"]


def _summary(run: Run) -> str:
    """How many claims came out how."""
    claims = [result for result in run.everything if result.severity is not None]
    count = Counter(result.verdict for result in claims)
    parts = [f"{count[verdict]} {verdict.value}" for verdict in Verdict if count[verdict]]
    silent = len(run.everything) - len(claims)
    if silent:
        parts.append(f"{silent} not claimed for this version")
    return f"{title(run)}: {', '.join(parts) or 'nothing to prove'}; {run.seconds:.0f} s"
