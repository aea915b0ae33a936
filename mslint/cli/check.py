"""`mslint check`: find faults in files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mslint.baseline import Comparison
from mslint.cli import files, reporting
from mslint.cli.arguments import RULES, VERSION, examples
from mslint.collector import collector_paused
from mslint.config import COMMAND_LINE, Configuration, Options, Settings
from mslint.engine import check_bytes, new_project
from mslint.finding import Failure, Finding
from mslint.output.base import Output
from mslint.output.formats import FORMATS, LINES
from mslint.output.located import Located, locate
from mslint.output.statistics import statistics
from mslint.output.text import failure_line, hint, skipped_line
from mslint.suppress import unsuppressed

if TYPE_CHECKING:
    from mslint.cli.changes import Changes


@dataclass
class Run:
    """One call: checks files one after the other and keeps count."""

    configuration: Configuration
    output: Output
    comparison: Comparison | None = None
    changes: Changes | None = None
    warn_unused_ignores: bool = False
    findings: list[Finding] = field(default_factory=list)
    checked: int = 0
    skipped: int = 0
    failures: int = 0

    def __post_init__(self) -> None:
        """One project serves all files, so that shared modules are read once."""
        self._project = new_project()

    def close(self) -> None:
        """Free what was read, before the collector would look through it."""
        self._project.close()

    def check(self, path: str, data: bytes, *, is_stdin: bool = False) -> None:
        """Check one file."""
        settings = self.configuration.of_file(Path(path))
        report = check_bytes(path, data, settings, self._project)
        if report.failure is not None:
            self.fail(report.failure)
            if self.changes is not None and is_stdin:
                self.changes.give_back(data)
            return
        if report.skipped:
            self.skip(path, report.skipped)
            if self.changes is not None and is_stdin:
                self.changes.give_back(data)
            return
        self.checked += 1
        self.output.checked(path)
        if self.changes is not None:
            data, left = self._change(path, data, report.findings, settings, is_stdin=is_stdin)
        else:
            left = unsuppressed(path, data, report.findings)
        if self.warn_unused_ignores:
            left = sorted([*left, *self._unused(path, data, settings)], key=lambda finding: finding.sort_key)
        in_full = self.output.needs_all or self.comparison is not None
        found = self._unknown(path, settings, locate(path, data, left, in_full=in_full))
        if found:
            self.findings.extend(located.finding for located in found)
            self.output.write(found)

    def check_all(self, paths: Iterable[str]) -> None:
        """Check files and folders."""
        for found in files.find(tuple(paths), self.configuration):
            data = found if isinstance(found, Failure) else files.read(found)
            if isinstance(data, Failure):
                self.fail(data)
            else:
                assert isinstance(found, str)
                self.check(found, data)

    def _unknown(self, path: str, settings: Settings, found: list[Located]) -> list[Located]:
        """Those that the baseline does not know."""
        if self.comparison is None:
            return found
        identified = [(located, located.identity) for located in found if located.identity is not None]
        self.comparison.add(path, settings, [identity for _, identity in identified])
        return [located for located, identity in identified if not self.comparison.is_known(path, identity)]

    def _is_new(self, path: str, data: bytes, reported: list[Finding]) -> list[Finding]:
        """Of what is reported in a content of a file, that which the baseline does not list."""
        return reported if self.comparison is None else self.comparison.new(path, data, reported)

    def _change(
        self, path: str, data: bytes, findings: list[Finding], settings: Settings, *, is_stdin: bool
    ) -> tuple[bytes, list[Finding]]:
        """Make the changes that were asked for; the content then, and what is found in it."""

        def check(content: bytes) -> list[Finding] | None:
            report = check_bytes(path, content, settings, self._project)
            return report.findings if report.failure is None else None

        assert self.changes is not None
        made = self.changes.make(path, data, findings, check, self._is_new)
        failure = self.changes.deliver(path, data, made, is_stdin=is_stdin)
        if failure is None:
            return made.data, made.remaining
        self.fail(failure)
        check(data)
        return data, unsuppressed(path, data, findings)

    def _unused(self, path: str, data: bytes, settings: Settings) -> list[Finding]:
        """The comments of a file that silence nothing which any rule finds."""
        from mslint.suppress import WORDS
        from mslint.unused import unused_ignores

        if WORDS.search(data) is None:
            return []
        report = check_bytes(path, data, settings.for_all_rules(), self._project)
        return unused_ignores(path, data, report.findings, settings.target)

    def skip(self, path: str, reason: str) -> None:
        """Say on standard error what was not looked at, though nothing is wrong with it."""
        self.skipped += 1
        click.echo(skipped_line(path, reason), err=True)

    def fail(self, failure: Failure) -> None:
        """Say on standard error what could not be checked."""
        self.failures += 1
        self.output.fail(failure)
        click.echo(failure_line(failure), err=True)

    def summary(self) -> str:
        """What was looked at, and what came of it."""
        skipped = f"{reporting.count(self.skipped, 'notebook')} in another language not checked" if self.skipped else ""
        failed = f"{reporting.count(self.failures, 'path')} could not be checked" if self.failures else ""
        if not self.checked:
            return "; ".join(filter(None, (skipped, failed))) or "no file was checked"
        noun = "finding" if self.comparison is None else "new finding"
        found = reporting.count(len(self.findings), noun) if self.findings else f"no {noun}s"
        if self.changes is not None:
            found = self.changes.summary(len(self.findings))
        known = reporting.known(self.comparison)
        checked = f"{reporting.count(self.checked, 'file')} checked: {found}"
        return "; ".join(filter(None, (checked, *known, skipped, failed)))


@click.command(
    context_settings={"show_default": True},
    epilog=examples(
        "mslint check src",
        "mslint check --select MSL2,torch-name --diff train.py notebook.ipynb",
        "mslint check --fix src",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--select", multiple=True, type=RULES, help="Only these rules: codes, their beginnings, or symbols.")
@click.option("--ignore", multiple=True, type=RULES, help="All but these rules.")
@click.option("--parity/--no-parity", default=None, help="Also what differs from PyTorch but may be meant.")
@click.option("--target-version", type=VERSION, help='The MindSpore version to check for, or "auto".')
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out files and folders that match.")
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="Read this configuration file only.")
@click.option("--stdin-filename", metavar="NAME", help="What to call the code that `-` reads.")
@click.option("--output-format", type=click.Choice(FORMATS), default="text", help="How to write findings.")
@click.option("--output-file", type=click.Path(path_type=Path), metavar="FILE", help="Where to write them.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Whether to colour them.")
@click.option("--fix", is_flag=True, help="Make the safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Also make those that change results or rest on a guess.")
@click.option("--diff", "show_diff", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--fix-only", is_flag=True, help="As --fix, and tell only what was fixed.")
@click.option("--add-noqa", is_flag=True, help="Write `# noqa` comments at all findings.")
@click.option("--warn-unused-ignores", is_flag=True, help="Also report comments that silence nothing.")
@click.option("--statistics", "with_statistics", is_flag=True, help="Also count the findings of each rule.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 even if there are findings.")
@click.option("--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Hold back what this file lists.")
@click.option("--no-baseline", is_flag=True, help="Hold back nothing.")
@click.option("--ratchet", is_flag=True, help="The baseline may only shrink: exit 1 if not; show what is fixed in it.")
def check(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    parity: bool | None,
    target_version: str | None,
    exclude: tuple[str, ...],
    config: Path | None,
    stdin_filename: str | None,
    output_format: str,
    color: str,
    fix: bool,
    unsafe_fixes: bool,
    show_diff: bool,
    fix_only: bool,
    add_noqa: bool,
    warn_unused_ignores: bool,
    with_statistics: bool,
    exit_zero: bool,
    output_file: Path | None,
    baseline: Path | None,
    no_baseline: bool,
    ratchet: bool,
) -> None:
    """Check Python files and notebooks, all of them in folders, or standard input (`-`).

    Exits 0 if nothing was found, 1 if something was, 2 if something could not
    be checked or the call was wrong.
    """
    given = {
        "select": select or None,
        "ignore": ignore or None,
        "parity": parity,
        "target-version": target_version,
        "exclude": exclude or None,
    }
    configuration = Configuration(Options.read(given, COMMAND_LINE, Path()), file=config)
    paths = paths or configuration.of_folder(Path()).paths or (".",)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A name that the terminal's encoding lacks is written as an escape instead of stopping the run.
            stream.reconfigure(errors="backslashreplace")
    changes = None
    if fix or unsafe_fixes or show_diff or fix_only or add_noqa:
        from mslint.cli.changes import wanted

        changes = wanted(
            fix=fix, unsafe_fixes=unsafe_fixes, show_diff=show_diff, fix_only=fix_only, add_noqa=add_noqa, paths=paths
        )
    here = configuration.of_folder(Path())
    comparison = reporting.comparison(baseline, here, is_required=ratchet, is_refused=no_baseline)
    with reporting.Report(
        output_format, output_file, color, reporting.home(baseline, here),
        is_quiet=changes is not None and not changes.shows_findings,
        is_stdout_taken=changes is not None and changes.owns_stdout,
    ) as output:  # fmt: skip
        run = Run(configuration, output, comparison, changes, warn_unused_ignores)
        with collector_paused():
            run.check_all(path for path in paths if path != files.STDIN)
            if files.STDIN in paths:
                run.check(stdin_filename or "<stdin>", sys.stdin.buffer.read(), is_stdin=True)
            run.close()
        is_bad = bool(run.findings) if changes is None else changes.is_bad(run.findings)
        exit_code = 1 if is_bad and (ratchet or not exit_zero) else 0
        if run.failures or not run.checked:
            exit_code = 2
        output.close(exit_code)
    if with_statistics:
        for row in statistics(run.findings):
            click.echo(row, err=output_format not in LINES or (changes is not None and changes.owns_stdout))
    sys.stdout.flush()
    if ratchet:
        for row in reporting.fixed(comparison):
            click.echo(row, err=True)
    if changes is None and output_format in LINES and (advice := hint(run.findings)):
        click.echo(advice, err=True)
    click.echo(run.summary(), err=True)
    sys.exit(exit_code)
