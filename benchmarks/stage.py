"""One measured stage, run in a process of its own: `python stage.py STAGE < list of files`.

Nothing here prints or keeps results: only the CPU time and the memory of the
process matter, and `speed.py` reads those from the operating system.
"""

from __future__ import annotations

import ast
import importlib.metadata
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

TARGET = "2.10"


def read(paths: list[Path]) -> None:
    """Read every file."""
    for path in paths:
        path.read_bytes()


def parse(paths: list[Path]) -> None:
    """Read and parse every file."""
    for _ in _trees(paths):
        pass


def walk(paths: list[Path]) -> None:
    """Read, parse and visit every node once, in the standard library's own way."""
    for tree in _trees(paths):
        for _ in ast.walk(tree):
            pass


def _trees(paths: list[Path]) -> Iterator[ast.Module]:
    for path in paths:
        try:
            yield ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            continue


def engine(paths: list[Path]) -> None:
    """The engine of mslint without its command line."""
    from packaging.version import Version

    from mslint.config import Settings
    from mslint.engine import check_bytes, new_project

    settings = Settings(Version(TARGET))
    project = new_project()
    for path in paths:
        check_bytes(str(path), path.read_bytes(), settings, project)


def flake8(paths: list[Path]) -> None:
    """flake8 with every installed plugin but mslint."""
    _flake8(paths, hidden="mslint")


def flake8_with_mslint(paths: list[Path]) -> None:
    """flake8 with every installed plugin."""
    _flake8(paths, hidden="")


def _flake8(paths: list[Path], hidden: str) -> None:
    """flake8 has no switch for a plugin: it must not find the distribution."""
    from flake8.main.cli import main

    installed = importlib.metadata.distributions

    def visible() -> Iterator[importlib.metadata.Distribution]:
        return (found for found in installed() if found.metadata["Name"] != hidden)

    importlib.metadata.distributions = visible  # type: ignore[assignment]
    main(["--isolated", "--jobs=1", "--exit-zero", "--output-file=/dev/null", *map(str, paths)])


def pylint(paths: list[Path]) -> None:
    """One trivial message of pylint."""
    _pylint(paths, ["--enable=unnecessary-semicolon"])


def pylint_with_mslint(paths: list[Path]) -> None:
    """One trivial message of pylint, and mslint."""
    from mslint.checkers import all_checkers

    symbols = [checker.rule.symbol for checker in all_checkers() if checker.rule.default_enabled]
    _pylint(paths, ["--load-plugins=mslint", "--enable=" + ",".join(["unnecessary-semicolon", *symbols])])


def _pylint(paths: list[Path], options: list[str]) -> None:
    from pylint.lint import Run

    fixed = ["--rcfile=", "--jobs=1", "--persistent=no", "--output=/dev/null", "--disable=all"]
    Run([*fixed, *options, *map(str, paths)], exit=False)


STAGES: dict[str, Callable[[list[Path]], None]] = {
    "read": read,
    "parse": parse,
    "walk": walk,
    "engine": engine,
    "flake8": flake8,
    "flake8_with_mslint": flake8_with_mslint,
    "pylint": pylint,
    "pylint_with_mslint": pylint_with_mslint,
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    STAGES[sys.argv[1]]([Path(line.rstrip("\n")) for line in sys.stdin])
