"""What the tests of the cache share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import Result
from doors import mslint

from mslint.cache import Cache

CLEAN = "a = 1\n"
LAYER = "from mindspore import nn\nfrom config import MOMENTUM\n\nlayer = nn.BatchNorm2d(8, momentum=MOMENTUM)\n"
"""MSL201 where MOMENTUM is 0.1, nothing where it is 0.9."""
FOUND = ["MSL201"]
NOTHING: list[str] = []


def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into an empty project, with the cache on."""
    place = tmp_path / "project"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv("MSLINT_NO_CACHE")
    return place


def check(*arguments: str | Path) -> Result:
    """A run with the cache, which must say what a run without says."""
    result = mslint("check", "--target-version", "2.10", *arguments)
    fresh = mslint("check", "--target-version", "2.10", "--no-cache", *arguments)
    assert (result.stdout, result.stderr, result.exit_code) == (fresh.stdout, fresh.stderr, fresh.exit_code)
    return result


def found(*arguments: str | Path) -> list[str]:
    """The codes of what is found."""
    return [line.split()[1] for line in check("--output-format", "concise", *arguments).stdout.splitlines()]


def records(place: Path | str = ".mslint_cache") -> list[Path]:
    return sorted(Path(place).glob("py*/*/*.json"))


def doctor(old: str = "on MindSpore", new: str = "REMEMBERED") -> int:
    """Change what is remembered, so that it shows where it comes from; how many records had the text."""
    changed = 0
    for path in records():
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new), encoding="utf-8")
        changed += old in text
    return changed


def is_remembered(*arguments: str | Path) -> bool:
    """Whether what is found comes from the doctored cache."""
    return "REMEMBERED" in mslint("check", "--target-version", "2.10", *arguments).stdout


def memory() -> Cache:
    """The cache of the current folder."""
    return Cache(os.path.abspath(".mslint_cache"), os.getcwd())
