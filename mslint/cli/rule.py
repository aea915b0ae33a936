"""`mslint rule`: the documentation page of one rule."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from mslint.checkers import Checker
from mslint.cli.arguments import RULES, examples
from mslint.config import rule_named
from mslint.rule import PACKAGES, Seen


@click.command(epilog=examples("mslint rule MSL201"))
@click.argument("name", metavar="CODE|SYMBOL", type=RULES)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to write it.")
def rule(name: str, output_format: str) -> None:
    """Show what a rule finds and why, by its code, symbol or pylint id."""
    checker = rule_named(name)
    if output_format == "json":
        click.echo(json.dumps({**as_object(checker), "page": checker.page}, indent=2))
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(f"{checker.page}\n\n{facts(checker)}"))
    else:
        click.echo(f"{checker.page}\n\n{facts(checker)}")


def facts(checker: Checker) -> str:
    """What the rule's metadata says, in Markdown."""
    rule = checker.rule
    lines = [
        "## Rule",
        "",
        f"- code: {rule.code}",
        f"- symbol: {rule.symbol}",
        f"- pylint id: {rule.pylint_id}",
        f"- confidence: {rule.confidence.value}",
        f"- on by default: {'yes' if rule.default_enabled else 'no'}",
    ]
    lines += [f"- {versions(seen)}: {seen.severity.value}, {seen.effect}" for seen in rule.seen]
    if rule.related:
        lines.append(f"- related: {', '.join(rule.related)}")
    return "\n".join(lines)


def versions(seen: Seen) -> str:
    """The versions of an observation, in words."""
    title = PACKAGES[seen.package].title
    if seen.until is None:
        return f"{title} {seen.since} and later"
    return f"{title} {seen.since}" if seen.since == seen.until else f"{title} {seen.since} to {seen.until}"


def as_object(checker: Checker) -> dict[str, Any]:
    """The rule's metadata as a JSON object."""
    rule = checker.rule
    return {
        "code": rule.code,
        "symbol": rule.symbol,
        "pylint_id": rule.pylint_id,
        "family": rule.family,
        "summary": rule.summary,
        "severity": rule.severity.value,
        "confidence": rule.confidence.value,
        "default_enabled": rule.default_enabled,
        "seen": [
            {
                "package": seen.package,
                "since": seen.since,
                "until": seen.until,
                "severity": seen.severity.value,
                "effect": seen.effect,
            }
            for seen in rule.seen
        ],
        "related": list(rule.related),
    }
