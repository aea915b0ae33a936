"""Findings together with the text they point at."""

from __future__ import annotations

from dataclasses import dataclass

from mslint.finding import Finding
from mslint.model.source import Source


@dataclass(frozen=True, slots=True)
class Located:
    """A finding in characters instead of bytes.

    Columns count from 1; `end_column` is the first one after the finding.
    `text` is the line on which the finding starts, without its end.
    """

    finding: Finding
    column: int
    end_column: int
    text: str


def locate(path: str, data: bytes, findings: list[Finding]) -> list[Located]:
    """The findings of a file with this content, which the engine could decode."""
    if not findings:
        return []
    source = Source.from_bytes(path, data)
    return [
        Located(
            finding,
            source.character(finding.span.line, finding.span.column) + 1,
            source.character(finding.span.end_line, finding.span.end_column) + 1,
            source.lines[finding.span.line - 1],
        )
        for finding in findings
    ]
