"""The bytes of a file and the places in them."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mslint.finding import CellPlace

if TYPE_CHECKING:
    from mslint.model.notebooks.code import Code

NOTEBOOK = ".ipynb"
"""How the names of notebooks end."""

_NEWLINE = re.compile(r"\r\n|\r|\n")
_MAX_NESTING = 3000
"""Deeper than any program people write; CPython's parser gives up at 6,000 levels or overflows the C stack before."""


class SourceError(Exception):
    """The file is not a Python program that can be read.

    `line` and `column` count from 1 in characters; 0 means the whole file.
    `cell` is the same place for people, where it is in a cell of a notebook.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, cell: CellPlace | None = None) -> None:
        """A message that completes "FILE ..."."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.cell = cell


class OtherLanguageError(SourceError):
    """The file is a notebook, but not in Python: nobody expects it to be checked."""


@dataclass(frozen=True)
class Source:
    """A decoded Python file, or the code of a notebook.

    `path` is the name the user knows the file by; `text` keeps its line ends.
    `encoding` is the codec that its bytes were read with. `code` knows where
    the lines of a notebook stand in its cells and in its file.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    code: Code | None = None

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Source:
        """Decode as Python does: byte order mark, PEP 263 cookie, else UTF-8; notebooks are known by their name.

        Raises:
            SourceError: NUL bytes, an unknown or a wrong encoding, or no notebook.
            OtherLanguageError: a notebook that is not in Python.
        """
        if path.endswith(NOTEBOOK):
            from mslint.model.notebooks.code import read

            code = read(data)
            return cls(path, code.text, code=code)
        if b"\0" in data:
            line = data.count(b"\n", 0, data.index(b"\0")) + 1
            raise SourceError("holds NUL bytes, so it is not Python source", line, 1)
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        except SyntaxError as error:
            raise SourceError(f"cannot be decoded: {error.msg}") from None
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise SourceError(f"is not {encoding} as declared: {error.reason} at byte {error.start}", line, 1) from None
        except LookupError:
            raise SourceError(f"declares an encoding that cannot decode text: {encoding}") from None
        return cls(path, text, encoding)

    @cached_property
    def lines(self) -> list[str]:
        """The physical lines without their ends, split where Python splits."""
        return _NEWLINE.split(self.text)

    def parse(self) -> ast.Module:
        """The syntax tree.

        Raises:
            SourceError: the text is not valid Python, or nests too deeply.
        """
        try:
            return self._parsed()
        except SourceError as error:
            raise (self.code.blamed(error) if self.code else error) from None

    def _parsed(self) -> ast.Module:
        self._refuse_deep_nesting()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.text)
        except SyntaxError as error:
            raise SourceError(f"does not parse: {error.msg}", error.lineno or 0, error.offset or 0) from None
        except (ValueError, MemoryError, RecursionError) as error:
            reason = str(error) or type(error).__name__
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            raise SourceError(f"cannot be parsed by Python {version}: {reason}") from None

    def _refuse_deep_nesting(self) -> None:
        """Stop before the C parser would exhaust its stack.

        Counting brackets ignores strings and comments: it can only be too
        large, and only files with thousands of open brackets are refused.
        """
        text = self.text
        openings = text.count("(") + text.count("[") + text.count("{")
        if openings <= _MAX_NESTING:
            return
        depth = deepest = 0
        for match in re.finditer(r"[(\[{]|[)\]}]", text):
            depth = depth + 1 if match.group() in "([{" else max(depth - 1, 0)
            if depth > deepest:
                deepest = depth
                if deepest > _MAX_NESTING:
                    line = text.count("\n", 0, match.start()) + 1
                    raise SourceError(f"nests more than {_MAX_NESTING} brackets", line, 1)

    def extract(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places, each a line from 1 and a UTF-8 byte column from 0."""
        (first, column), (last, end_column) = start, end
        lines = [line.encode("utf-8", "surrogatepass") for line in self.lines[first - 1 : last]]
        lines[-1] = lines[-1][:end_column]
        lines[0] = lines[0][column:]
        return b"\n".join(lines).decode("utf-8", "surrogatepass")

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text))]

    @property
    def newline(self) -> str:
        """How the first line ends; a line feed where there is only one line."""
        found = _NEWLINE.search(self.text)
        return found.group() if found else "\n"

    def offset(self, line: int, column: int) -> int:
        """Where in `text` a place is, given as a line from 1 and a UTF-8 byte column from 0."""
        if line > len(self.lines):
            return len(self.text)
        return self._line_starts[line - 1] + self.character(line, column)

    def character(self, line: int, column: int) -> int:
        """The 0-based character column of a 0-based UTF-8 byte column."""
        if line > len(self.lines):
            return column
        text = self.lines[line - 1]
        if text.isascii():
            return column
        return len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))
