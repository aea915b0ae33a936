"""Plain data: what a checker says about a place in a file."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple


class Severity(enum.Enum):
    """What happens when the flagged code runs on the target MindSpore version.

    The order of the members is the order of weight, heaviest first.
    """

    ERROR = "error"
    """It raises."""
    WARNING = "warning"
    """It runs, and the result is wrong."""
    ADVICE = "advice"
    """It is against what MindSpore documents, though it was seen to work."""
    PARITY = "parity"
    """It differs from PyTorch; right only if it was meant. Off by default."""


class Confidence(enum.Enum):
    """How a finding was reached. The names are pylint's."""

    HIGH = "high"
    """Read off the flagged expression itself."""
    CONTROL_FLOW = "control-flow"
    """Rests on the order in which statements run."""
    INFERENCE = "inference"
    """Rests on values followed through names, calls or files."""


class Applicability(enum.Enum):
    """Whether a fix may be applied without asking."""

    SAFE = "safe"
    """Keeps what the code means, apart from the fault itself."""
    UNSAFE = "unsafe"
    """Changes results or rests on a guess about intent."""


class Span(NamedTuple):
    """A range in a file, as `ast` gives it.

    Lines count from 1, columns from 0 in UTF-8 bytes; the end is exclusive.
    """

    line: int
    column: int
    end_line: int
    end_column: int


class Edit(NamedTuple):
    """Replace the text of `span` by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that together repair one finding."""

    title: str
    edits: tuple[Edit, ...]
    applicability: Applicability


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place."""

    code: str
    symbol: str
    severity: Severity
    message: str
    path: str
    span: Span
    confidence: Confidence
    fix: Fix | None = None

    @property
    def sort_key(self) -> tuple[str, Span, str, str]:
        """Order of output: by place, then by code, then by text."""
        return (self.path, self.span, self.code, self.message)


class CellPlace(NamedTuple):
    """A place in a notebook: the cell among all cells, the line in its source, the column, all from 1."""

    cell: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A file, or a part of one, that could not be checked, and why.

    `line` and `column` (1-based characters) are 0 where the whole file is
    meant, and so is the column of `cell`, where that is in a notebook.
    """

    path: str
    message: str
    line: int = 0
    column: int = 0
    cell: CellPlace | None = None
