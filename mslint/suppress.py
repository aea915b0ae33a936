"""Comments that silence findings, for the command line.

pylint and flake8 filter by their own comments, so of these only
`# mslint: skip-file` is honoured inside them. The command line honours what
its users have written already:

- `# noqa`, `# noqa: MSL201`, `# flake8: noqa`, as flake8 reads them;
- `# pylint: disable=torch-style-momentum`, with its scopes, as pylint does;
- `# mslint: ignore`, `# mslint: ignore[MSL201, iterator-params]` on the line of the finding;
- `# mslint: skip-file` on a line of its own, for the whole file.
"""

from __future__ import annotations

import re

from mslint import checkers
from mslint.comments import Comment, comments
from mslint.finding import Finding
from mslint.model.source import Source
from mslint.pragmas import LineStates, Pragma, pragmas

WORDS = re.compile(rb"#[^\n\r]*(?:noqa|pylint:|mslint:)", re.IGNORECASE)
"""What bytes hold if a comment in them may silence something."""
NOQA = re.compile(r"# noqa(?::\s?(?P<names>(?:[A-Z]+[0-9]+[,\s]*)+))?", re.IGNORECASE)
IGNORE = re.compile(r"#\s*mslint:\s*ignore(?:\[(?P<names>[^\]]*)\]|\b(?!\[))")
PYLINT_ID = re.compile(r"[CEFIRW]9(\d{3})", re.IGNORECASE)
_NOQA_FILE = re.compile(r"# flake8[:=]\s*noqa", re.IGNORECASE)
_SKIP_FILE = re.compile(r"#\s*mslint:\s*skip-file\b")
_NAMES = re.compile(r"[,\s]+")
_LETTERS = "CEFIRW"


def unsuppressed(path: str, data: bytes, findings: list[Finding]) -> list[Finding]:
    """The findings of a file that no comment in it silences.

    Args:
        path: The name of the file.
        data: Its content, which the engine could parse.
        findings: What the engine found in it.
    """
    if not findings or WORDS.search(data) is None:
        return findings
    source = Source.from_bytes(path, data)
    found = list(comments(source))
    if silences_file(found):
        return []
    states = _PylintStates(source, found)
    silenced: dict[int, list[str]] = {}
    for comment in found:
        for line in range(comment.first_line, comment.last_line + 1):
            silenced.setdefault(line, []).append(comment.text)
    return [
        finding
        for finding in findings
        if not any(_silences(text, finding) for text in silenced.get(finding.span.line, ()))
        and states.is_enabled(finding)
    ]


def skips_file(source: Source) -> bool:
    """Whether mslint's own comment leaves the file out, which holds whoever runs mslint."""
    if _SKIP_FILE.search(source.text) is None:
        return False
    return any(comment.is_alone and _SKIP_FILE.match(comment.text) for comment in comments(source))


def silences_file(found: list[Comment]) -> bool:
    """Whether one of the comments of a file leaves it out as a whole, in anybody's words."""
    return any(
        (comment.is_alone and (_NOQA_FILE.match(comment.text) or _SKIP_FILE.match(comment.text)))
        or any(pragma.skips_file for pragma in pragmas(comment.text))
        for comment in found
    )


def _silences(comment: str, finding: Finding) -> bool:
    """Whether a comment on the finding's line speaks of it, in flake8's or in mslint's words."""
    noqa = NOQA.search(comment)
    if noqa is not None and (noqa["names"] is None or any(noqa_names(name, finding) for name in split(noqa["names"]))):
        return True
    ignore = IGNORE.search(comment)
    if ignore is None:
        return False
    return ignore["names"] is None or any(ignore_names(name, finding) for name in split(ignore["names"]))


def split(names: str) -> list[str]:
    """The single names of a list in a comment."""
    return [name for name in _NAMES.split(names) if name]


def noqa_names(name: str, finding: Finding) -> bool:
    """Whether flake8 takes `name` for the finding: it is its code, or the beginning of it."""
    return finding.code.startswith(name)


def ignore_names(name: str, finding: Finding) -> bool:
    """Whether `name` is the finding's code, the beginning of it, its symbol or its pylint id."""
    numbered = PYLINT_ID.fullmatch(name)
    if numbered:
        return finding.code == f"MSL{numbered[1]}"
    return name.lower() == finding.symbol or (name[:3].upper() == "MSL" and finding.code.startswith(name.upper()))


def pragma_line(comment: Comment) -> int:
    """The line that an order to pylint in `comment` stands on for pylint."""
    return comment.line - comment.follows_joined_line


def switch(states: LineStates, pragma: Pragma, line: int) -> None:
    """Let a pragma at `line` switch the message that `states` are about."""
    if pragma.action == "disable-next":
        states.set_line(line + 1, enabled=False)
    else:
        states.set_block(line, enabled=pragma.action == "enable")


class _PylintStates:
    """What the `# pylint:` comments of a file say about each finding."""

    def __init__(self, source: Source, found: list[Comment]) -> None:
        self._source = source
        self._pragmas = [(pragma, pragma_line(comment)) for comment in found for pragma in pragmas(comment.text)]
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
                switch(states, pragma, line)
        return states


def _pylint_names(finding: Finding) -> frozenset[str]:
    """All that a `# pylint:` comment may call the finding by, in lower case."""
    number = f"9{finding.code[3:]}"
    names = {"all", "mslint", finding.symbol, *(f"{letter}{number}".lower() for letter in _LETTERS)}
    checker = checkers.by_name(finding.code)
    if checker is not None:
        names.add(checker.rule.pylint_id[0].lower())
    return frozenset(names)
