"""Findings as JSON: one list of objects for a whole run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from mslint.output.base import Output
from mslint.output.located import Located


def as_object(located: Located) -> dict[str, object]:
    """A finding as a JSON object.

    Lines and columns count from 1, columns in characters; the end is exclusive.
    In a notebook they count in the cell `cell`.
    """
    finding = located.finding
    return {
        "code": finding.code,
        "symbol": finding.symbol,
        "severity": finding.severity.value,
        "message": finding.message,
        "path": finding.path,
        **({} if located.cell is None else {"cell": located.cell}),
        "line": located.line,
        "column": located.column,
        "end_line": located.end_line,
        "end_column": located.end_column,
        "confidence": finding.confidence.value,
    }


class JsonOutput(Output):
    """Collects the findings and writes them when the run ends."""

    def __init__(self, stream: TextIO) -> None:
        """Write to `stream`."""
        self._stream = stream
        self._objects: list[dict[str, object]] = []

    def write(self, found: Iterable[Located]) -> None:
        """Take the findings of one file."""
        self._objects.extend(as_object(located) for located in found)

    def close(self, exit_code: int) -> None:
        """Write the list."""
        json.dump(self._objects, self._stream, indent=2)
        self._stream.write("\n")
