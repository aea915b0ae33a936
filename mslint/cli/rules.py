"""`mslint rules`: all rules at a glance."""

from __future__ import annotations

import json
import sys

import click

from mslint import checkers
from mslint.cli.rule import as_object


@click.command()
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to write the list.")
def rules(output_format: str) -> None:
    """List all rules."""
    everything = checkers.all_checkers()
    if output_format == "json":
        click.echo(json.dumps([as_object(checker) for checker in everything], indent=2))
        return
    rows = [
        (
            checker.rule.code,
            checker.rule.symbol,
            checker.rule.severity.value,
            "on" if checker.rule.default_enabled else "off",
            checker.rule.summary,
        )
        for checker in everything
    ]
    header = ("code", "symbol", "severity", "default", "what it finds")
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
