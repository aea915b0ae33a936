"""What is found in one file: the part of a run that any process can do by itself."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mslint.cache import Cache, Kind, key_of
from mslint.cli import files
from mslint.config import Configuration, Settings
from mslint.finding import Failure, Finding
from mslint.model.looked import Looked
from mslint.model.source import SourceError
from mslint.output.located import Located, locate

if TYPE_CHECKING:
    from mslint.engine import Report


@dataclass(frozen=True)
class Manner:
    """How files are checked in a run."""

    configuration: Configuration
    cache: Cache | None = None
    warns_unused: bool = False
    in_full: bool = False
    """Whether identities and edits of findings are wanted."""

    def key(self, settings: Settings) -> str:
        """What the cache calls results under these settings."""
        return key_of(settings, Kind.REPORTED_WITH_UNUSED if self.warns_unused else Kind.REPORTED)


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
    skipped: str = ""
    """Why it was not looked at, though nothing is wrong with it."""


def known(path: str, manner: Manner) -> Outcome | None:
    """What comes of a file of which the cache knows what is found in it; the engine is not needed for it."""
    data = files.read(path) if manner.cache is not None else None
    if manner.cache is None or data is None or isinstance(data, Failure):
        return None
    findings = manner.cache.find(path, data, manner.key(manner.configuration.of_file(Path(path))))
    if findings is None:
        return None
    try:
        return Outcome(path, locate(path, data, findings, in_full=manner.in_full))
    except SourceError:
        # There are findings in a file that cannot be read: that record was not written by mslint.
        return None


class Examiner:
    """Checks files one after the other."""

    def __init__(self, manner: Manner) -> None:
        """Check in this manner."""
        # Where the cache knows everything, all of this would take longer to import than to ask the cache.
        from mslint.engine import Report, check_bytes, new_project
        from mslint.suppress import unsuppressed

        self._manner = manner
        self._check_bytes = check_bytes
        self.unsuppressed = unsuppressed
        self._make_report = Report
        self._new_project = new_project
        # One project serves all files, so that shared modules are read once.
        self._project = self._new_project(is_watched=manner.cache is not None)

    def close(self) -> None:
        """Free what was read, before the collector would look through it."""
        self._project.close()

    def check(self, path: str, data: bytes, settings: Settings) -> Report:
        """What the engine says; a fault of its own costs the file that it is at, not the run."""
        try:
            return self._check_bytes(path, data, settings, self._project)
        except Exception as error:
            # What the project knows may be half of what it should.
            self._project.close()
            self._project = self._new_project(is_watched=self._manner.cache is not None)
            return self._make_report(failure=Failure(path, _own_fault(error)))

    def examine(self, path: str) -> Outcome:
        """What comes of a file, of which the cache takes note."""
        data = files.read(path)
        if isinstance(data, Failure):
            return Outcome(path, failure=data)
        return self._examine(path, data, self._manner.cache)

    def examine_text(self, path: str, data: bytes) -> Outcome:
        """What comes of a content that may be in no file."""
        return self._examine(path, data, None)

    def _examine(self, path: str, data: bytes, cache: Cache | None) -> Outcome:
        settings = self._manner.configuration.of_file(Path(path))
        report = self.check(path, data, settings)
        if report.failure is not None:
            return Outcome(path, failure=report.failure)
        if report.skipped:
            return Outcome(path, skipped=report.skipped)
        findings, looked = self.unsuppressed(path, data, report.findings), report.looked
        if self._manner.warns_unused:
            unused, inner = self.unused(path, data, settings)
            findings = in_order(findings, unused)
            looked.add(inner)
        if cache is not None:
            cache.keep(path, data, self._manner.key(settings), findings, looked)
        return Outcome(path, locate(path, data, findings, in_full=self._manner.in_full))

    def unused(self, path: str, data: bytes, settings: Settings) -> tuple[list[Finding], Looked]:
        """The comments of a file that silence nothing which any rule finds, and what that rests on."""
        from mslint.suppress import WORDS
        from mslint.unused import unused_ignores

        if WORDS.search(data) is None:
            return [], Looked()
        report = self.check(path, data, settings.for_all_rules())
        return unused_ignores(path, data, report.findings, settings.target), report.looked


def _own_fault(error: Exception) -> str:
    """What to say of an exception that should not have been."""
    import traceback

    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(place.filename)}, line {place.lineno}"
    return f"cannot be checked: a fault of mslint itself, {type(error).__name__} in {where}: {error}; please report it"


def in_order(*findings: list[Finding]) -> list[Finding]:
    """Findings of several kinds in one file, by place."""
    return sorted((each for kind in findings for each in kind), key=lambda finding: finding.sort_key)
