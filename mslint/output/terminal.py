"""Findings for people: colour, the source line, and a mark under the fault."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from mslint.finding import Severity
from mslint.output.base import Output
from mslint.output.located import Located
from mslint.output.text import mark, place, printable

_TAB = 4
_ELLIPSIS = "…"
_COLOURS = {
    Severity.ERROR: "red",
    Severity.WARNING: "yellow",
    Severity.ADVICE: "cyan",
    Severity.PARITY: "blue",
}


class TerminalOutput(Output):
    """Writes each finding with an excerpt of the source."""

    def __init__(self, console: Console) -> None:
        """Write to `console`."""
        self._console = console

    def write(self, found: Iterable[Located]) -> None:
        """Write the findings of one file."""
        for located in found:
            self._console.print(_headline(located), soft_wrap=True)
            for row in excerpt(located, self._console.width):
                self._console.print(row, soft_wrap=True)


def _headline(located: Located) -> Text:
    finding = located.finding
    return Text.assemble(
        (printable(finding.path), "bold"),
        (f":{place(located.cell, located.line, located.column)}: ", "dim"),
        (finding.code, f"bold {_COLOURS[finding.severity]}"),
        f" {mark(finding)}{printable(finding.message)} ",
        (f"[{finding.symbol}]", "dim"),
    )


def excerpt(located: Located, width: int) -> list[Text]:
    """The source line and, below it, the mark: at most `width` cells wide, cut to what is marked.

    Wide characters take two cells, tabs four; the mark of a finding over
    several lines runs to the end of the first.
    """
    start = located.column - 1
    end = located.end_column - 1 if located.end_line == located.line else len(located.text)
    parts = (located.text[:start], located.text[start:end].rstrip(), located.text[max(start, end) :])
    before, marked, after = (_shown(part) for part in parts)
    number = str(located.line)
    room = max(width - len(number) - len(" | ") - 1, 20)
    before, marked, after = _cut(before, marked, after, room)
    margin = " " * len(number)
    colour = _COLOURS[located.finding.severity]
    return [
        Text.assemble((f" {number} | ", "dim"), before, (marked, f"bold {colour}"), after.rstrip()),
        Text.assemble(
            (f" {margin} | ", "dim"), " " * cell_len(before), ("^" * max(cell_len(marked), 1), f"bold {colour}")
        ),
    ]


def _shown(text: str) -> str:
    """`text` as it is put on a terminal."""
    return printable(text.replace("\t", " " * _TAB))


def _cut(before: str, marked: str, after: str, room: int) -> tuple[str, str, str]:
    """Shorten a line to `room` cells so that the beginning of `marked` stays in sight."""
    if cell_len(before) + cell_len(marked) + cell_len(after) <= room:
        return before, marked, after
    if cell_len(before) + cell_len(marked) > room:
        kept = max(room - min(cell_len(marked), room * 2 // 3) - min(cell_len(after), room // 4) - 1, 0)
        before = _ELLIPSIS + _tail(before, kept)
        marked = _head(marked, room - cell_len(before) - min(cell_len(after), 1))
    return before, marked, _head(after, room - cell_len(before) - cell_len(marked))


def _head(text: str, room: int) -> str:
    """The beginning of `text` that fits into `room` cells, with a sign where something was cut off."""
    if cell_len(text) <= room:
        return text
    while text and cell_len(text) > room - 1:
        text = text[:-1]
    return text + _ELLIPSIS if room > 0 else ""


def _tail(text: str, room: int) -> str:
    """The end of `text` that fits into `room` cells."""
    while cell_len(text) > room:
        text = text[1:]
    return text
