"""Measure mslint against the floors that any Python linter pays, in one run on the same files.

    python -m benchmarks.speed                      all pinned releases of real code
    python -m benchmarks.speed mindcv mindyolo      some of them
    python -m benchmarks.speed --folder ~/project   any other code

Figures are CPU seconds (user + system) of a process of its own per stage, so
they hold on a busy machine too. The stages take turns, round after round, and
a ratio is the median of the ratios within each round.
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import mslint
from tools.releases import ReleaseError, choose, default_cache, unpacked

STAGE_SCRIPT = Path(__file__).with_name("stage.py")
PACKAGE = Path(mslint.__file__).parent
HOSTED = ("mindcv", "mindyolo")
"""The releases for the stages inside flake8 and pylint, which are slow by themselves."""
STARTS = 15
SMALL_FILE = "from mindspore import nn\n\nlayer = nn.BatchNorm2d(8, momentum=0.9)\n"


@dataclass(frozen=True)
class Stage:
    """One row of the table."""

    name: str
    command: tuple[str, ...]
    hosted: bool = False
    """Runs on the smaller part."""
    is_repeated: bool = False
    """Runs with a cache in which a run before it has written all it found."""


@dataclass(frozen=True)
class Run:
    """What one process used."""

    cpu: float
    """Seconds, user and system."""
    memory: float
    """Peak resident set, MB."""


@dataclass(frozen=True)
class Budget:
    """A promise: `measured` is at most `limit`."""

    words: str
    measured: float
    limit: float
    unit: str = ""

    def __str__(self) -> str:
        """One line for a person."""
        verdict = "holds " if self.measured <= self.limit else "MISSED"
        return f"{verdict}  {self.words}: {self.measured:.3g}{self.unit} (at most {self.limit:g}{self.unit})"


@dataclass
class Corpus:
    """Files and their size."""

    files: list[Path]
    lines: int = field(init=False)

    def __post_init__(self) -> None:
        """Count the lines."""
        self.lines = sum(path.read_bytes().count(b"\n") for path in self.files)


def script(stage: str) -> tuple[str, ...]:
    """The command for a stage of stage.py."""
    return (sys.executable, str(STAGE_SCRIPT), stage)


def measure(command: Sequence[str], stdin: Path, cache: Path | None = None) -> Run:
    """Run a command to its end, with this cache or none, and read what it used from the operating system."""
    choice = {"MSLINT_NO_CACHE": "1"} if cache is None else {"MSLINT_CACHE_DIR": str(cache)}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MSLINT_")}
    with stdin.open("rb") as source:
        process = subprocess.Popen(
            command,
            stdin=source,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**inherited, **choice},
        )
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2):
        raise SystemExit(f"speed: {' '.join(command[:4])} ended with exit code {process.returncode}")
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale)


def ratio(runs: dict[str, list[Run]], over: str, under: str) -> float:
    """The median over the rounds of CPU time of `over` to that of `under`."""
    pairs = zip(runs[over], runs[under], strict=True)
    return statistics.median(first.cpu / second.cpu for first, second in pairs)


def start_up(folder: Path) -> float:
    """Milliseconds of CPU that `mslint check` takes on one small file beyond `python -c pass`."""
    small = folder / "small.py"
    small.write_text(SMALL_FILE, encoding="utf-8")
    command = (sys.executable, "-m", "mslint", "check", "--no-cache", "--target-version", "2.10", str(small))
    empty = (sys.executable, "-c", "pass")
    extra = [measure(command, small).cpu - measure(empty, small).cpu for _ in range(STARTS)]
    return statistics.median(extra) * 1000


def table(stages: Sequence[Stage], runs: dict[str, list[Run]], corpora: dict[bool, Corpus]) -> None:
    """Print one row per stage."""
    print(f"{'stage':24} {'lines':>10} {'CPU s':>8} {'lines/s':>12} {'peak MB':>8}")
    for stage in stages:
        cpu = statistics.median(run.cpu for run in runs[stage.name])
        memory = max(run.memory for run in runs[stage.name])
        lines = corpora[stage.hosted].lines
        print(f"{stage.name:24} {lines:10,} {cpu:8.2f} {lines / cpu:12,.0f} {memory:8.0f}")


def main() -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", help="names of pinned releases (default: all)")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder for downloads (%(default)s)")
    parser.add_argument("--folder", type=Path, help="measure on the .py files of this folder instead")
    parser.add_argument("--rounds", type=int, default=3, help="how often each stage runs (%(default)s)")
    arguments = parser.parse_args()
    try:
        if arguments.folder:
            folders = hosted_folders = [arguments.folder]
        else:
            folders = [unpacked(release, arguments.cache) for release in choose(arguments.packages)]
            hosted_folders = [unpacked(release, arguments.cache) for release in choose(HOSTED)]
    except ReleaseError as error:
        print(f"speed: {error}", file=sys.stderr)
        return 2
    corpora = {
        hosted: Corpus(sorted(path for folder in group for path in folder.rglob("*.py")))
        for hosted, group in ((False, folders), (True, hosted_folders))
    }
    alone = ("-j1", "--no-cache")
    check = (sys.executable, "-m", "mslint", "check", *alone, "--target-version", "2.10", "--output-format", "json")
    stages = [
        Stage("read", script("read")),
        Stage("ast.parse", script("parse")),
        Stage("ast.parse + ast.walk", script("walk")),
        Stage("mslint engine", script("engine")),
        Stage("mslint check", (*check, *map(str, folders))),
        Stage("flake8", script("flake8"), hosted=True),
        Stage("flake8 + mslint", script("flake8_with_mslint"), hosted=True),
        Stage("flake8 + mslint, again", script("flake8_with_mslint"), hosted=True, is_repeated=True),
        Stage("pylint", script("pylint"), hosted=True),
        Stage("pylint + mslint", script("pylint_with_mslint"), hosted=True),
        Stage("pylint + mslint, again", script("pylint_with_mslint"), hosted=True, is_repeated=True),
    ]
    runs: dict[str, list[Run]] = {stage.name: [] for stage in stages}
    with tempfile.TemporaryDirectory() as temporary:
        lists = {}
        for hosted, corpus in corpora.items():
            lists[hosted] = Path(temporary) / f"files-{hosted}.txt"
            lists[hosted].write_text("".join(f"{path}\n" for path in corpus.files), encoding="utf-8")
        # What pip installs is compiled; a checkout may not be.
        compileall.compile_dir(PACKAGE, quiet=1)
        caches = {stage.name: Path(temporary) / stage.name for stage in stages if stage.is_repeated}
        for stage in stages:
            if stage.is_repeated:
                measure(stage.command, lists[stage.hosted], caches[stage.name])
        for number in range(arguments.rounds):
            for stage in stages:
                print(f"\rround {number + 1}/{arguments.rounds}  {stage.name:24}", end="", file=sys.stderr, flush=True)
                runs[stage.name].append(measure(stage.command, lists[stage.hosted], caches.get(stage.name)))
        print(file=sys.stderr)
        extra = start_up(Path(temporary))
    machine = f"{platform.machine()}, {os.cpu_count()} cores"
    print(f"Python {platform.python_version()}, {machine}, {arguments.rounds} rounds")
    table(stages, runs, corpora)
    peak = max(run.memory for run in runs["mslint check"])
    for budget in (
        Budget("mslint check to ast.parse + ast.walk", ratio(runs, "mslint check", "ast.parse + ast.walk"), 2),
        Budget("flake8 with mslint to flake8 alone, first run", ratio(runs, "flake8 + mslint", "flake8"), 1.10),
        Budget("the same when nothing has changed", ratio(runs, "flake8 + mslint, again", "flake8"), 1.10),
        Budget("pylint with mslint to pylint alone, first run", ratio(runs, "pylint + mslint", "pylint"), 1.03),
        Budget("the same when nothing has changed", ratio(runs, "pylint + mslint, again", "pylint"), 1.03),
        Budget("start-up of mslint check beyond python -c pass", extra, 150, " ms"),
        Budget("peak memory of mslint check", peak, 300, " MB"),
    ):
        print(budget)
    return 0


if __name__ == "__main__":
    sys.exit(main())
