"""`mslint rules`: all rules at a glance."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click
from packaging.version import Version

from mslint import checkers
from mslint.cli.arguments import examples
from mslint.cli.rule import as_object
from mslint.rule import KNOWN_VERSIONS, MINDSPORE, Rule

_HEADER = ("code", "symbol", "severity", "default", "what it finds")
_NOT_SEEN = "-"


@click.command(epilog=examples("mslint rules --evidence"))
@click.option(
    "--evidence", is_flag=True, help="Show in which MindSpore versions each fault was seen, and how bad it was."
)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to write the list.")
def rules(evidence: bool, output_format: str) -> None:
    """List all rules."""
    everything = [checker.rule for checker in checkers.all_checkers()]
    if output_format == "json":
        objects = [as_object(checker) for checker in checkers.all_checkers()]
        if evidence:
            objects = [
                {**each, "evidence": dict(zip(KNOWN_VERSIONS, severities(rule), strict=True))}
                for each, rule in zip(objects, everything, strict=True)
            ]
        click.echo(json.dumps(objects, indent=2))
    elif evidence:
        rows = [(rule.code, rule.symbol, *(each or _NOT_SEEN for each in severities(rule))) for rule in everything]
        _write(("code", "symbol", *KNOWN_VERSIONS), rows)
    else:
        _write(_HEADER, [_row(rule) for rule in everything])


def severities(rule: Rule) -> list[str | None]:
    """What was seen in each known version of MindSpore alone, oldest first; None where the fault was not."""
    found = [rule.on(Version(version), MINDSPORE) for version in KNOWN_VERSIONS]
    return [None if seen is None else seen.severity.value for seen in found]


def _row(rule: Rule) -> tuple[str, ...]:
    return (rule.code, rule.symbol, rule.severity.value, "on" if rule.default_enabled else "off", rule.summary)


def _write(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal, columns in a pipe."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table

        table = Table(*header)
        for row in rows:
            table.add_row(*row)
        Console(markup=False).print(table)
        return
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    for row in (header, *rows):
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
