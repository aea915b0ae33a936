"""`mslint check`: find faults in files."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from mslint.cache import opened
from mslint.cli import files, options, reporting
from mslint.cli.arguments import RULES, VERSION, examples
from mslint.cli.main import CallError
from mslint.cli.run import Run
from mslint.collector import collector_paused
from mslint.config import COMMAND_LINE, Configuration, Options
from mslint.output.formats import FORMATS, LINES
from mslint.output.statistics import statistics
from mslint.output.text import hint


@click.command(
    context_settings={"show_default": True},
    epilog=examples(
        "mslint check src",
        "mslint check --select MSL2,torch-name --diff train.py notebook.ipynb",
        "mslint check --fix src",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--select", multiple=True, type=RULES, help="Only these rules: codes, their beginnings, or symbols.")
@click.option("--ignore", multiple=True, type=RULES, help="All but these rules.")
@click.option("--parity/--no-parity", default=None, help="Also what differs from PyTorch but may be meant.")
@click.option("--target-version", type=VERSION, help='The MindSpore version to check for, or "auto".')
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out files and folders that match.")
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="Read this configuration file only.")
@click.option(
    "--changed", is_flag=False, flag_value="HEAD", metavar="[REV]", show_default=False,
    help="Only files that git says are changed since REV, or since HEAD.",
)  # fmt: skip
@options.running
@click.option("--stdin-filename", metavar="NAME", help="What to call the code that `-` reads.")
@click.option("--output-format", type=click.Choice(FORMATS), default="text", help="How to write findings.")
@click.option("--output-file", type=click.Path(path_type=Path), metavar="FILE", help="Where to write them.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Whether to colour them.")
@click.option("--fix", is_flag=True, help="Make the safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Also make those that change results or rest on a guess.")
@click.option("--diff", "show_diff", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--fix-only", is_flag=True, help="As --fix, and tell only what was fixed.")
@click.option("--add-noqa", is_flag=True, help="Write `# noqa` comments at all findings.")
@click.option("--warn-unused-ignores", is_flag=True, help="Also report comments that silence nothing.")
@click.option("--statistics", "with_statistics", is_flag=True, help="Also count the findings of each rule.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 even if there are findings.")
@click.option("--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Hold back what this file lists.")
@click.option("--no-baseline", is_flag=True, help="Hold back nothing.")
@click.option("--ratchet", is_flag=True, help="The baseline may only shrink: exit 1 if not; show what is fixed in it.")
def check(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    parity: bool | None,
    target_version: str | None,
    exclude: tuple[str, ...],
    config: Path | None,
    changed: str | None,
    jobs: int,
    cache_dir: str | None,
    no_cache: bool,
    stdin_filename: str | None,
    output_format: str,
    color: str,
    fix: bool,
    unsafe_fixes: bool,
    show_diff: bool,
    fix_only: bool,
    add_noqa: bool,
    warn_unused_ignores: bool,
    with_statistics: bool,
    exit_zero: bool,
    output_file: Path | None,
    baseline: Path | None,
    no_baseline: bool,
    ratchet: bool,
) -> None:
    """Check Python files and notebooks, all of them in folders, or standard input (`-`).

    Exits 0 if nothing was found, 1 if something was, 2 if something could not
    be checked or the call was wrong.
    """
    given = {
        "select": select or None,
        "ignore": ignore or None,
        "parity": parity,
        "target-version": target_version,
        "exclude": exclude or None,
        "cache-dir": cache_dir,
    }
    configuration = Configuration(Options.read(given, COMMAND_LINE, Path()), file=config)
    paths = paths or configuration.of_folder(Path()).paths or (".",)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A name that the terminal's encoding lacks is written as an escape instead of stopping the run.
            stream.reconfigure(errors="backslashreplace")
    changes = None
    if fix or unsafe_fixes or show_diff or fix_only or add_noqa:
        from mslint.cli.changes import wanted

        changes = wanted(
            fix=fix, unsafe_fixes=unsafe_fixes, show_diff=show_diff, fix_only=fix_only, add_noqa=add_noqa, paths=paths
        )
    narrowed = None
    if changed is not None:
        from mslint.cli.git import changed as changed_since

        if files.STDIN in paths:
            raise CallError("--changed: does not go with standard input, of which git knows nothing")
        narrowed = changed_since(changed, paths)
    here = configuration.of_folder(Path())
    cache = None if no_cache or changes is not None else opened(here)
    comparison = reporting.comparison(baseline, here, is_required=ratchet, is_refused=no_baseline)
    with reporting.Report(
        output_format, output_file, color, reporting.home(baseline, here),
        is_quiet=changes is not None and not changes.shows_findings,
        is_stdout_taken=changes is not None and changes.owns_stdout,
    ) as output:  # fmt: skip
        run = Run(configuration, output, comparison, changes, warn_unused_ignores, cache, jobs, narrowed)
        with collector_paused(), closing(run):
            run.check_all(path for path in paths if path != files.STDIN)
            if files.STDIN in paths:
                run.check_stdin(stdin_filename or "<stdin>", sys.stdin.buffer.read())
        is_bad = bool(run.findings) if changes is None else changes.is_bad(run.findings)
        exit_code = 1 if is_bad and (ratchet or not exit_zero) else 0
        if not run.is_complete:
            exit_code = 2
        output.close(exit_code)
    if with_statistics:
        for row in statistics(run.findings):
            click.echo(row, err=output_format not in LINES or (changes is not None and changes.owns_stdout))
    sys.stdout.flush()
    if ratchet:
        for row in reporting.fixed(comparison):
            click.echo(row, err=True)
    if changes is None and output_format in LINES and (advice := hint(run.findings)):
        click.echo(advice, err=True)
    click.echo(run.summary(), err=True)
    sys.exit(exit_code)
