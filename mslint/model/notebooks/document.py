"""The JSON file of a notebook: its code cells, where they stand in the text, and how their source is exchanged.

Nothing but the source of changed cells is ever written anew: the rest of the
file keeps its bytes, whatever program wrote it.
"""

from __future__ import annotations

import difflib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from mslint.model.source import OtherLanguageError, SourceError

FORMAT = 4
"""The oldest format, `nbformat` in the file, that has a plain list of cells."""

_MARK = "\ufeff"
_BLANKS = re.compile(r"[ \t\r\n]*")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|.", re.DOTALL)
"""What stands for one character in a JSON string."""
_DECODER = json.JSONDecoder()


class Piece(NamedTuple):
    """One JSON string of a cell's source: where it stands, with its quotes, and what it says."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Cell:
    """A code cell. `number` counts all cells from 1; the source is all that stands from `start` to `end`."""

    number: int
    start: int
    end: int
    pieces: tuple[Piece, ...]
    is_list: bool

    @cached_property
    def text(self) -> str:
        """The source."""
        return "".join(piece.text for piece in self.pieces)


class Document:
    """A notebook file."""

    def __init__(self, raw: str) -> None:
        """A notebook from the text of its file.

        Raises:
            SourceError: It is not JSON, or not a notebook.
            OtherLanguageError: It is a notebook in another language.
        """
        self.raw = raw
        self._first = len(_MARK) if raw.startswith(_MARK) else 0
        kinds = _kinds(self._parsed())
        self.cells = tuple(cell for cell, kind in zip(self._located(), kinds, strict=True) if kind == "code")

    @classmethod
    def read(cls, data: bytes) -> Document:
        """A notebook from the content of its file.

        Raises:
            SourceError: It is not UTF-8, not JSON, or not a notebook.
            OtherLanguageError: It is a notebook in another language.
        """
        try:
            return cls(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            message = f"is not UTF-8, so it is not a notebook: {error.reason} at byte {error.start}"
            raise SourceError(message, line, 1) from None

    def _parsed(self) -> Any:
        try:
            return json.loads(self.raw[self._first :])
        except json.JSONDecodeError as error:
            raise SourceError(f"is not JSON, so it is not a notebook: {error.msg}", error.lineno, error.colno) from None
        except (ValueError, RecursionError) as error:
            raise SourceError(f"is not JSON that can be read: {error}") from None

    def _located(self) -> Iterator[Cell]:
        """All cells, in a text that is known to be a notebook."""
        top = dict(_members(self.raw, _after_blanks(self.raw, self._first)))
        for number, (at, _) in enumerate(_items(self.raw, top["cells"][0]), start=1):
            start, end = dict(_members(self.raw, at))["source"]
            is_list = self.raw[start] == "["
            strings = _items(self.raw, start) if is_list else [(start, end)]
            pieces = tuple(Piece(first, last, json.loads(self.raw[first:last])) for first, last in strings)
            yield Cell(number, start, end, pieces, is_list)

    def offset(self, cell: Cell, index: int, *, is_end: bool = False) -> int:
        """Where the character `index` of a cell's source stands in the file.

        Between two strings that is the beginning of the second, or, for the
        end of a range, the end of the first.
        """
        for piece in cell.pieces:
            if index < len(piece.text) or (is_end and index == len(piece.text)):
                return self._inside(piece, index)
            index -= len(piece.text)
        return cell.pieces[-1].end - 1 if cell.pieces else cell.start + 1

    def _inside(self, piece: Piece, index: int) -> int:
        at = piece.start + 1
        for _ in range(index):
            match = _CHARACTER.match(self.raw, at)
            assert match is not None
            at = match.end()
        return at

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column, from 1 in characters, of a place in the file."""
        number = bisect_right(self._line_starts, offset)
        column = offset - self._line_starts[number - 1] + 1
        return number, column - self._first if number == 1 else column

    def line_before(self, offset: int) -> str:
        """What stands before `offset` on its line."""
        return self.raw[self._line_starts[bisect_right(self._line_starts, offset) - 1] : offset].removeprefix(_MARK)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.raw))]

    def quoted(self, text: str) -> str:
        """`text` as this file would write it in a JSON string, without the quotes."""
        return json.dumps(text, ensure_ascii=self.raw.isascii())[1:-1]

    def with_sources(self, sources: Mapping[int, str]) -> bytes:
        """The file with another source in some cells, by their number."""
        parts = []
        at = 0
        for cell in self.cells:
            if cell.number in sources:
                parts += [self.raw[at : cell.start], self._written(cell, sources[cell.number])]
                at = cell.end
        return "".join([*parts, self.raw[at:]]).encode("utf-8")

    def _written(self, cell: Cell, text: str) -> str:
        """A new source in the form of the old one, whose strings stay as they were written where they say the same."""
        if not cell.is_list:
            return self._string(cell.pieces[0], text)
        old, new = [piece.text for piece in cell.pieces], text.splitlines(keepends=True)
        if not old:
            return json.dumps(new, ensure_ascii=self.raw.isascii())
        strings: list[str] = []
        for tag, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal":
                strings += [self.raw[piece.start : piece.end] for piece in cell.pieces[first:last]]
            elif last - first == end - start:
                pairs = zip(cell.pieces[first:last], new[start:end], strict=True)
                strings += [self._string(piece, line) for piece, line in pairs]
            else:
                strings += [f'"{self.quoted(line)}"' for line in new[start:end]]
        opening, closing = self.raw[cell.start : cell.pieces[0].start], self.raw[cell.pieces[-1].end : cell.end]
        between = self._between(cell, opening)
        return f"{opening}{between.join(strings)}{closing}"

    def _between(self, cell: Cell, opening: str) -> str:
        """What stands between two strings of a source."""
        if len(cell.pieces) > 1:
            return self.raw[cell.pieces[0].end : cell.pieces[1].start]
        return f",{opening[1:]}" if opening[1:] else ", "

    def _string(self, piece: Piece, text: str) -> str:
        """A JSON string that says `text`, with what `piece` has in common with it as it was written."""
        before = _common(piece.text, text)
        after = _common(piece.text[before:][::-1], text[before:][::-1])
        first, last = self._inside(piece, before), self._inside(piece, len(piece.text) - after)
        new = self.quoted(text[before : len(text) - after])
        return f"{self.raw[piece.start : first]}{new}{self.raw[last : piece.end]}"


