"""`mslint selfcheck`: run the rules' programs under real MindSpore."""

from __future__ import annotations

import importlib.util
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from packaging.version import Version

from mslint import checkers
from mslint.cli import files
from mslint.cli.arguments import RULES, examples
from mslint.config import COMMAND_LINE, ConfigError, Configuration, Options
from mslint.finding import Failure
from mslint.output.text import failure_line, skipped_line
from mslint.rule import Rule

if TYPE_CHECKING:
    from mslint.selfcheck.findings import Planned

DEVICES = ("CPU", "GPU", "Ascend")


@click.command(
    context_settings={"show_default": True},
    epilog=examples(
        "mslint selfcheck --list",
        "mslint selfcheck --device CPU --select MSL201",
        "mslint selfcheck --select MSL202 src",
        "mslint selfcheck --select MSL702 --sample 20",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option(
    "--device",
    "devices",
    multiple=True,
    type=click.Choice(DEVICES, case_sensitive=False),
    default=["CPU"],
    help="Where to run; may be given several times.",
)
@click.option(
    "--python",
    "pythons",
    multiple=True,
    metavar="PATH",
    help="Run under this interpreter and its MindSpore; may be given several times.",
)
@click.option("--select", multiple=True, type=RULES, help="Only these rules: codes, their beginnings, or symbols.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=60.0, help="Seconds for one program.")
@click.option(
    "--total-timeout", type=click.FloatRange(min=0, min_open=True), default=1800.0, help="Seconds for one environment."
)
@click.option("--against", type=click.Choice(["torch"]), help="Also run the original of each program.")
@click.option("--torch-python", metavar="PATH", help="The interpreter that has PyTorch.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to write the report.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Also write a web page.")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Also hold the tables of MSL701 and MSL702 to this MindSpore: N claims that it lacks a keyword or name, "
    "and N that it has it, of each rule.",
)
@click.option("--seed", type=int, default=0, metavar="S", help="Which claims --sample draws.")
@click.option("--list", "list_only", is_flag=True, help="Show the programs that would run, and run nothing.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Also show what MindSpore printed, and what a sample could not decide."
)
def selfcheck(**options: Any) -> None:
    """Prove the rules, or the findings in PATHS, by running them under MindSpore.

    Every rule has two programs, one that it flags and one that is repaired;
    both run, and what they compute is compared with what the rule says. With
    PATHS, each finding is proved with the literals that stand in its call.
    Only literals are taken from there; the code itself is never run.

    Exits 0 if no rule that speaks about this MindSpore is refuted, 1 if one
    is, or a claim of the sample; 2 if the device or MindSpore is not usable.
    """
    from mslint.selfcheck import command

    rules = selected(options["select"])
    if options["list_only"]:
        click.echo(command.listing(rules), nl=False)
        return
    call = command.Call(
        pythons=tuple(dict.fromkeys(options["pythons"])) or (sys.executable,),
        devices=tuple(dict.fromkeys(options["devices"])),
        timeout=options["timeout"],
        total_timeout=options["total_timeout"],
        original_python=(options["torch_python"] or sys.executable) if options["against"] else None,
        with_curves=options["html"] is not None,
        sample=options["sample"],
        seed=options["seed"],
    )
    if options["html"] is not None:
        check_html(options["html"])
    failures: list[Failure] = []
    plan = partial(findings_in, options["paths"], rules, failures) if options["paths"] else None
    with command.new_progress() as progress:
        report = command.run(call, rules, plan, progress)
    for failure in dict.fromkeys(failures):
        click.echo(failure_line(failure), err=True)
    command.write(
        report,
        is_json=options["output_format"] == "json",
        verbose=options["verbose"],
        html=options["html"],
        rules=rules,
    )
    sys.exit(report.exit_code or (2 if failures else 0))


def check_html(path: Path) -> None:
    """See before the run whether its page can be written.

    Raises:
        ConfigError: it cannot.
    """
    missing = [name for name in ("jinja2", "matplotlib") if importlib.util.find_spec(name) is None]
    if missing:
        raise ConfigError(f"--html: needs {' and '.join(missing)}: pip install 'mslint[report]'")
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"--html: {path.parent}: there is no such folder")


def findings_in(paths: tuple[str, ...], rules: list[Rule], failures: list[Failure], target: Version) -> list[Planned]:
    """The findings below `paths` on a MindSpore version; files that cannot be checked are added to `failures`."""
    from mslint.selfcheck import findings

    given = {"target-version": f"{target.major}.{target.minor}"}
    configuration = Configuration(Options.read(given, COMMAND_LINE, Path()))
    sources = []
    for found in files.find(paths, configuration):
        data = found if isinstance(found, Failure) else files.read(found)
        if isinstance(data, Failure):
            failures.append(data)
        else:
            assert isinstance(found, str)
            sources.append((found, data))
    return findings.plan(
        sources, configuration, rules, target, failures.append,
        skip=lambda path, reason: click.echo(skipped_line(path, reason), err=True),
    )  # fmt: skip


def selected(names: tuple[str, ...]) -> list[Rule]:
    """The rules with proofs that the user asked for; all of them where nothing was asked."""
    prefixes = Options.read({"select": names or None}, COMMAND_LINE, Path()).select or ("MSL",)
    everything = [checker.rule for checker in checkers.all_checkers() if checker.rule.proofs]
    return [rule for rule in everything if rule.code.startswith(tuple(prefixes))]
