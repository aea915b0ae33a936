"""`mslint completion`: what makes a shell complete the commands, options and rules of mslint."""

from __future__ import annotations

import click

from mslint.cli.arguments import examples

_PROGRAM = "mslint"
_VARIABLE = "_MSLINT_COMPLETE"
"""How click names the variable by which a shell asks a program of this name."""


@click.command(epilog=examples("mslint completion bash"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and rules.

    It belongs into the start-up file of the shell.
    """
    from click.shell_completion import get_completion_class

    from mslint.cli.main import main

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(main, {}, _PROGRAM, _VARIABLE).source())
