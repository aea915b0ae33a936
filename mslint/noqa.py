"""Writes `# noqa` comments, which flake8 and the command line read, at what is reported."""

from __future__ import annotations

import ast

from mslint.comments import Comment, joined_lines
from mslint.finding import Finding
from mslint.fixes import Check, Choose, Refused, Repair, everything
from mslint.model.source import Source
from mslint.rewrite import Change, RewriteError, Rewritten, encode
from mslint.suppress import NOQA, unsuppressed


def silence(path: str, data: bytes, findings: list[Finding], check: Check, choose: Choose = everything) -> Repair:
    """Silence all that is reported in a file, or what `choose` says of it, and change nothing but comments.

    A comment stands at the end of its line; where a string or a backslash
    joins lines, behind the last of them, which speaks for all. Codes join a
    `# noqa: CODES` that is there already, whose reason stays behind them.
    """
    reported = unsuppressed(path, data, findings)
    chosen = choose(path, data, reported)
    if not chosen:
        return Repair(data, remaining=reported)
    source = Source.from_bytes(path, data)
    try:
        new = encode(source, data, Rewritten(source.text, _changes(source, chosen)).text)
        if ast.dump(Source.from_bytes(path, new).parse()) != ast.dump(source.parse()):
            raise RewriteError("the program would not be the same")
    except RewriteError as error:
        refused = [Refused.of(source, finding, str(error)) for finding in chosen]
        return Repair(data, remaining=reported, refused=refused)
    remaining = unsuppressed(path, new, check(new) or [])
    return Repair(new, [finding for finding in chosen if finding not in remaining], remaining)


def _changes(source: Source, reported: list[Finding]) -> list[Change]:
    wanted: dict[int, set[str]] = {}
    for finding in reported:
        wanted.setdefault(finding.span.line, set()).add(finding.code)
    changes = []
    for group in joined_lines(source):
        lines = range(group.first_line, group.last_line + 1)
        codes = set().union(*(wanted.get(line, set()) for line in lines))
        if codes:
            comment = group.comments[-1] if group.comments else None
            changes.append(_change(source, group.last_line, comment, ", ".join(sorted(codes))))
    return changes


def _change(source: Source, number: int, comment: Comment | None, codes: str) -> Change:
    """`codes` into the `# noqa` of the line if it has one, else in a comment of their own behind it."""
    start = source.offset(number, 0)
    noqa = NOQA.search(comment.text) if comment is not None else None
    if comment is not None and noqa is not None and noqa["names"]:
        at = start + comment.column + noqa.start("names") + len(noqa["names"].rstrip(", \t"))
        return Change(at, at, f", {codes}")
    at = start + len(source.lines[number - 1].rstrip())
    return Change(at, at, f"  # noqa: {codes}")
