"""Hold MSL701 to MindSpore: do the calls raise that it flags, and does it flag those that raise?

    python -m benchmarks.keywords --python PATH                 PyTorch's keywords in their counterparts
    python -m benchmarks.keywords --python PATH --own           keywords of MindSpore's own functions
    python -m benchmarks.keywords --python PATH --rows FILE     rows of a CSV with the columns name and keyword
    python -m benchmarks.keywords --python PATH --count 300 --seed 1

A row is a function, class or method of MindSpore and a keyword, drawn at
random: one of PyTorch for its counterpart, or with `--own` one that the
function takes in some version or that functions beside it take. Each row is
made a call in which nothing else is missing. It is linted, and it is run with
the MindSpore of PATH, whose version is the target of the linter. Printed are
the share of rows on which both agree, and the others.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from packaging.version import Version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.facts import names, signatures
from mslint.selfcheck.asking import call_program, is_refused
from mslint.selfcheck.keyword_rows import Row, call_of, rows_of_any_version, torch_rows
from mslint.selfcheck.outcomes import Outcome, Values
from mslint.selfcheck.runner import Clock, Session, Unusable

CODES = ("MSL202", "MSL207", "MSL208", "MSL701")
"""The rules that speak of unknown keywords."""
HEAD = ("import mindspore", "x = mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]])")
CALLS = 300
"""Calls in a file that is linted: in a much larger one the linter works out no more."""
PATIENCE = 60.0
"""Seconds for one call."""


@dataclass(frozen=True)
class Judged:
    """A row, the call that was made of it, whether the linter flags it and whether MindSpore refuses the keyword."""

    row: Row
    call: str
    is_flagged: bool
    is_refused: bool | None
    """None where the call ended in a way that does not tell."""
    message: str


def own_rows(version: Version) -> list[Row]:
    """The keywords of MindSpore's functions in any version, and as many of functions of the same section."""
    rows = rows_of_any_version(version)
    by_section: dict[str, list[str]] = {}
    for row in rows:
        by_section.setdefault(signatures.section(row.name), []).append(row.keyword)
    chooser = random.Random(0)
    return sorted({*rows, *(Row(row.name, chooser.choice(by_section[signatures.section(row.name)])) for row in rows)})


def rows_of(path: Path) -> list[Row]:
    """The rows of a CSV with the columns `name` and `keyword`, names in their canonical form.

    Raises:
        ValueError: it has no such columns.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if not {"name", "keyword"} <= set(reader.fieldnames or ()):
            raise ValueError(f"{path}: the first line has to name the columns name and keyword")
        return sorted({Row(names.canonical(row["name"]), row["keyword"]) for row in reader})


def flagged(calls: list[str], version: Version) -> list[bool]:
    """Whether the linter speaks of an unknown keyword in each call.

    Raises:
        ValueError: the calls are no Python.
    """
    return [
        is_flagged
        for start in range(0, len(calls), CALLS)
        for is_flagged in _flagged(calls[start : start + CALLS], version)
    ]


def _flagged(calls: list[str], version: Version) -> list[bool]:
    """The same for the calls of one file."""
    text = "\n".join([*HEAD, *calls, ""])
    report = check_bytes("calls.py", text.encode(), Settings(version, ("MSL",)), new_project())
    if report.failure is not None:
        raise ValueError(f"{report.failure.message}: {text.splitlines()[report.failure.line - 1]}")
    found = {finding.span.line for finding in report.findings if finding.code in CODES}
    return [number in found for number in range(len(HEAD) + 1, len(HEAD) + 1 + len(calls))]


def judged(rows: list[Row], session: Session, version: Version) -> list[Judged]:
    """The rows with what the linter and the MindSpore of a session say of them."""
    known = [(row, call) for row in rows if (call := call_of(row, version)) is not None]
    calls = [call for _, call in known]
    results = []
    for (row, call), flag in zip(known, flagged(calls, version), strict=True):
        outcome, _ = session.run("call", call_program(call, row.module))
        results.append(Judged(row, call, flag, is_refused(row.keyword, outcome), message(outcome)))
    return results


def message(outcome: Outcome) -> str:
    """How a call ended."""
    return "returns" if isinstance(outcome, Values) else str(outcome)


def main() -> int:
    """Print the agreement, and what does not agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has MindSpore")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--own", action="store_true", help="keywords of MindSpore's own functions")
    source.add_argument("--rows", type=Path, metavar="FILE", help="rows of a CSV with the columns name and keyword")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    try:
        with Session(arguments.python, "mindspore", "CPU", Clock(PATIENCE, math.inf)) as session:
            version = session.open().version
            rows = rows_of(arguments.rows) if arguments.rows else (own_rows if arguments.own else torch_rows)(version)
            random.Random(arguments.seed).shuffle(rows)
            rows = [row for row in rows if call_of(row, version) is not None][: arguments.count]
            found = judged(rows, session, version)
    except (OSError, ValueError, Unusable) as error:
        parser.error(str(error))
    decided = [each for each in found if each.is_refused is not None]
    agreed = sum(each.is_flagged is each.is_refused for each in decided)
    counts = Counter((each.is_flagged, each.is_refused) for each in found)
    print(f"MindSpore {version}: {agreed} of {len(decided)} agree ({agreed / max(len(decided), 1):.1%})")
    print(f"  flagged and refused {counts[True, True]}, neither {counts[False, False]}")
    print(f"  flagged and taken {counts[True, False]}, refused and not flagged {counts[False, True]}")
    print(f"  calls that do not tell {len(found) - len(decided)}")
    for each in found:
        if each.is_refused is not None and each.is_flagged is not each.is_refused:
            first = " ".join(each.message.split())[:300]
            print(f"  {'flagged' if each.is_flagged else 'not flagged'}: {each.call}: {first}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
