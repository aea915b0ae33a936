"""Eval files: small programs that say in comments what mslint has to find in them.

The grammar, one comment per line of code:

    # error: MSL201            a finding of MSL201 on this line
    # error: MSL201@12         ... whose first character is in column 12 (from 1)
    # error: MSL201, MSL209    several findings
    # ok: why                  no finding on this line, and why not

and for the whole file, each on a line of its own:

    # target-version: 2.0      the MindSpore version to check for (default 2.10)
    # silent-as: torch mint    worlds in which the same text has none of the findings
    # also: MSL216             rules that are off by default and have to run here
    # spellings: ms module     the only spellings of the imports that leave the findings where they are
"""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

from respell import SPELLINGS

EVAL_FOLDER = Path(__file__).parent / "eval"
WORLDS = ("native", "mint", "experimental", "mindtorch", "torch")

_ERROR = re.compile(r"#\s*error:\s*(.*)")
_OK = re.compile(r"#\s*ok:\s*(.*)")
_TARGET = re.compile(r"#\s*target-version:\s*(.*)")
_ALSO = re.compile(r"#\s*also:\s*(.*)")
_SPELLINGS = re.compile(r"#\s*spellings:\s*(.*)")
_SILENT_AS = re.compile(r"#\s*silent-as:\s*(.*)")
_EXPECTED = re.compile(r"(MSL\d{3})(?:@(\d+))?")


@dataclass(frozen=True, order=True)
class Expected:
    """One finding that a file announces. `column` counts from 1 in characters; None where the mark gives none."""

    line: int
    code: str
    column: int | None = None


@dataclass
class EvalFile:
    """An eval file and its marks."""

    path: Path
    text: str
    expected: list[Expected] = field(default_factory=list)
    ok_lines: list[int] = field(default_factory=list)
    silent_as: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    spellings: tuple[str, ...] = SPELLINGS
    target: str = "2.10"

    @property
    def name(self) -> str:
        """The path below the eval folder, for test ids."""
        return self.path.relative_to(EVAL_FOLDER).as_posix()

    @property
    def marked(self) -> list[tuple[int, str]]:
        """Line and code of each announced finding, in order."""
        return sorted((mark.line, mark.code) for mark in self.expected)


def parse(path: Path, text: str) -> EvalFile:
    """Read the marks of a file.

    Raises:
        ValueError: a mark that does not follow the grammar.
    """
    result = EvalFile(path, text)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            _read_comment(result, token.string, token.start[0])
    return result


def _read_comment(result: EvalFile, comment: str, line: int) -> None:
    place = f"{result.path.name}:{line}"
    if match := _ERROR.fullmatch(comment):
        for item in match[1].split(","):
            expected = _EXPECTED.fullmatch(item.strip())
            if expected is None:
                raise ValueError(f"{place}: not a mark of the form MSL201 or MSL201@12: {item.strip()!r}")
            column = int(expected[2]) if expected[2] else None
            result.expected.append(Expected(line, expected[1], column))
    elif match := _OK.fullmatch(comment):
        if not match[1]:
            raise ValueError(f"{place}: `# ok:` says why the line is right")
        result.ok_lines.append(line)
    elif match := _TARGET.fullmatch(comment):
        result.target = match[1].strip()
    elif match := _ALSO.fullmatch(comment):
        result.also = tuple(match[1].split())
    elif match := _SPELLINGS.fullmatch(comment):
        result.spellings = () if match[1].strip() == "none" else tuple(match[1].split())
        if not set(result.spellings) <= set(SPELLINGS):
            raise ValueError(f"{place}: the spellings are none, or of {', '.join(SPELLINGS)}")
    elif match := _SILENT_AS.fullmatch(comment):
        result.silent_as = tuple(match[1].split())
        unknown = [world for world in result.silent_as if world not in WORLDS]
        if unknown:
            raise ValueError(f"{place}: unknown world {unknown[0]!r}; the worlds are {', '.join(WORLDS)}")


def load(path: Path) -> EvalFile:
    """Read an eval file from disk."""
    return parse(path, path.read_text(encoding="utf-8"))


def all_files() -> list[EvalFile]:
    """Every eval file, in order of path."""
    return [load(path) for path in sorted(EVAL_FOLDER.rglob("*.py"))]
