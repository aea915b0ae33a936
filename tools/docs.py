"""Write the rules' pages, docs/rules/, from the rules themselves.

    python -m tools.docs

A page is the docstring of the rule's file, under a table of its names and the
MindSpore versions in which the fault was seen, and above what was measured.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from mslint.checkers import Checker, all_checkers
from mslint.rule import PACKAGES, Seen
from tools import evidence

FOLDER = Path(__file__).parent.parent / "docs" / "rules"
INDEX = "index.md"
MEASURED = (
    "By `mslint selfcheck` on CPU; the records are in `docs/evidence`, and [selfcheck](../selfcheck.md) explains them. "
    "A severity means that the version was seen to do what the rule says, *absent* that it has no such API."
)


def pages() -> dict[str, str]:
    """The text of every page by file name."""
    found = {INDEX: index()}
    for checker in all_checkers():
        found[f"{checker.rule.code}.md"] = page(checker)
    return found


def page(checker: Checker) -> str:
    """The page of one rule."""
    rule = checker.rule
    title, _, text = checker.page.partition("\n")
    facts = [
        f"| Code | Symbol | pylint | Severity | On by default |\n"
        f"| --- | --- | --- | --- | --- |\n"
        f"| {rule.code} | {rule.symbol} | {rule.pylint_id} | {rule.severity.value} "
        f"| {'yes' if rule.default_enabled else 'no'} |",
        *(seen_table(package, rule.seen) for package in dict.fromkeys(seen.package for seen in rule.seen)),
    ]
    related = ", ".join(f"[{code}]({code}.md)" for code in rule.related)
    if related:
        facts.append(f"Related: {related}")
    measured = f"## Measured\n\n{MEASURED}\n\n{evidence.matrix(rule)}"
    return "\n\n".join([title, *facts, text.strip(), measured]) + "\n"


def seen_table(package: str, spans: Sequence[Seen]) -> str:
    """The versions of one package in which the fault was seen."""
    rows = [seen_row(seen) for seen in spans if seen.package == package]
    return "\n".join([f"| {PACKAGES[package].title} | Severity | Seen |", "| --- | --- | --- |", *rows])


def seen_row(seen: Seen) -> str:
    """One row of the table of versions."""
    until = seen.until or PACKAGES[seen.package].versions[-1]
    span = seen.since if until == seen.since else f"{seen.since} to {until}"
    return f"| {span} | {seen.severity.value} | {seen.effect} |"


def index() -> str:
    """The table of all rules."""
    rows = [
        f"| [{rule.code}]({rule.code}.md) | {rule.symbol} | {rule.severity.value} | {rule.summary} |"
        for rule in (checker.rule for checker in all_checkers())
    ]
    head = ["# Rules", "", "| Code | Symbol | Severity | What it finds |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def main() -> int:
    """The command; returns the exit code."""
    wanted = pages()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(wanted)} pages in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
