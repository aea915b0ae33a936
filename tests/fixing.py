"""Apply the fixes of findings to text, as an editor would."""

from __future__ import annotations

from collections.abc import Iterable

from mslint.finding import Edit, Finding


def fixed(text: str, findings: Iterable[Finding]) -> str:
    """The text with the fixes of all findings that have one."""
    edits = [edit for finding in findings if finding.fix is not None for edit in finding.fix.edits]
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = _replaced(text, edit)
    return text


def _replaced(text: str, edit: Edit) -> str:
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    span = edit.span
    before, after = lines[span.line - 1][: span.column], lines[span.end_line - 1][span.end_column :]
    lines[span.line - 1 : span.end_line] = [before + edit.text.encode() + after]
    return b"".join(lines).decode()
