"""Hold what MSL702 and MSL703 call absent to real installs of MindSpore.

    python -m tools.check_names [--number 400] [--seed 1] MS/bin/python ...

Names of every MindSpore version, and PyTorch's at the places where people look
for them, are sorted into those that a version has not, as mslint says, and the
others. A sample of each is tried by `import` and `getattr` in the install. The
check passes when nothing called absent is there.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import random
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from packaging.version import Version

from mslint.facts import names
from mslint.facts.presence import is_absent
from mslint.facts.torch_places import names_at_places

_PROBE = """
import importlib, json, sys


def find(name):
    module, _, last = name.rpartition(".")
    try:
        return importlib.import_module(name)
    except Exception:
        return getattr(find(module), last) if module else None


def is_there(name):
    try:
        return find(name) is not NotImplemented
    except Exception:
        return False


import mindspore

print(json.dumps({"there": [is_there(name) for name in json.load(sys.stdin)]}))
"""
_ASK = "import sysconfig; print(sysconfig.get_paths()['purelib'])"


@dataclass(frozen=True)
class Result:
    """What one install says: how many names of each kind were tried, and those that are not as mslint says."""

    version: str
    absent: int
    present: int
    there_after_all: list[str]
    not_there: list[str]


def candidates() -> list[str]:
    """Every public name of any version, every module, and PyTorch's names at their places."""
    table = names.load("names.json.gz")
    folded = [(module, text) for module, masks in table["names"].items() for text in masks.values()]
    public = {f"{module}.{name}" for module, text in folded for name in text.split()}
    modules = {name for text in table["modules"].values() for name in text.split() if "._" not in name}
    return sorted(public | modules | names_at_places())


def tried(python: str, asked: list[str]) -> list[bool]:
    """Which of these names the MindSpore of an interpreter has."""
    library = _output([python, "-c", _ASK], "").strip()
    folders = glob.glob(os.path.join(library, "nvidia", "*", "lib"))
    answer: dict[str, Any] = json.loads(_output([python, "-c", _PROBE], json.dumps(asked), folders).splitlines()[-1])
    return [bool(each) for each in answer["there"]]


def version_of(python: str) -> str:
    """The version of its MindSpore."""
    library = _output([python, "-c", _ASK], "").strip()
    folders = glob.glob(os.path.join(library, "nvidia", "*", "lib"))
    return _output([python, "-c", "import mindspore; print(mindspore.__version__)"], "", folders).splitlines()[-1]


def _output(command: list[str], text: str, folders: list[str] | None = None) -> str:
    paths = [*(folders or []), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(filter(None, paths))}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        sys.exit(done.stderr.strip()[-2000:] or f"{command[0]} ended with {done.returncode}")
    return done.stdout


def checked(python: str, number: int, seed: int) -> Result:
    """Try a sample of names in one install."""
    version = version_of(python)
    target = Version(version)
    chosen = random.Random(seed)
    absent = [name for name in candidates() if is_absent(name, target)]
    present = [name for name in candidates() if names.exists(name, target)]
    absent = chosen.sample(absent, min(number, len(absent)))
    present = chosen.sample(present, min(number, len(present)))
    there = tried(python, absent + present)
    return Result(
        version,
        len(absent),
        len(present),
        [name for name, found in zip(absent, there, strict=False) if found],
        [name for name, found in zip(present, there[len(absent) :], strict=True) if not found],
    )


def main() -> int:
    """Check each install and print how far mslint and it agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--number", type=int, default=400, help="names of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    results = [checked(python, options.number, options.seed) for python in options.pythons]
    for result in results:
        agreeing = result.absent - len(result.there_after_all)
        print(
            f"MindSpore {result.version}: {agreeing} of {result.absent} called absent are absent, "
            f"{result.present - len(result.not_there)} of {result.present} called present are there"
        )
        for name in result.there_after_all:
            print(f"  {name} is there")
        for name in result.not_there:
            print(f"  {name} is not there")
    return 1 if any(result.there_after_all for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
