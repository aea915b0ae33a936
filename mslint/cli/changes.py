"""What `mslint check` changes in files when it is told to, and where the new content goes."""

from __future__ import annotations

import difflib
import os
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import click

from mslint.cli.files import STDIN
from mslint.cli.main import CallError
from mslint.cli.writing import replace_file
from mslint.finding import Applicability, Failure, Finding
from mslint.fixes import Check, Choose, Repair, repair
from mslint.model.source import NOTEBOOK
from mslint.noqa import silence
from mslint.output.text import place, printable


@dataclass
class Changes:
    """One way of changing files, and the count of what was done.

    `allowed` are the kinds of fixes to make; without any, findings are
    silenced instead of repaired.
    """

    allowed: Collection[Applicability]
    is_diff: bool = False
    is_quiet: bool = False
    """Only what was changed is told."""
    owns_stdout: bool = False
    """Standard output is for new content or differences, and nothing else."""
    done: int = 0

    def make(self, path: str, data: bytes, findings: list[Finding], check: Check, new: Choose) -> Repair:
        """The changes in one file, at findings that are `new`; nothing is written."""
        if self.allowed:
            return repair(path, data, findings, check, self.allowed, new)
        return silence(path, data, findings, check, new)

    def deliver(self, path: str, old: bytes, made: Repair, *, is_stdin: bool) -> Failure | None:
        """Write the new content, or the difference, to where it belongs, and tell what was done."""
        if self.is_diff:
            _write(diff(path, old, made.data))
        elif is_stdin:
            _write(made.data)
        elif made.data != old:
            failure = replace_file(path, old, made.data)
            if failure is not None:
                return failure
        self.done += len(made.done)
        for each in made.refused:
            where = f"{printable(path)}:{place(each.cell, each.line, 0)}"
            click.echo(f"{where}: {each.finding.code} not {self._verb}: {each.reason}", err=True)
        for (code, symbol), count in sorted(Counter((each.code, each.symbol) for each in made.done).items()):
            line = f"{printable(path)}: {count} {self._done_word}: {code} [{symbol}]"
            click.echo(line, err=self.owns_stdout or not self.is_quiet)
        return None

    def give_back(self, data: bytes) -> None:
        """Write what came from standard input and cannot be changed, so that a filter loses nothing."""
        if not self.is_diff:
            _write(data)

    @property
    def shows_findings(self) -> bool:
        """Whether what remains is reported."""
        return not self.is_diff and not self.is_quiet

    def is_bad(self, remaining: Collection[Finding]) -> bool:
        """Whether the exit code says that there is something to do."""
        if self.is_diff:
            return self.done > 0
        return bool(remaining) and not self.is_quiet

    @property
    def _verb(self) -> str:
        return "fixed" if self.allowed else "silenced"

    @property
    def _done_word(self) -> str:
        return f"would be {self._verb}" if self.is_diff else self._verb

    def summary(self, remaining: int) -> str:
        """How much was done, and how much is left."""
        left = "would remain" if self.is_diff else "remaining"
        return f"{self.done} {self._done_word}, {remaining} {left}"


def diff(path: str, old: bytes, new: bytes) -> bytes:
    """The difference as `patch -p0` takes it; empty where there is none. That of a notebook is one for each cell."""
    if path.endswith(NOTEBOOK):
        from mslint.model.notebooks.code import read

        pairs = zip(read(old).document.cells, read(new).document.cells, strict=True)
        return b"".join(
            _difference(f"{path}:cell {before.number}", _ended(before.text), _ended(after.text))
            for before, after in pairs
        )
    return _difference(path, old, new)


def _ended(text: str) -> bytes:
    """The source of a cell with the end of its last line, which notebooks leave out."""
    return text.encode() if text.endswith("\n") else f"{text}\n".encode()


def _difference(path: str, old: bytes, new: bytes) -> bytes:
    name = os.fsencode(printable(path))
    lines = difflib.diff_bytes(difflib.unified_diff, _lines(old), _lines(new), name, name)
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def _lines(data: bytes) -> list[bytes]:
    """Lines that end in a line feed, as `patch` counts them."""
    pieces = data.split(b"\n")
    return [piece + b"\n" for piece in pieces[:-1]] + ([pieces[-1]] if pieces[-1] else [])


def _write(data: bytes) -> None:
    """Write bytes as they are to standard output, in order with the text that goes there."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def wanted(
    *, fix: bool, unsafe_fixes: bool, show_diff: bool, fix_only: bool, add_noqa: bool, paths: Collection[str]
) -> Changes | None:
    """What the options ask for; None where files are only to be checked.

    Raises:
        CallError: They contradict each other.
    """
    is_fixing = fix or fix_only or (show_diff and not add_noqa)
    if unsafe_fixes and not is_fixing:
        raise CallError("--unsafe-fixes: goes with --fix, --fix-only or --diff")
    if add_noqa and (fix or fix_only):
        raise CallError("--add-noqa: does not go with --fix; fix first, then silence what remains")
    if not is_fixing and not add_noqa:
        return None
    is_stdin = STDIN in paths
    if is_stdin and len(paths) > 1:
        raise CallError("-: must be the only path, since its new content goes to standard output")
    allowed = tuple(Applicability) if unsafe_fixes else (Applicability.SAFE,)
    return Changes(() if add_noqa else allowed, is_diff=show_diff, is_quiet=fix_only, owns_stdout=show_diff or is_stdin)
