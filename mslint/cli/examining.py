"""What is found in one file: the part of a run that any process can do by itself."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mslint.cli import files
from mslint.config import Configuration, Settings
from mslint.finding import Failure, Finding, Report
from mslint.model.trace import Trace
from mslint.output.located import Located, locate
from mslint.suppress import WORDS, unsuppressed


@dataclass(frozen=True)
class Manner:
    """How files are checked in a run."""

    configuration: Configuration
    warns_unused: bool = False
    in_full: bool = False
    """Whether identities and edits of findings are wanted."""


class Task(NamedTuple):
    """A file to be checked: its place among all files, and how many bytes it has."""

    number: int
    path: str
    size: int


@dataclass
class Outcome:
    """What came of one file: what no comment in it silences, or why it could not be checked."""

    path: str
    found: list[Located] = field(default_factory=list)
    failure: Failure | None = None
    plain: list[Any] | None = None
    """The findings as the cache keeps them, where it may."""


class Examiner:
    """Checks files one after the other."""

    def __init__(self, manner: Manner, trace: Trace | None = None) -> None:
        """Check in this manner; `trace` takes note of all that is looked up in the file system."""
        # Where the cache knows everything there is no engine, which takes longer to import than to ask the cache.
        from mslint.engine import check_bytes, new_project

        self._manner = manner
        self._trace = trace
        self._check_bytes = check_bytes
        # One project serves all files, so that shared modules are read once.
        self._project = new_project(trace)

    def close(self) -> None:
        """Free what was read, before the collector would look through it."""
        self._project.close()

    def check(self, path: str, data: bytes, settings: Settings) -> Report:
        """What the engine says."""
        return self._check_bytes(path, data, settings, self._project)

    def examine_file(self, path: str) -> Outcome:
        """What came of a file that is still to be read."""
        data = files.read(path)
        return Outcome(path, failure=data) if isinstance(data, Failure) else self.examine(path, data)

    def examine(self, path: str, data: bytes) -> Outcome:
        """What came of a file with this content."""
        settings = self._manner.configuration.of_file(Path(path))
        report = self.check(path, data, settings)
        if report.failure is not None:
            return Outcome(path, failure=report.failure)
        findings = self.with_unused(path, data, settings, unsuppressed(path, data, report.findings))
        outcome = Outcome(path, locate(path, data, findings, in_full=self._manner.in_full))
        if self._trace is not None:
            outcome.plain = self._plain(path, data, findings)
        return outcome

    def with_unused(self, path: str, data: bytes, settings: Settings, findings: list[Finding]) -> list[Finding]:
        """Findings, and where that is wanted the comments of the file that silence nothing which any rule finds."""
        if not self._manner.warns_unused or WORDS.search(data) is None:
            return findings
        from mslint.unused import unused_ignores

        report = self.check(path, data, settings.for_all_rules())
        unused = unused_ignores(path, data, report.findings, settings.target)
        return sorted([*findings, *unused], key=lambda finding: finding.sort_key)

    def _plain(self, path: str, data: bytes, findings: list[Finding]) -> list[Any] | None:
        from mslint.records import Refused, encoded

        assert self._trace is not None
        self._trace.saw_content(os.path.abspath(path), data)
        try:
            return encoded(path, data, findings)
        except Refused:
            return None
