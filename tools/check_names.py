"""Hold what MSL702 and MSL703 call absent to real installs of MindSpore.

    python -m tools.check_names [--number 400] [--seed 1] MS/bin/python ...

Names of every MindSpore version, and PyTorch's at the places where people look
for them, are sorted into those that a version has not, as mslint says, and the
others. A sample of each is tried by `import` and `getattr` in the install. The
check passes when nothing called absent is there.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from dataclasses import dataclass

from mslint.facts import names
from mslint.facts.presence import is_absent
from mslint.selfcheck.asking import is_there, name_program
from mslint.selfcheck.runner import Clock, Session, Unusable
from mslint.selfcheck.sample import candidates


@dataclass(frozen=True)
class Result:
    """What one install says: how many names of each kind were tried, and those that are not as mslint says."""

    version: str
    absent: int
    present: int
    there_after_all: list[str]
    not_there: list[str]


def checked(python: str, number: int, seed: int) -> Result:
    """Try a sample of names in one install.

    Raises:
        Unusable: it cannot be asked.
    """
    with Session(python, "mindspore", "CPU", Clock(total=math.inf)) as session:
        target = session.open().version
        chosen = random.Random(seed)
        absent = [name for name in candidates() if is_absent(name, target)]
        present = [name for name in candidates() if names.exists(name, target)]
        absent = chosen.sample(absent, min(number, len(absent)))
        present = chosen.sample(present, min(number, len(present)))
        there = {name: is_there(session.run("name", name_program(name))[0]) for name in absent + present}
    return Result(
        str(target),
        len(absent),
        len(present),
        # What ends the process cannot be said to be absent, nor to be there.
        [name for name in absent if there[name] is not False],
        [name for name in present if not there[name]],
    )


def main() -> int:
    """Check each install and print how far mslint and it agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--number", type=int, default=400, help="names of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        results = [checked(python, options.number, options.seed) for python in options.pythons]
    except Unusable as error:
        sys.exit(str(error))
    for result in results:
        agreeing = result.absent - len(result.there_after_all)
        print(
            f"MindSpore {result.version}: {agreeing} of {result.absent} called absent are absent, "
            f"{result.present - len(result.not_there)} of {result.present} called present are there"
        )
        for name in result.there_after_all:
            print(f"  {name} is there")
        for name in result.not_there:
            print(f"  {name} does not resolve")
    return 1 if any(result.there_after_all for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
