"""Measure what daily use is made quick by: the cache, and several processes.

    python -m benchmarks.daily                      all pinned releases of real code
    python -m benchmarks.daily mindcv mindyolo      some of them
    python -m benchmarks.daily --folder ~/project   any other code

The runs take turns, round after round, each in a process of its own, and a
ratio is the median of the ratios within each round. Figures are CPU seconds
(user + system), which hold on a busy machine too. For several processes that is
the time of the first together with that of the busiest other one: on a machine
that does nothing else, the clock shows about that. The clock is told beside it.
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed import PACKAGE, Corpus
from tools.releases import ReleaseError, choose, default_cache, unpacked

PROCESSES = Path(__file__).with_name("processes.py")
PLAIN, COLD, WARM, EDITED, TWO = "one process", "writes cache", "all known", "one file edited", "two processes"
WARM_LIMIT = 0.10
"""Of the CPU seconds of a run without a cache."""
TWO_LIMIT = 1.8
"""How many times as quick as one process."""


@dataclass(frozen=True)
class Run:
    """What one run took."""

    cpu: float
    """Seconds, user and system, of all its processes."""
    wall: float
    """Seconds of the clock."""
    longest: float = 0
    """CPU seconds of the first process and the busiest other one; 0 where there is one only."""


def measure(command: Sequence[str]) -> Run:
    """Run a command to its end."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2):
        raise SystemExit(f"daily: {' '.join(command)} ended with exit code {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, wall)


def measure_processes(check: Sequence[str], report: Path) -> Run:
    """Run a command of mslint that starts processes."""
    run = measure((sys.executable, str(PROCESSES), str(report), *check))
    first, *others = map(float, report.read_text(encoding="utf-8").split())
    return Run(run.cpu, run.wall, first + max(others))


def measure_round(folder: Path, cache: Path, edited: Path) -> dict[str, Run]:
    """All runs once, on the code in `folder`."""
    shutil.rmtree(cache, ignore_errors=True)
    check = ("check", "--target-version", "2.10", str(folder))
    cached = (sys.executable, "-m", "mslint", *check, "--cache-dir", str(cache), "-j1")
    runs = {
        PLAIN: measure((sys.executable, "-m", "mslint", *check, "-j1", "--no-cache")),
        TWO: measure_processes((*check, "-j2", "--no-cache"), cache.with_name("processes")),
        COLD: measure(cached),
        WARM: measure(cached),
    }
    with edited.open("a", encoding="utf-8") as file:
        file.write("\n")
    runs[EDITED] = measure(cached)
    return runs


def table(rounds: Sequence[dict[str, Run]]) -> None:
    """Print one row per kind of run, and what became of the promises."""
    print(f"{'run':24} {'CPU s':>8} {'clock s':>8}")
    for name in (PLAIN, COLD, WARM, EDITED, TWO):
        cpu = statistics.median(runs[name].cpu for runs in rounds)
        wall = statistics.median(runs[name].wall for runs in rounds)
        print(f"{name:24} {cpu:8.2f} {wall:8.2f}")
    warm = statistics.median(runs[WARM].cpu / runs[PLAIN].cpu for runs in rounds)
    verdict = "holds " if warm <= WARM_LIMIT else "MISSED"
    print(f"{verdict}  CPU of a run that knows everything to one without cache: {warm:.3f} (at most {WARM_LIMIT:.2f})")
    two = statistics.median(runs[PLAIN].cpu / runs[TWO].longest for runs in rounds)
    verdict = "holds " if two >= TWO_LIMIT else "MISSED"
    clock = statistics.median(runs[PLAIN].wall / runs[TWO].wall for runs in rounds)
    print(f"{verdict}  one process to two: {two:.2f} (at least {TWO_LIMIT}); by the clock {clock:.2f}")


def main() -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", help="names of pinned releases (default: all)")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder for downloads (%(default)s)")
    parser.add_argument("--folder", type=Path, help="measure on the .py files of this folder instead")
    parser.add_argument("--rounds", type=int, default=3, help="how often each run is made (%(default)s)")
    arguments = parser.parse_args()
    try:
        if arguments.folder:
            folders = [arguments.folder]
        else:
            folders = [unpacked(release, arguments.cache) for release in choose(arguments.packages)]
    except ReleaseError as error:
        print(f"daily: {error}", file=sys.stderr)
        return 2
    # What pip installs is compiled; a checkout may not be.
    compileall.compile_dir(PACKAGE, quiet=1)
    with tempfile.TemporaryDirectory() as temporary:
        # A copy, since a file in it is edited.
        code = Path(temporary) / "code"
        for folder in folders:
            shutil.copytree(folder, code / folder.name, ignore=_no_python, symlinks=True)
        corpus = Corpus(sorted(code.rglob("*.py")))
        edited = max(corpus.files, key=lambda path: path.stat().st_size)
        rounds = [measure_round(code, Path(temporary) / "cache", edited) for _ in range(arguments.rounds)]
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {load}"
    print(f"Python {platform.python_version()}, {machine}, {arguments.rounds} rounds")
    print(f"{len(corpus.files):,} files, {corpus.lines:,} lines")
    table(rounds)
    return 0


def _no_python(folder: str, names: list[str]) -> set[str]:
    """What `shutil.copytree` leaves out: all files but Python's."""
    return {name for name in names if not name.endswith(".py") and not os.path.isdir(os.path.join(folder, name))}


if __name__ == "__main__":
    sys.exit(main())
