"""Findings together with the text they point at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mslint.finding import Finding, Span
from mslint.identity import Identity, identities
from mslint.model.source import Source

if TYPE_CHECKING:
    from mslint.model.notebooks.code import Code


class Region(NamedTuple):
    """A range of a file as programs read it: lines and columns from 1, in characters; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class LocatedEdit(NamedTuple):
    """An edit of a fix: what it replaces in the file, and the text to put there."""

    region: Region
    text: str


class InNotebook(NamedTuple):
    """Where a finding is in a notebook.

    `line` and `end_line` are in the source of the cell with the number `cell`.
    `in_file` is the range in the file, which is JSON, and `byte_column` its
    first column in bytes, from 0.
    """

    cell: int
    line: int
    end_line: int
    in_file: Region
    byte_column: int


class Located(NamedTuple):
    """A finding in characters instead of bytes, where people look for it.

    Columns count from 1; `end_column` is the first one after the finding.
    `text` is the line on which the finding starts, without its end. `identity`
    and `edits` are only there where they were asked for, `notebook` where the
    file is one.
    """

    finding: Finding
    column: int
    end_column: int
    text: str
    identity: Identity | None = None
    edits: tuple[LocatedEdit, ...] = ()
    notebook: InNotebook | None = None

    @property
    def cell(self) -> int | None:
        """The number of the cell; None outside of notebooks."""
        return self.notebook.cell if self.notebook else None

    @property
    def line(self) -> int:
        """The first line, in the cell or the file."""
        return self.notebook.line if self.notebook else self.finding.span.line

    @property
    def end_line(self) -> int:
        """The last line, in the cell or the file."""
        return self.notebook.end_line if self.notebook else self.finding.span.end_line

    @property
    def in_file(self) -> Region:
        """Where it is in the file, for programs that know no cells."""
        if self.notebook:
            return self.notebook.in_file
        return Region(self.line, self.column, self.end_line, self.end_column)

    @property
    def byte_column(self) -> int:
        """The first column in the file, in bytes, from 0."""
        return self.notebook.byte_column if self.notebook else self.finding.span.column

    @property
    def message(self) -> str:
        """The message for those who see the place in the file: with the cell and the line in it."""
        return in_cell(self.finding.message, self.cell, self.line)


def in_cell(message: str, cell: int | None, line: int) -> str:
    """A message with the cell that it is about, if any."""
    return message if cell is None else f"cell {cell}, line {line}: {message}"


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
        _located(source, finding, identity, _edits(source, finding) if in_full else ())
        for finding, identity in zip(findings, known, strict=True)
    ]


def _located(source: Source, finding: Finding, identity: Identity | None, edits: tuple[LocatedEdit, ...]) -> Located:
    region = _region(source, finding.span)
    code = source.code
    if code is None:
        return Located(finding, region.column, region.end_column, source.lines[region.line - 1], identity, edits)
    start = code.cell_place(region.line, region.column)
    end = code.cell_place(region.end_line, region.end_column)
    before = code.document.line_before(code.file_offset(region.line, region.column))
    column = len(before.encode("utf-8", "surrogatepass"))
    notebook = InNotebook(start.cell, start.line, end.line, _in_file(code, region), column)
    return Located(finding, start.column, end.column, code.line_text(region.line), identity, edits, notebook)


def _region(source: Source, span: Span) -> Region:
    column, end_column = source.character(span.line, span.column), source.character(span.end_line, span.end_column)
    return Region(span.line, column + 1, span.end_line, end_column + 1)


def _in_file(code: Code, region: Region) -> Region:
    """A range of the code of a notebook in the text of its file."""
    start = code.file_offset(region.line, region.column)
    end = code.file_offset(region.end_line, region.end_column, is_end=True)
    return Region(*code.document.place(start), *code.document.place(max(start, end)))


def _edits(source: Source, finding: Finding) -> tuple[LocatedEdit, ...]:
    if finding.fix is None:
        return ()
    edits = [(_region(source, edit.span), edit.text) for edit in finding.fix.edits]
    if source.code is None:
        return tuple(LocatedEdit(region, text) for region, text in edits)
    quoted = source.code.document.quoted
    return tuple(LocatedEdit(_in_file(source.code, region), quoted(text)) for region, text in edits)
