"""Findings together with the text they point at."""

from __future__ import annotations

from dataclasses import dataclass

from mslint.finding import Edit, Finding
from mslint.identity import Identity, identities
from mslint.model.source import Source


@dataclass(frozen=True, slots=True)
class LocatedEdit:
    """An edit of a fix in characters instead of bytes, counted as in `Located`."""

    edit: Edit
    column: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Located:
    """A finding in characters instead of bytes.

    Columns count from 1; `end_column` is the first one after the finding.
    `text` is the line on which the finding starts, without its end. `identity`
    and `edits` are only there where they were asked for.
    """

    finding: Finding
    column: int
    end_column: int
    text: str
    identity: Identity | None = None
    edits: tuple[LocatedEdit, ...] = ()


def locate(path: str, data: bytes, findings: list[Finding], *, in_full: bool = False) -> list[Located]:
    """The findings of a file with this content, which the engine could decode.

    Args:
        path: The name of the file.
        data: Its content.
        findings: All of them, in order of place.
        in_full: Also work out identities and edits, for which the file is parsed once more.
    """
    if not findings:
        return []
    source = Source.from_bytes(path, data)
    known = identities(source, findings) if in_full else [None] * len(findings)
    return [
        Located(
            finding,
            source.character(finding.span.line, finding.span.column) + 1,
            source.character(finding.span.end_line, finding.span.end_column) + 1,
            source.lines[finding.span.line - 1],
            identity,
            _edits(source, finding) if in_full else (),
        )
        for finding, identity in zip(findings, known, strict=True)
    ]


def _edits(source: Source, finding: Finding) -> tuple[LocatedEdit, ...]:
    if finding.fix is None:
        return ()
    return tuple(
        LocatedEdit(
            edit,
            source.character(edit.span.line, edit.span.column) + 1,
            source.character(edit.span.end_line, edit.span.end_column) + 1,
        )
        for edit in finding.fix.edits
    )
