"""Comments that silence findings, for the command line.

pylint and flake8 filter by their own comments, so nothing here runs inside
them. The command line honours what their users have written already:

- `# noqa`, `# noqa: MSL201`, `# flake8: noqa`, as flake8 reads them;
- `# pylint: disable=torch-style-momentum`, with its scopes, as pylint does;
- `# mslint: ignore`, `# mslint: ignore[MSL201, iterator-params]` on the line of the finding.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from mslint import checkers
from mslint.finding import Finding
from mslint.model.source import Source
from mslint.pragmas import LineStates, Pragma, pragmas

_WORDS = re.compile(rb"#[^\n\r]*(?:noqa|pylint:|mslint:)", re.IGNORECASE)
_NOQA = re.compile(r"# noqa(?::\s?(?P<codes>(?:[A-Z]+[0-9]+[,\s]*)+))?", re.IGNORECASE)
_NOQA_FILE = re.compile(r"# flake8[:=]\s*noqa", re.IGNORECASE)
_IGNORE = re.compile(r"#\s*mslint:\s*ignore(?:\[(?P<names>[^\]]*)\]|\b(?!\[))")
_NAMES = re.compile(r"[,\s]+")
_PYLINT_ID = re.compile(r"[CEFIRW]9(\d{3})", re.IGNORECASE)
_LETTERS = "CEFIRW"


def unsuppressed(path: str, data: bytes, findings: list[Finding]) -> list[Finding]:
    """The findings of a file that no comment in it silences.

    Args:
        path: The name of the file.
        data: Its content, which the engine could parse.
        findings: What the engine found in it.
    """
    if not findings or _WORDS.search(data) is None:
        return findings
    source = Source.from_bytes(path, data)
    comments = list(_comments(source))
    if any(comment.is_alone and _NOQA_FILE.match(comment.text) for comment in comments):
        return []
    states = _PylintStates(source, comments)
    if states.skips_file:
        return []
    silenced: dict[int, list[str]] = {}
    for comment in comments:
        for line in range(comment.first_line, comment.last_line + 1):
            silenced.setdefault(line, []).append(comment.text)
    return [
        finding
        for finding in findings
        if not any(_silences(text, finding) for text in silenced.get(finding.span.line, ()))
        and states.is_enabled(finding)
    ]


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment and the physical lines that it may speak for.

    These are several where a string or a backslash joins lines.
    """

    text: str
    line: int
    first_line: int
    last_line: int
    is_alone: bool
    """Nothing but blanks stands before it on its line."""
    follows_joined_line: bool
    """Its line continues the one before, through a backslash or a string."""


def _comments(source: Source) -> Iterator[_Comment]:
    text = "\n".join(source.lines)
    pending: list[tuple[str, int, bool, bool]] = []
    first = last = 0
    line = 0
    newline_before = newline_here = True
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            start, end = token.start[0], token.end[0]
            if line and start != line:
                newline_before, newline_here = newline_here, False
            line = start
            if token.type in (tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT):
                continue
            first = first or start
            last = max(last, end)
            if token.type == tokenize.COMMENT:
                alone = not token.line[: token.start[1]].strip()
                pending.append((token.string, start, alone, not newline_before))
            elif token.type in (tokenize.NL, tokenize.NEWLINE):
                newline_here = True
                for string, at, alone, joined in pending:
                    yield _Comment(string, at, first, max(last, at), alone, joined)
                pending.clear()
                first = last = 0
    except (tokenize.TokenError, SyntaxError):
        # Older tokenizers refuse a few texts that the parser takes: what was read until there counts.
        return


def _silences(comment: str, finding: Finding) -> bool:
    """Whether a comment on the finding's line speaks of it, in flake8's or in mslint's words."""
    noqa = _NOQA.search(comment)
    if noqa is not None:
        codes = noqa["codes"]
        if codes is None or finding.code.startswith(tuple(filter(None, _NAMES.split(codes)))):
            return True
    ignore = _IGNORE.search(comment)
    if ignore is None:
        return False
    names = ignore["names"]
    return names is None or any(_is_named(name, finding) for name in _NAMES.split(names) if name)


def _is_named(name: str, finding: Finding) -> bool:
    """Whether `name` is the finding's code, the beginning of it, its symbol or its pylint id."""
    numbered = _PYLINT_ID.fullmatch(name)
    if numbered:
        return finding.code == f"MSL{numbered[1]}"
    return name.lower() == finding.symbol or (name[:3].upper() == "MSL" and finding.code.startswith(name.upper()))


class _PylintStates:
    """What the `# pylint:` comments of a file say about each finding."""

    def __init__(self, source: Source, comments: list[_Comment]) -> None:
        self._source = source
        self._pragmas: list[tuple[Pragma, int]] = []
        self.skips_file = False
        for comment in comments:
            for pragma in pragmas(comment.text):
                if pragma.skips_file:
                    self.skips_file = True
                self._pragmas.append((pragma, comment.line - comment.follows_joined_line))
        self._states: dict[str, LineStates] = {}

    def is_enabled(self, finding: Finding) -> bool:
        if not self._pragmas:
            return True
        if finding.code not in self._states:
            self._states[finding.code] = self._states_of(finding)
        return self._states[finding.code].is_enabled(finding.span.line)

    def _states_of(self, finding: Finding) -> LineStates:
        states = LineStates(self._source.parse())
        names = _pylint_names(finding)
        for pragma, line in self._pragmas:
            if any(name.lower() in names for name in pragma.names):
                if pragma.action == "disable-next":
                    states.set_line(line + 1, enabled=False)
                else:
                    states.set_block(line, enabled=pragma.action == "enable")
        return states


def _pylint_names(finding: Finding) -> frozenset[str]:
    """All that a `# pylint:` comment may call the finding by, in lower case."""
    number = f"9{finding.code[3:]}"
    names = {"all", "mslint", finding.symbol, *(f"{letter}{number}".lower() for letter in _LETTERS)}
    checker = checkers.by_name(finding.code)
    if checker is not None:
        names.add(checker.rule.pylint_id[0].lower())
    return frozenset(names)
