"""Lint the pinned releases of real code and compare with the stored, judged findings.

    python -m tools.realcode                    all releases
    python -m tools.realcode mindcv mindyolo    some of them
    python -m tools.realcode --update           store what is found now

Every stored finding carries a verdict that a person gave after reading the code:

    true      the code does something else than its author meant
    intended  the finding is right about MindSpore, and the author knew
    false     mslint is wrong; this is a bug of mslint and fails the check

`tests/realcode/targets.csv` says for which MindSpore versions each release is
linted: the newest one, and those for which it says itself that it was written.

`--update` writes new findings with an empty verdict. The check passes when the
findings are exactly the stored ones, each has a verdict, and none is false.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from packaging.version import Version

from tools.releases import Release, ReleaseError, choose, default_cache, unpacked

STORED = Path(__file__).parent.parent / "tests" / "realcode" / "findings.csv"
TARGETS = STORED.with_name("targets.csv")
VERDICTS = ("true", "intended", "false")
_SUMMARY = re.compile(r"(\d+) files? checked")
FIELDS = ("package", "file", "line", "code", "targets", "verdict", "reason")


@dataclass(frozen=True, order=True)
class Place:
    """Where a finding stands, and for which MindSpore; `file` is relative to the unpacked release, with slashes."""

    package: str
    file: str
    line: int
    code: str
    target: str

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.package}  {self.file}:{self.line}  {self.code}  on {self.target}"


@dataclass(frozen=True)
class Verdict:
    """What a person said about a finding; empty until someone has read the code."""

    verdict: str = ""
    reason: str = ""


@dataclass
class Linted:
    """What mslint says about one release for one version of MindSpore."""

    files: int
    """How many .py files there are."""
    checked: int
    """How many of them mslint looked at."""
    findings: dict[Place, str]
    """The message of each finding."""
    not_checked: list[str]
    """What mslint says about files that it could not check."""


def lint(release: Release, folder: Path, target: str) -> Linted:
    """Run `mslint check` with the default rules on an unpacked release, for a version of MindSpore.

    Raises:
        ReleaseError: the command did not run to its end.
    """
    command = [sys.executable, "-m", "mslint", "check", "--output-format", "json", "--target-version", target, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    *not_checked, summary = done.stderr.splitlines() or [""]
    checked = _SUMMARY.match(summary)
    if checked is None:
        raise ReleaseError(f"{release.name}: mslint ended with exit code {done.returncode}: {summary or 'no output'}")
    rows = json.loads(done.stdout)
    findings = {
        Place(release.name, Path(row["path"]).as_posix(), row["line"], row["code"], target): row["message"]
        for row in rows
    }
    return Linted(sum(1 for _ in folder.rglob("*.py")), int(checked[1]), findings, not_checked)


def read_targets(path: Path) -> dict[str, list[str]]:
    """Package -> the versions of MindSpore for which it is linted."""
    targets: dict[str, list[str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            targets.setdefault(row["package"], []).append(row["target"])
    return targets


def read(path: Path) -> dict[Place, Verdict]:
    """The stored findings: a row stands for one place and all the versions in which it has this verdict.

    Raises:
        ReleaseError: a verdict that does not exist, or one without a reason.
    """
    stored = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for target in row["targets"].split():
                place = Place(row["package"], row["file"], int(row["line"]), row["code"], target)
                if row["verdict"] and (row["verdict"] not in VERDICTS or not row["reason"]):
                    raise ReleaseError(f"{place}: a verdict is one of {', '.join(VERDICTS)} and has a reason")
                stored[place] = Verdict(row["verdict"], row["reason"])
    return stored


def write(path: Path, stored: dict[Place, Verdict]) -> None:
    """Store findings in order of place."""
    rows: dict[tuple[str, str, int, str, str, str], list[str]] = {}
    for place, verdict in stored.items():
        key = (place.package, place.file, place.line, place.code, verdict.verdict, verdict.reason)
        rows.setdefault(key, []).append(place.target)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        for key in sorted(rows):
            writer.writerow([*key[:4], " ".join(sorted(rows[key], key=Version)), *key[4:]])


def compare(found: dict[Place, str], stored: dict[Place, Verdict]) -> bool:
    """Print every difference and every finding that nobody has read. True when there is none."""
    new = sorted(found.keys() - stored.keys())
    gone = sorted(stored.keys() - found.keys())
    unread = sorted(place for place in found.keys() & stored.keys() if not stored[place].verdict)
    false = sorted(place for place in found.keys() & stored.keys() if stored[place].verdict == "false")
    for label, places in (("new", new), ("gone", gone), ("unread", unread), ("false", false)):
        for place in places:
            print(f"{label:7} {place}  {found.get(place, '')}".rstrip())
    return not (new or gone or unread or false)


def print_verdicts(verdicts: Iterable[Verdict]) -> None:
    """Print how many findings have which verdict."""
    counts = Counter(verdict.verdict or "unread" for verdict in verdicts)
    total = max(sum(counts.values()), 1)
    parts = [f"{counts[name]} {name} ({counts[name] / total:.1%})" for name in (*VERDICTS, "unread")]
    print("verdicts: " + ", ".join(parts))


def main() -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", help="names of pinned releases (default: all)")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder for downloads (%(default)s)")
    parser.add_argument("--stored", type=Path, default=STORED, help="the list of judged findings (%(default)s)")
    parser.add_argument("--update", action="store_true", help="store what is found now, keeping verdicts")
    arguments = parser.parse_args()
    try:
        chosen = choose(arguments.packages)
        stored = read(arguments.stored)
        targets = read_targets(TARGETS)
        found: dict[Place, str] = {}
        passed_over = 0
        for release, target in [(each, target) for each in chosen for target in targets[each.name]]:
            linted = lint(release, unpacked(release, arguments.cache), target)
            found |= linted.findings
            passed_over += linted.files - linted.checked - len(linted.not_checked)
            print(
                f"{release.name} {release.version} for MindSpore {target}: {linted.checked} of {linted.files} files "
                f"checked, {len(linted.findings)} findings",
                flush=True,
            )
            for line in linted.not_checked:
                print(f"        {line}")
    except ReleaseError as error:
        print(f"realcode: {error}", file=sys.stderr)
        return 2
    names = {release.name for release in chosen}
    here = {place: verdict for place, verdict in stored.items() if place.package in names}
    same = compare(found, here)
    if arguments.update:
        elsewhere = {place: verdict for place, verdict in stored.items() if place.package not in names}
        here = {place: here.get(place, Verdict()) for place in found}
        write(arguments.stored, elsewhere | here)
        same = True
    print_verdicts(here[place] for place in here if place in found)
    if passed_over:
        print(f"{passed_over} files were passed over without a word")
    return 0 if same and not passed_over else 1


if __name__ == "__main__":
    sys.exit(main())
