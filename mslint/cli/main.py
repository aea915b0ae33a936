"""The `mslint` command."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import Any

import click

from mslint import __version__
from mslint.cli.arguments import examples
from mslint.config import ConfigError

COMMANDS = ("api", "baseline", "check", "completion", "init", "rule", "rules", "selfcheck")


_FAILED = 2
_INTERRUPTED = 130
"""What shells and other programs take for the end by Ctrl-C; 1 would say that something was found."""


class CallError(click.ClickException):
    """The call was wrong: one line, exit 2."""

    exit_code = _FAILED

    def show(self, file: Any = None) -> None:
        """Print the line to standard error."""
        click.echo(f"mslint: {self.message}", err=True)


class Commands(click.Group):
    """Imports a command when it is asked for, so that each starts as quickly as it can."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"mslint.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program; output that cannot be written, as on a full disk, ends it with one line and exit code 2."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            if error.filename is not None:
                raise
            _drop_output()
            click.echo(f"mslint: the output cannot be written: {error.strerror}", err=True)
            sys.exit(_FAILED)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; wrong settings and Ctrl-C end it with one line."""
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            raise CallError(str(error)) from None
        except KeyboardInterrupt:
            click.echo("mslint: interrupted", err=True)
            raise click.exceptions.Exit(_INTERRUPTED) from None


def _drop_output() -> None:
    """Let the interpreter not try once more, at its end, to write what is left."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("mslint init", "mslint check", "mslint check --help"),
)
@click.version_option(__version__, "-V", "--version", prog_name="mslint", message="%(prog)s %(version)s")
def main() -> None:
    """Find code that runs on MindSpore but no longer means what it meant in PyTorch."""
