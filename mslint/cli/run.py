"""One call of the command line that checks files."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mslint.baseline import Comparison
from mslint.cache import Cache
from mslint.cli import examining, files, reporting
from mslint.cli.examining import Examiner, Manner, Outcome, Task, in_order
from mslint.cli.progress import Bar
from mslint.config import Configuration, Settings
from mslint.finding import Failure, Finding
from mslint.output.base import Output
from mslint.output.located import Located, locate
from mslint.output.text import failure_line, skipped_line

if TYPE_CHECKING:
    from mslint.cli.changes import Changes
    from mslint.cli.git import Changed

AUTO = 0
"""As many processes as are worth it."""
_WORTH = 400_000
"""Bytes for which a process is worth its start, about 10,000 lines."""
_MOST = 16
"""Processes that are started without being asked for."""


@dataclass
class Run:
    """Checks files and keeps count.

    Where files are changed, one process does it all and the cache takes no
    part: each file is checked as those before it were left.
    """

    configuration: Configuration
    output: Output
    comparison: Comparison | None = None
    changes: Changes | None = None
    warn_unused_ignores: bool = False
    cache: Cache | None = None
    processes: int = 1
    changed: Changed | None = None
    """The only files to check, if not all."""
    findings: list[Finding] = field(default_factory=list)
    checked: int = 0
    skipped: int = 0
    failures: int = 0

    def __post_init__(self) -> None:
        """Nothing is checked yet."""
        in_full = self.output.needs_all or self.comparison is not None
        self._manner = Manner(self.configuration, self.cache, self.warn_unused_ignores, in_full)
        self._own: Examiner | None = None
        self._bar = Bar(0)

    @property
    def _examiner(self) -> Examiner:
        """Checks in this process; it begins when it is needed."""
        if self._own is None:
            self._own = Examiner(self._manner)
        return self._own

    def close(self) -> None:
        """Free what was read, before the collector would look through it."""
        self._bar.hide()
        if self._own is not None:
            self._own.close()

    def check_all(self, paths: Iterable[str]) -> None:
        """Check files and folders."""
        everything = files.find(tuple(paths), self.configuration)
        found = list(everything if self.changed is None else self.changed.keep(everything))
        self._bar = Bar(len(found))
        if self.changes is None:
            with closing(self._outcomes(found)) as outcomes:
                for outcome in outcomes:
                    self._take(outcome)
            return
        for each in found:
            data = each if isinstance(each, Failure) else files.read(each)
            if isinstance(data, Failure):
                self.fail(data)
            else:
                assert isinstance(each, str)
                self._change(each, data, is_stdin=False)
            self._bar.step()

    def check_stdin(self, name: str, data: bytes) -> None:
        """Check what standard input holds."""
        if self.changes is None:
            self._take(self._examiner.examine_text(name, data))
        else:
            self._change(name, data, is_stdin=True)

    def _outcomes(self, found: list[str | Failure]) -> Generator[Outcome, None, None]:
        """What comes of each file, in order."""
        known: dict[int, Outcome] = {}
        unknown: list[Task] = []
        for number, each in enumerate(found):
            failed = Outcome(each.path, failure=each) if isinstance(each, Failure) else None
            outcome = failed or examining.known(str(each), self._manner)
            if outcome is not None:
                known[number] = outcome
                self._bar.step()
            else:
                assert isinstance(each, str)
                unknown.append(Task(number, each, _size(each)))
        with closing(self._checked(unknown)) as checked:
            for number in range(len(found)):
                while number not in known:
                    done, outcome = next(checked)
                    known[done] = outcome
                    self._bar.step()
                yield known.pop(number)

    def _checked(self, unknown: list[Task]) -> Generator[tuple[int, Outcome], None, None]:
        """What comes of files that have to be checked, in any order."""
        processes = self.processes or _worthwhile(sum(task.size for task in unknown))
        if processes <= 1 or not unknown:
            for task in unknown:
                yield task.number, self._examiner.examine(task.path)
            return
        from mslint.cli import workers

        # Wrong settings are to be found out before.
        for task in unknown:
            self.configuration.of_file(Path(task.path))
        with closing(workers.answers(unknown, processes, self._manner)) as answers:
            for answer in answers:
                yield answer.number, answer.outcome

    def _take(self, outcome: Outcome) -> None:
        """Count and report what came of a file."""
        if outcome.failure is not None:
            self.fail(outcome.failure)
            return
        if outcome.skipped:
            self.skip(outcome.path, outcome.skipped)
            return
        self.checked += 1
        self.output.checked(outcome.path)
        self._report(outcome.path, outcome.found)

    def _report(self, path: str, located: list[Located]) -> None:
        """Report those that the baseline does not know."""
        found = self._unknown(path, located)
        if found:
            self._bar.hide()
            self.findings.extend(each.finding for each in found)
            self.output.write(found)

    def _unknown(self, path: str, found: list[Located]) -> list[Located]:
        """Those that the baseline does not know."""
        if self.comparison is None:
            return found
        identified = [(located, located.identity) for located in found if located.identity is not None]
        settings = self.configuration.of_file(Path(path))
        self.comparison.add(path, settings, [identity for _, identity in identified])
        return [located for located, identity in identified if not self.comparison.is_known(path, identity)]

    def _change(self, path: str, data: bytes, *, is_stdin: bool) -> None:
        """Make the changes that were asked for in one file, and report what is left."""
        assert self.changes is not None
        settings = self.configuration.of_file(Path(path))
        report = self._examiner.check(path, data, settings)
        if report.failure is not None:
            self.fail(report.failure)
            if is_stdin:
                self.changes.give_back(data)
            return
        if report.skipped:
            self.skip(path, report.skipped)
            if is_stdin:
                self.changes.give_back(data)
            return
        self.checked += 1
        self.output.checked(path)
        self._bar.hide()
        data, left = self._changed(path, data, report.findings, settings, is_stdin=is_stdin)
        if self.warn_unused_ignores:
            left = in_order(left, self._examiner.unused(path, data, settings)[0])
        self._report(path, locate(path, data, left, in_full=self._manner.in_full))

    def _is_new(self, path: str, data: bytes, reported: list[Finding]) -> list[Finding]:
        """Of what is reported in a content of a file, that which the baseline does not list."""
        return reported if self.comparison is None else self.comparison.new(path, data, reported)

    def _changed(
        self, path: str, data: bytes, findings: list[Finding], settings: Settings, *, is_stdin: bool
    ) -> tuple[bytes, list[Finding]]:
        """Make the changes; the content then, and what is found in it."""

        def check(content: bytes) -> list[Finding] | None:
            report = self._examiner.check(path, content, settings)
            return report.findings if report.failure is None else None

        assert self.changes is not None
        made = self.changes.make(path, data, findings, check, self._is_new)
        failure = self.changes.deliver(path, data, made, is_stdin=is_stdin)
        if failure is None:
            return made.data, made.remaining
        self.fail(failure)
        check(data)
        return data, self._examiner.unsuppressed(path, data, findings)

    def skip(self, path: str, reason: str) -> None:
        """Say on standard error what was not looked at, though nothing is wrong with it."""
        self.skipped += 1
        self._bar.hide()
        click.echo(skipped_line(path, reason), err=True)

    def fail(self, failure: Failure) -> None:
        """Say on standard error what could not be checked."""
        self.failures += 1
        self._bar.hide()
        self.output.fail(failure)
        click.echo(failure_line(failure), err=True)

    @property
    def is_complete(self) -> bool:
        """Whether all was checked that was to be, and there was something, unless only what is changed was to be."""
        return not self.failures and (self.checked > 0 or self.changed is not None)

    def summary(self) -> str:
        """What was looked at, and what came of it."""
        skipped = f"{reporting.count(self.skipped, 'notebook')} in another language not checked" if self.skipped else ""
        failed = f"{reporting.count(self.failures, 'path')} could not be checked" if self.failures else ""
        if not self.checked:
            nothing = "no file was checked"
            if self.changed is not None:
                nothing += f": none is changed since {self.changed.revision}"
            return "; ".join(filter(None, (skipped, failed))) or nothing
        noun = "finding" if self.comparison is None else "new finding"
        found = reporting.count(len(self.findings), noun) if self.findings else f"no {noun}s"
        if self.changes is not None:
            found = self.changes.summary(len(self.findings))
        known = reporting.known(self.comparison)
        checked = f"{reporting.count(self.checked, 'file')} checked: {found}"
        return "; ".join(filter(None, (checked, *known, skipped, failed)))


def _size(path: str) -> int:
    """Of a file, in bytes; 0 where it cannot be had."""
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _worthwhile(size: int) -> int:
    """How many processes are worth their start for files of so many bytes together."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, _MOST, size // _WORTH)