def _kinds(document: Any) -> list[str]:
    """The kind of each cell.

    Raises:
        SourceError: This is no notebook.
        OtherLanguageError: It is one in another language.
    """
    if not isinstance(document, dict):
        raise SourceError("is not a notebook: its JSON is not an object")
    version = document.get("nbformat")
    if not isinstance(version, int) or isinstance(version, bool):
        raise SourceError('is not a notebook: it has no number "nbformat"')
    if version < FORMAT:
        message = f"is a notebook of format {version}: `jupyter nbconvert --to notebook` makes it format {FORMAT}"
        raise SourceError(message)
    cells = document.get("cells")
    if not isinstance(cells, list):
        raise SourceError('is not a notebook: it has no list "cells"')
    for number, cell in enumerate(cells, start=1):
        if not _is_cell(cell):
            raise SourceError(f'is not a notebook: cell {number} lacks a "cell_type" or a "source" of text')
    language = _language(document.get("metadata"))
    if language:
        raise OtherLanguageError(f"is a notebook in {language}, not in Python")
    return [cell["cell_type"] for cell in cells]


def _is_cell(cell: object) -> bool:
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        return False
    source = cell.get("source")
    return isinstance(source, str) or (isinstance(source, list) and all(isinstance(each, str) for each in source))


def _language(metadata: object) -> str:
    """The language of a notebook, empty for Python and where nothing is said."""
    for section, key in (("language_info", "name"), ("kernelspec", "language")):
        values = metadata.get(section) if isinstance(metadata, dict) else None
        name = values.get(key) if isinstance(values, dict) else None
        if isinstance(name, str) and name.strip():
            return "" if name.strip().lower() in ("python", "python3", "ipython", "ipython3") else name.strip()
    return ""


def _members(raw: str, at: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The keys of the object at `at`, and where their values stand."""
    for start, end in _elements(raw, at, "}"):
        colon = _after_blanks(raw, end)
        value = _after_blanks(raw, colon + 1)
        yield json.loads(raw[start:end]), (value, _DECODER.raw_decode(raw, value)[1])


def _items(raw: str, at: int) -> Iterator[tuple[int, int]]:
    """Where the items of the list at `at` stand."""
    return _elements(raw, at, "]")


def _elements(raw: str, at: int, closing: str) -> Iterator[tuple[int, int]]:
    """Where the items of a list stand, or the keys of an object."""
    at = _after_blanks(raw, at + 1)
    while raw[at] != closing:
        end = _DECODER.raw_decode(raw, at)[1]
        yield at, end
        at = _after_blanks(raw, end)
        if raw[at] == ":":
            at = _after_blanks(raw, _DECODER.raw_decode(raw, _after_blanks(raw, at + 1))[1])
        if raw[at] == ",":
            at = _after_blanks(raw, at + 1)


def _after_blanks(raw: str, at: int) -> int:
    match = _BLANKS.match(raw, at)
    assert match is not None
    return match.end()


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many elements two sequences have in common from the beginning on."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
