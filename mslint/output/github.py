"""Annotations on GitHub: commands that the runner of a workflow reads from the output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from mslint.finding import Failure, Severity
from mslint.output.base import NOT_CHECKED, Output, below, said
from mslint.output.located import Located

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.ADVICE: "notice",
    Severity.PARITY: "notice",
}


class GithubOutput(Output):
    """One command a finding; paths are relative to `root`, the checkout, where they lie in it."""

    def __init__(self, stream: TextIO, root: Path) -> None:
        """Write to `stream`."""
        self._stream = stream
        self._root = root

    def write(self, found: Iterable[Located]) -> None:
        """Write the findings of one file."""
        for located in found:
            finding, region = located.finding, located.in_file
            place: dict[str, object] = {"line": region.line, "endLine": region.end_line}
            if region.line == region.end_line:
                # GitHub refuses columns in annotations over several lines.
                place |= {"col": region.column, "endColumn": region.end_column}
            title = f"{finding.code} ({finding.symbol})"
            self._command(_LEVELS[finding.severity], finding.path, place, title, located.message)

    def fail(self, failure: Failure) -> None:
        """Write what could not be checked as an error."""
        place = {"line": failure.line, "col": failure.column}
        known = {name: number for name, number in place.items() if number}
        self._command("error", failure.path, known, f"mslint ({NOT_CHECKED})", said(failure))

    def _command(self, level: str, path: str, place: Mapping[str, object], title: str, message: str) -> None:
        properties = {"title": title, "file": below(path, self._root) or path, **place}
        written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
        self._stream.write(f"::{level} {written}::{_data(message)}\n")


def _data(text: str) -> str:
    """`text` as the message of a command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """`text` as the value of a property of a command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
