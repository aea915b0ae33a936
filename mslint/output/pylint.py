"""Lines as pylint prints them, for programs that read pylint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from mslint.finding import Failure
from mslint.output.base import NOT_CHECKED, Output, said
from mslint.output.located import Located
from mslint.output.rules import pylint_id
from mslint.output.text import printable

_FATAL = "F9000"


class PylintOutput(Output):
    """`path:line:column: id: message (symbol)`; as in pylint, columns count bytes from 0."""

    def __init__(self, stream: TextIO) -> None:
        """Write to `stream`."""
        self._stream = stream

    def write(self, found: Iterable[Located]) -> None:
        """Write the findings of one file."""
        for located in found:
            finding = located.finding
            self._stream.write(
                f"{printable(finding.path)}:{located.in_file.line}:{located.byte_column}: "
                f"{pylint_id(finding)}: {printable(located.message)} ({finding.symbol})\n"
            )

    def fail(self, failure: Failure) -> None:
        """Write what could not be checked as a fatal message."""
        place = f"{printable(failure.path)}:{max(failure.line, 1)}:{max(failure.column - 1, 0)}"
        self._stream.write(f"{place}: {_FATAL}: {printable(said(failure))} ({NOT_CHECKED})\n")
