"""One JSON object a line, as each file is done: findings, and what could not be checked."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from mslint.finding import Failure
from mslint.output.base import Output
from mslint.output.json import as_object
from mslint.output.located import Located


class JsonLinesOutput(Output):
    """Findings as in the JSON list; what could not be checked has the keys `path`, `line`, `column` and `error`."""

    def __init__(self, stream: TextIO) -> None:
        """Write to `stream`."""
        self._stream = stream

    def write(self, found: Iterable[Located]) -> None:
        """Write the findings of one file."""
        for located in found:
            self._line(as_object(located))

    def fail(self, failure: Failure) -> None:
        """Write what could not be checked, and why."""
        cell, line, column = failure.cell or (0, failure.line, failure.column)
        place = {**({"cell": cell} if cell else {}), "line": line or None, "column": column or None}
        self._line({"path": failure.path, **place, "error": failure.message})

    def _line(self, content: dict[str, object]) -> None:
        self._stream.write(f"{json.dumps(content)}\n")
