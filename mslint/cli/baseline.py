"""`mslint baseline`: the list of findings that are known and not reported again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from mslint import baseline as baselines
from mslint.baseline import Comparison, Counts
from mslint.cache import opened
from mslint.cli import options, reporting
from mslint.cli.arguments import RULES, VERSION, examples
from mslint.cli.run import Run
from mslint.collector import collector_paused
from mslint.config import COMMAND_LINE, ConfigError, Configuration, Options
from mslint.output.base import Output

_SELECTION = ("select", "ignore", "parity", "target-version", "exclude", "cache-dir")


def _file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which baseline is meant."""
    for option in (
        click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="Read this configuration only."),
        click.option("--baseline", "file", type=click.Path(path_type=Path), metavar="FILE", help="The file."),
        click.argument("paths", nargs=-1, metavar="[PATHS]..."),
    ):
        command = option(command)
    return command


def _check_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what is looked for: those of `mslint check`."""
    for option in (
        click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out files and folders that match."),
        click.option("--target-version", type=VERSION, help='The MindSpore version to check for, or "auto".'),
        click.option("--parity/--no-parity", default=None, help="Also what differs from PyTorch but may be meant."),
        click.option("--ignore", multiple=True, type=RULES, help="All but these rules."),
        click.option("--select", multiple=True, type=RULES, help="Only these rules."),
    ):
        command = option(command)
    return _file_options(options.running(command))


@click.group(epilog=examples("mslint baseline create src", "mslint check src"))
def baseline() -> None:
    """Keep a list of known findings, so that `mslint check` reports only new ones."""


@baseline.command(epilog=examples("mslint baseline create src"))
@_check_options
def create(paths: tuple[str, ...], file: Path | None, config: Path | None, **selection: Any) -> None:
    """Write down all that is found in PATHS."""
    configuration = _configuration(config, selection)
    place = baselines.place_of(file, configuration.of_folder(Path()))
    if place.exists():
        raise ConfigError(f"{file or place}: exists already; `mslint baseline update` brings it up to date")
    run, comparison = _run(configuration, paths, place, {}, selection)
    _finish(run, place, {}, comparison.updated())


@baseline.command(epilog=examples("mslint baseline update --only-remove src"))
@_check_options
@click.option("--only-remove", is_flag=True, help="Take out what is fixed and add nothing.")
def update(paths: tuple[str, ...], file: Path | None, config: Path | None, only_remove: bool, **selection: Any) -> None:
    """Bring the list up to date with what is found in PATHS.

    Entries of files that are not looked at, and of rules that do not run, stay.
    """
    configuration = _configuration(config, selection)
    place = baselines.place_of(file, configuration.of_folder(Path()))
    before = baselines.read(file or place)
    run, comparison = _run(configuration, paths, place, before, selection)
    _finish(run, place, before, comparison.updated(with_new=not only_remove))


@baseline.command(epilog=examples("mslint baseline show src"))
@_file_options
def show(paths: tuple[str, ...], file: Path | None, config: Path | None) -> None:
    """Show the list, or what it says about PATHS, without looking at the code."""
    settings = Configuration(file=config).of_folder(Path())
    place = baselines.place_of(file, settings)
    shown = baselines.only_in(baselines.read(file or place), paths, place.parent)
    for key, number in sorted(shown.items()):
        click.echo(reporting.entry(key, number))
    files = len({key.file for key in shown})
    click.echo(f"{reporting.count(_total(shown), 'known finding')} in {reporting.count(files, 'file')}", err=True)


def _configuration(config: Path | None, selection: dict[str, Any]) -> Configuration:
    given = {key: selection[key.replace("-", "_")] for key in _SELECTION}
    given = {key: None if value == () else value for key, value in given.items()}
    return Configuration(Options.read(given, COMMAND_LINE, Path()), file=config)


def _run(
    configuration: Configuration, paths: tuple[str, ...], place: Path, known: Counts, selection: dict[str, Any]
) -> tuple[Run, Comparison]:
    """Check everything, and write no report."""
    comparison = Comparison(place.parent, known)
    here = configuration.of_folder(Path())
    cache = None if selection["no_cache"] else opened(here)
    run = Run(configuration, Output(), comparison, cache=cache, processes=selection["jobs"])
    with collector_paused(), closing(run):
        run.check_all(paths or here.paths or (".",))
    return run, comparison


def _finish(run: Run, place: Path, before: Counts, after: Counts) -> None:
    """Write the list and say what changed; exit 2 where something could not be checked."""
    if not run.checked:
        click.echo(f"{run.summary()}; nothing was written", err=True)
        sys.exit(2)
    baselines.write(place, after)
    added = sum(max(number - before.get(key, 0), 0) for key, number in after.items())
    removed = sum(max(number - after.get(key, 0), 0) for key, number in before.items())
    failed = f"; {reporting.count(run.failures, 'path')} could not be checked" if run.failures else ""
    click.echo(
        f"{reporting.count(run.checked, 'file')} checked: {reporting.count(_total(after), 'known finding')}, "
        f"{added} added, {removed} removed{failed}",
        err=True,
    )
    sys.exit(2 if run.failures else 0)


def _total(counts: Counts) -> int:
    return sum(counts.values())
