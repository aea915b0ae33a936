"""One line per finding, for pipes, logs and editors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TextIO

from mslint.finding import Applicability, Failure, Finding
from mslint.output.base import Output
from mslint.output.located import Located


def printable(text: str) -> str:
    """`text` on one line and harmless to a terminal: control characters are written as escapes."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character == "\N{IDEOGRAPHIC SPACE}" else _escaped(character)
        for character in text
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def line(located: Located) -> str:
    """`path:line:column: code message [symbol]`, with a mark after the code where there is a safe fix.

    In a notebook it is `path:cell number:line:column`.
    """
    finding = located.finding
    where = f"{printable(finding.path)}:{place(located.cell, located.line, located.column)}"
    return f"{where}: {finding.code} {mark(finding)}{printable(finding.message)} [{finding.symbol}]"


def place(cell: int | None, line: int, column: int) -> str:
    """`line:column`, without a column that is 0; in a notebook after `cell number:`."""
    numbers = f"{line}:{column}" if column else f"{line}"
    return numbers if cell is None else f"cell {cell}:{numbers}"


def mark(finding: Finding) -> str:
    """`[*] ` where `--fix` repairs it."""
    return "[*] " if finding.fix is not None and finding.fix.applicability is Applicability.SAFE else ""


def failure_line(failure: Failure) -> str:
    """`path:line:column: why it could not be checked`, with as much of the place as is known."""
    where = printable(failure.path)
    if failure.cell is not None:
        where += f":{place(*failure.cell)}"
    elif failure.line:
        where += f":{place(None, failure.line, failure.column)}"
    return f"{where}: {printable(failure.message)}"


def skipped_line(path: str, reason: str) -> str:
    """`path: why it was not looked at`, though nothing is wrong with it."""
    return f"{printable(path)}: not checked: {reason}"


def hint(findings: Collection[Finding]) -> str:
    """How to fix what can be fixed; empty where nothing can."""
    kinds = Counter(finding.fix.applicability for finding in findings if finding.fix is not None)
    safe, unsafe = kinds[Applicability.SAFE], kinds[Applicability.UNSAFE]
    if not safe:
        return f"{unsafe} can be fixed with --fix --unsafe-fixes" if unsafe else ""
    return f"[*] {safe} can be fixed with --fix" + (f", {unsafe} more with --unsafe-fixes" if unsafe else "")


class TextOutput(Output):
    """Writes each finding as it comes."""

    def __init__(self, stream: TextIO, *, with_failures: bool = False) -> None:
        """Write to `stream`, with what could not be checked where `with_failures`."""
        self._stream = stream
        self._with_failures = with_failures

    def write(self, found: Iterable[Located]) -> None:
        """Write the findings of one file."""
        for located in found:
            self._stream.write(f"{line(located)}\n")

    def fail(self, failure: Failure) -> None:
        """Write what could not be checked, where that was asked for."""
        if self._with_failures:
            self._stream.write(f"{failure_line(failure)}\n")
