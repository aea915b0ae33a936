"""Comments that silence nothing any more: each name in them is judged by itself.

Only names of mslint's rules are judged. A comment without names may serve
other tools, but for `# mslint: ignore`, which is mslint's own. A rule that has
nothing to say about the target version may have it about another one that the
code runs on, so names of such rules are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from packaging.version import Version

from mslint import checkers
from mslint.comments import Comment, comments
from mslint.finding import Confidence, Finding, Severity, Span
from mslint.model.source import Source
from mslint.pragmas import LineStates, Pragma, pragmas
from mslint.rule import Rule
from mslint.suppress import (
    IGNORE,
    NOQA,
    PYLINT_ID,
    WORDS,
    ignore_names,
    noqa_names,
    pragma_line,
    silences_file,
    switch,
)

CODE = "MSL001"
"""No rule has it: their codes begin with the digit of their family, from 1 on."""
SYMBOL = "unused-ignore"

_WORD = re.compile(r"[^,\s]+")
_NOQA_NAME = re.compile(r"MSL[0-9]{1,3}", re.IGNORECASE)
_ENGINE = re.compile(r"MSL0[0-9]*", re.IGNORECASE)
"""What mslint itself reports without a rule."""


class _Word(NamedTuple):
    """One name in a comment, at a range of characters of it, and how it is written there."""

    comment: Comment
    start: int
    end: int
    shown: str
    rules: tuple[Rule, ...]
    """The rules that it names."""
    silences: Callable[[Finding], bool]


def unused_ignores(path: str, data: bytes, findings: list[Finding], target: Version) -> list[Finding]:
    """A finding for each name in the comments of a file that silences nothing.

    Args:
        path: The name of the file.
        data: Its content, which the engine could parse.
        findings: What all rules find in it, whether they were asked for or not.
        target: The MindSpore version that they found it for.
    """
    if WORDS.search(data) is None:
        return []
    source = Source.from_bytes(path, data)
    found = list(comments(source))
    if silences_file(found):
        return []
    return [
        _finding(path, source, word, target)
        for comment in found
        for word in _words(comment, source)
        if not any(map(word.silences, findings)) and _is_judged(word, target)
    ]


def _is_judged(word: _Word, target: Version) -> bool:
    return not word.rules or any(rule.on(target) is not None for rule in word.rules)


def _finding(path: str, source: Source, word: _Word, target: Version) -> Finding:
    line = source.lines[word.comment.line - 1]
    ends = (word.comment.column + at for at in (word.start, word.end))
    start, end = (len(line[:at].encode("utf-8", "surrogatepass")) for at in ends)
    if word.rules:
        reason = f"on MindSpore {target.major}.{target.minor} there is nothing to silence here"
    else:
        reason = "no rule is called that"
    return Finding(
        CODE,
        SYMBOL,
        Severity.ADVICE,
        f"`{word.shown}` is not used: {reason}",
        path,
        Span(word.comment.line, start, word.comment.line, end),
        Confidence.HIGH,
    )


def _words(comment: Comment, source: Source) -> Iterator[_Word]:
    yield from _noqa_words(comment)
    yield from _ignore_words(comment)
    yield from _pylint_words(comment, source)


def _noqa_words(comment: Comment) -> Iterator[_Word]:
    noqa = NOQA.search(comment.text)
    if noqa is None or noqa["names"] is None:
        return
    for match in _WORD.finditer(comment.text, *noqa.span("names")):
        name = match.group()
        if _NOQA_NAME.fullmatch(name) and not _ENGINE.fullmatch(name):
            rules = tuple(rule for rule in _rules() if rule.code.startswith(name.upper()))
            silences = _on_lines(comment, noqa_names, name)
            yield _Word(comment, *match.span(), f"# noqa: {name}", rules, silences)


def _ignore_words(comment: Comment) -> Iterator[_Word]:
    ignore = IGNORE.search(comment.text)
    if ignore is None:
        return
    if not (ignore["names"] or "").strip():
        anything = _on_lines(comment, (lambda _name, _finding: ignore["names"] is None), "")
        yield _Word(comment, *ignore.span(), ignore.group(), _rules(), anything)
        return
    for match in _WORD.finditer(comment.text, *ignore.span("names")):
        name = match.group()
        if _ENGINE.fullmatch(name):
            continue
        rules = tuple(rule for rule in _rules() if ignore_names(name, _stand_in(rule)))
        silences = _on_lines(comment, ignore_names, name)
        yield _Word(comment, *match.span(), f"# mslint: ignore[{name}]", rules, silences)


def _on_lines(comment: Comment, names: Callable[[str, Finding], bool], name: str) -> Callable[[Finding], bool]:
    lines = range(comment.first_line, comment.last_line + 1)
    return lambda finding: finding.span.line in lines and names(name, finding)


def _pylint_words(comment: Comment, source: Source) -> Iterator[_Word]:
    searched = comment.text.rfind("pylint:") + len("pylint:")
    for pragma in pragmas(comment.text):
        if pragma.action not in ("disable", "disable-next"):
            continue
        for name in pragma.names:
            rules = tuple(rule for rule in _rules() if _is_pylint_name(name, rule))
            match = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(comment.text, searched)
            if match is None:
                continue
            searched = match.end()
            if rules:
                silences = _in_scope(pragma, pragma_line(comment), rules, source)
                yield _Word(comment, *match.span(), f"# pylint: {pragma.action}={name}", rules, silences)


def _is_pylint_name(name: str, rule: Rule) -> bool:
    numbered = PYLINT_ID.fullmatch(name)
    return rule.code == f"MSL{numbered[1]}" if numbered else rule.symbol == name.lower()


def _in_scope(pragma: Pragma, line: int, rules: tuple[Rule, ...], source: Source) -> Callable[[Finding], bool]:
    states = LineStates(source.parse())
    switch(states, pragma, line)
    codes = {rule.code for rule in rules}
    return lambda finding: finding.code in codes and not states.is_enabled(finding.span.line)


def _rules() -> tuple[Rule, ...]:
    return tuple(checker.rule for checker in checkers.all_checkers())


def _stand_in(rule: Rule) -> Finding:
    """Some finding of `rule`, to ask whether a name means it."""
    return Finding(rule.code, rule.symbol, rule.severity, "", "", Span(1, 0, 1, 0), Confidence.HIGH)
