"""The code of a notebook as one Python file, and the way back from its lines to the cells."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mslint.finding import CellPlace
from mslint.model.notebooks import magics
from mslint.model.notebooks.document import Cell, Document
from mslint.model.notebooks.magics import Row
from mslint.model.source import Source, SourceError

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_INDENT = re.compile(r"[ \t]*")


class NotWritable(Exception):
    """New code cannot be put into the cells. The message completes "not fixed: "."""


class _Line(NamedTuple):
    """Where a line of the code comes from: a line of a cell, without `shift` characters in front of `after`."""

    cell: Cell
    number: int
    after: int = 0
    shift: int = 0


class Code:
    """The cells of a notebook in order, each behind a comment that names it, as one text.

    What is no Python stands there as a line that has the same effect as far as
    anybody can tell, with a comment by which it is found again.
    """

    def __init__(self, document: Document) -> None:
        """The code of a notebook."""
        self.document = document
        self._mark = _unused("#%", document)
        self._originals: dict[str, str] = {}
        self._lines: list[_Line] = []
        self._texts = {cell.number: "".join(self._text(cell)) for cell in document.cells}
        self.text = "".join(self._separator(number) + text for number, text in self._texts.items())

    def _separator(self, number: int) -> str:
        return f"{self._mark}cell {number}\n"

    def _text(self, cell: Cell) -> Iterator[str]:
        """The lines of a cell as they stand in the code."""
        if "\0" in cell.text:
            number = len(_LINE.findall(cell.text[: cell.text.index("\0") + 1]))
            raise _error(self, "holds NUL characters, so it is not Python source", cell, number, 1)
        self._lines.append(_Line(cell, 1))
        indent = _indent(cell.text)
        lines = _dedented(cell.text, indent)
        shifts = [len(indent) if old != new else 0 for old, new in zip(_LINE.findall(cell.text), lines, strict=True)]
        for row in magics.rows("".join(lines)):
            after = len(_INDENT.match(row.text)[0]) if row.prefix else 0  # type: ignore[index]
            if row.prefix:
                self._lines.append(_Line(cell, row.number))
                yield f"{self._kept(row.prefix)}\n"
            self._lines.append(_Line(cell, row.number, after, shifts[row.number - 1] + len(row.prefix)))
            yield self._line(row)

    def _line(self, row: Row) -> str:
        if row.original is not None:
            return f"{row.text}  {self._kept(row.original)}\n"
        return row.text if row.text.endswith(("\n", "\r")) else f"{row.text}\n"

    def _kept(self, original: str) -> str:
        """A comment that stands for `original`."""
        comment = f"{self._mark}kept {len(self._originals)}"
        self._originals[comment] = original
        return comment

    def cell_place(self, line: int, column: int) -> CellPlace:
        """Where a place in the code is for people; `line` and `column` count from 1 in characters."""
        found = self._at(line)
        shift = found.shift if column > found.after else 0
        return CellPlace(found.cell.number, found.number, column + shift)

    def file_offset(self, line: int, column: int, *, is_end: bool = False) -> int:
        """Where in the text of the notebook file a place in the code stands."""
        cell, number, column = self.cell_place(line, column)
        found = next(each for each in self.document.cells if each.number == cell)
        lines = _LINE.findall(found.text)
        index = sum(map(len, lines[: number - 1])) + column - 1
        return self.document.offset(found, index, is_end=is_end)

    def line_text(self, line: int) -> str:
        """A line of the code as it stands in its cell, without its end."""
        found = self._at(line)
        lines = _LINE.findall(found.cell.text)
        return str(lines[found.number - 1]).rstrip("\r\n") if found.number <= len(lines) else ""

    def _at(self, line: int) -> _Line:
        return self._lines[min(line, len(self._lines)) - 1]

    def blamed(self, error: SourceError) -> SourceError:
        """An error about the code as one about the notebook: about the first cell that is no Python by itself."""
        for cell in self.document.cells:
            text = self._texts[cell.number]
            try:
                Source("", text).parse()
            except SourceError as own:
                first = bisect_left(self._lines, cell.number, key=lambda each: each.cell.number) + 1
                if own.line:
                    place = self.cell_place(min(first + own.line, first + text.count("\n")), own.column)
                    return _error(self, own.message, cell, place.line, place.column if own.column else 0)
                return _error(self, own.message, cell, 1, 0)
        if not error.line:
            return error
        place = self.cell_place(error.line, error.column)
        cell = next(each for each in self.document.cells if each.number == place.cell)
        return _error(self, error.message, cell, place.line, place.column if error.column else 0)

    def with_text(self, text: str) -> bytes:
        """The notebook with `text` as its code.

        Raises:
            NotWritable: Something would not stand in a cell, or where something else is kept.
        """
        parts = re.split(rf"^{re.escape(self._mark)}cell (\d+)\n", text, flags=re.MULTILINE)
        numbers = [int(number) for number in parts[1::2]]
        if parts[0] or numbers != list(self._texts):
            raise NotWritable("it would change what stands between the cells")
        new = dict(zip(numbers, parts[2::2], strict=True))
        sources = {
            cell.number: self._source(cell, new[cell.number])
            for cell in self.document.cells
            if new[cell.number] != self._texts[cell.number]
        }
        data = self.document.with_sources(sources)
        if read(data).text != text:
            raise NotWritable("the cells would hold other code")
        return data

    def _source(self, cell: Cell, text: str) -> str:
        """The source of a cell whose code is `text` now."""
        restored = "".join(self._restored(text))
        if not cell.text.endswith(("\n", "\r")):
            restored = restored.removesuffix("\n")
        indent = _indent(cell.text)
        if not indent:
            return restored
        old, new = _dedented(cell.text, indent), _LINE.findall(restored)
        before = _LINE.findall(cell.text)
        lines: list[str] = []
        for tag, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            lines += before[first:last] if tag == "equal" else [indent + line for line in new[start:end]]
        return "".join(lines)

    def _restored(self, text: str) -> Iterator[str]:
        """The lines of a cell, with what was kept of it."""
        prefix = ""
        for line in _LINE.findall(text):
            code, mark, rest = line.partition(self._mark)
            if not mark:
                indent = _INDENT.match(line)[0] if prefix else ""  # type: ignore[index]
                yield f"{indent}{prefix}{line[len(indent) :]}"
                prefix = ""
                continue
            original = self._originals.get(mark + rest.rstrip("\n"))
            if original is None:
                raise NotWritable("it would change what is no Python")
            if code:
                yield original
            else:
                prefix = original


@lru_cache(maxsize=2)
def read(data: bytes) -> Code:
    """The code of a notebook from the content of its file.

    Raises:
        SourceError: It is no notebook.
        OtherLanguageError: It is one in another language.
    """
    return Code(Document.read(data))


def _error(code: Code, message: str, cell: Cell, line: int, column: int) -> SourceError:
    """An error at a place in a cell."""
    lines = _LINE.findall(cell.text)
    index = sum(map(len, lines[: line - 1])) + max(column - 1, 0)
    file_line, file_column = code.document.place(code.document.offset(cell, index))
    return SourceError(message, file_line, file_column, CellPlace(cell.number, line, column))


def _unused(mark: str, document: Document) -> str:
    """`mark`, or more of it, so that it stands in no cell."""
    while any(mark in cell.text for cell in document.cells):
        mark += "%"
    return mark


def _indent(text: str) -> str:
    """The blanks in front of the first line that is not blank; IPython takes them away from all lines."""
    first = next((line for line in _LINE.findall(text) if line.strip()), "")
    match = _INDENT.match(first)
    assert match is not None
    return match.group()


def _dedented(text: str, indent: str) -> list[str]:
    """The lines of a cell without the blanks that all begin with."""
    return [line.removeprefix(indent) for line in _LINE.findall(text)]
