"""Exact edits of a file's text: nothing but the edited ranges changes, down to the byte."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mslint.comments import comments
from mslint.finding import Edit, Finding, Span
from mslint.model.names import Module, start_of
from mslint.model.places import path_to
from mslint.model.source import Source

_FORMATTED = re.compile(r"(?:f|rf|fr)[\"']", re.IGNORECASE)
"""How a formatted string may begin."""
_QUOTE = re.compile("[\"']")


class RewriteError(Exception):
    """Edits that cannot be made. The message completes "not fixed: "."""


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """Replace the characters from `start` to `end` of a text."""

    start: int
    end: int
    text: str

    def touches(self, other: Change) -> bool:
        """Whether the two cannot be made together: they share characters, or begin at the same place."""
        if self.start == other.start:
            return True
        return self.start < other.end and other.start < self.end


class Rewritten:
    """A text after changes, and where the places of the old one are in it."""

    def __init__(self, text: str, changes: Iterable[Change]) -> None:
        """Make `changes`, of which no two share characters; those at one place are made in the given order."""
        self._changes = sorted(changes, key=lambda change: (change.start, change.end))
        pieces = []
        at = 0
        for change in self._changes:
            if change.start < at:
                raise RewriteError("its edits overlap")
            pieces += [text[at : change.start], change.text]
            at = change.end
        self.text = "".join([*pieces, text[at:]])

    def start_of(self, offset: int) -> int:
        """Where what began at `offset` begins now, with what was put before it."""
        shift = 0
        for change in self._changes:
            if offset <= change.start:
                break
            if offset < change.end:
                return change.start + shift
            shift += len(change.text) - (change.end - change.start)
        return offset + shift

    def end_of(self, offset: int) -> int:
        """Where what ended at `offset` ends now, with what was put behind it."""
        shift = 0
        for change in self._changes:
            if offset < change.start:
                break
            if offset < change.end:
                return change.start + shift + len(change.text)
            shift += len(change.text) - (change.end - change.start)
        return offset + shift


def range_of(source: Source, span: Span) -> tuple[int, int]:
    """`span` as characters of the text."""
    return source.offset(span.line, span.column), source.offset(span.end_line, span.end_column)


def changes_of(source: Source, edits: Sequence[Edit]) -> list[Change]:
    """`edits` as changes of the text, with the line ends that the file has."""
    newline = source.newline
    return [Change(*range_of(source, edit.span), edit.text.replace("\n", newline)) for edit in edits]


def encode(source: Source, data: bytes, text: str) -> bytes:
    """`text` in the encoding of the file, whose content is `data`.

    Raises:
        RewriteError: The encoding lacks a character, or the rest of the file would not stay as it is.
    """
    if source.code is not None:
        from mslint.model.notebooks.code import NotWritable

        try:
            return source.code.with_text(text)
        except NotWritable as error:
            raise RewriteError(str(error)) from None
    codec = source.encoding
    if source.text.encode(codec) != data:
        raise RewriteError(f"{codec} can write the file in several ways")
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        raise RewriteError(f"{codec} cannot write {error.object[error.start]!r}") from None


def without_impossible(module: Module, findings: list[Finding]) -> list[Finding]:
    """`findings`, without the fixes that would edit a comment or a formatted string."""
    if not any(finding.fix for finding in findings):
        return findings
    untouchable = _Untouchable(module)
    return [
        replace(finding, fix=None) if finding.fix and untouchable.is_reached(finding.fix.edits) else finding
        for finding in findings
    ]


class _Untouchable:
    """Where no edit may reach: into comments, and into formatted strings, whose places `ast` does not know exactly."""

    def __init__(self, module: Module) -> None:
        self._source = module.source
        self._tree = module.tree
        self._comments: list[int] | None = None
        self._strings: list[tuple[int, int]] | None = None

    def is_reached(self, edits: Sequence[Edit]) -> bool:
        return any(self._holds_comment(edit) or self._is_formatted(edit) for edit in edits)

    def _holds_comment(self, edit: Edit) -> bool:
        start, end = range_of(self._source, edit.span)
        if "#" not in self._source.text[start:end]:
            return False
        if self._comments is None:
            source = self._source
            lines = source.lines
            self._comments = [
                source.offset(each.line, len(lines[each.line - 1][: each.column].encode("utf-8", "surrogatepass")))
                for each in comments(source)
            ]
        return any(start <= at < end for at in self._comments)

    def _is_formatted(self, edit: Edit) -> bool:
        start, end = range_of(self._source, edit.span)
        if not _QUOTE.search(self._source.text, start, end):
            # No string begins or ends here, so that one which reaches here is around all of it.
            place = (edit.span.line, edit.span.column)
            around = path_to(self._tree, place)
            return any(isinstance(node, ast.JoinedStr) and start_of(node) < place for node in around)
        if self._strings is None:
            self._strings = list(self._formatted()) if _FORMATTED.search(self._source.text) else []
        return any(start < last and first < end for first, last in self._strings)

    def _formatted(self) -> Iterable[tuple[int, int]]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.JoinedStr):
                end = (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
                yield self._source.offset(node.lineno, node.col_offset), self._source.offset(*end)
