"""What the arguments of several commands can be, and the examples in the help of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Text = click.ParamType[str]
else:
    # The click that mslint is run with may know no types of its own types.
    Text = click.ParamType


class RuleNames(Text):
    """The name of a rule, or several with commas: a shell offers the codes, and the symbols once one is begun."""

    name = "rules"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that the last of `incomplete` may become."""
        from click.shell_completion import CompletionItem

        from mslint import checkers

        before, comma, last = incomplete.rpartition(",")
        rules = [checker.rule for checker in checkers.all_checkers()]
        names = [(rule.code, rule.symbol) for rule in rules if rule.code.startswith(last.upper())]
        names += [(rule.symbol, rule.code) for rule in rules if last and rule.symbol.startswith(last.lower())]
        return [CompletionItem(f"{before}{comma}{name}", help=other) for name, other in names]


class MindSporeVersion(Text):
    """A version of MindSpore, or "auto": a shell offers those that are known."""

    name = "version"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The versions that begin with `incomplete`."""
        from click.shell_completion import CompletionItem

        from mslint.rule import KNOWN_VERSIONS

        return [CompletionItem(version) for version in ("auto", *KNOWN_VERSIONS) if version.startswith(incomplete)]


RULES = RuleNames()
VERSION = MindSporeVersion()


def examples(*calls: str) -> str:
    """The end of a command's help: calls of it, one a line."""
    return "\b\n" + "\n".join([f"Example{'s' if len(calls) > 1 else ''}:", *(f"  {call}" for call in calls)])
