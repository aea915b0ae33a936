"""Options about how a run is carried out, whatever it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from mslint.cache import FOLDER_NAME


class Jobs(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """How many processes: a number from 1 on, or `auto`, which is 0."""

    name = "jobs"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        if value == "auto":
            return 0
        if not str(value).isdecimal() or int(value) < 1:
            self.fail(f"{value!r} is neither a number from 1 on nor 'auto'", param, ctx)
        return int(value)


def running(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options as a decorator."""
    for option in (
        click.option("--no-cache", is_flag=True, envvar="MSLINT_NO_CACHE", help="Neither use nor write the cache."),
        click.option(
            "--cache-dir", type=click.Path(), metavar="FOLDER", envvar="MSLINT_CACHE_DIR",
            help=f"Where the cache is: {FOLDER_NAME} beside the configuration file, else here, if not given.",
        ),
        click.option(
            "-j", "--jobs", type=Jobs(), default="auto", metavar="N|auto",
            help="How many processes check files. A small run is left to one by `auto`.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command
