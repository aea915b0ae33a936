"""The comments of a file, with the lines that each may speak for."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from mslint.model.source import Source


class Comment(NamedTuple):
    """A comment and the physical lines that it may speak for.

    These are several where a string or a backslash joins lines. `column`
    counts characters from 0.
    """

    text: str
    line: int
    column: int
    first_line: int
    last_line: int
    is_alone: bool
    """Nothing but blanks stands before it on its line."""
    follows_joined_line: bool
    """Its line continues the one before, through a backslash or a string."""


class JoinedLines(NamedTuple):
    """Physical lines that a string or a backslash joins, mostly one, and the comment that ends them."""

    first_line: int
    last_line: int
    comments: tuple[Comment, ...]


def comments(source: Source) -> Iterator[Comment]:
    """The comments of a file, in order."""
    for group in joined_lines(source):
        yield from group.comments


def joined_lines(source: Source) -> Iterator[JoinedLines]:
    """The lines of a file, in order, as far as it can be read."""
    text = "\n".join(source.lines)
    pending: list[tuple[str, tuple[int, int], bool, bool]] = []
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
                pending.append((token.string, token.start, alone, not newline_before))
            elif token.type in (tokenize.NL, tokenize.NEWLINE):
                newline_here = True
                found = tuple(
                    Comment(string, at, column, first, max(last, at), alone, joined)
                    for string, (at, column), alone, joined in pending
                )
                yield JoinedLines(first, last, found)
                pending.clear()
                first = last = 0
    except (tokenize.TokenError, SyntaxError):
        # Older tokenizers refuse a few texts that the parser takes: what was read until there counts.
        return
