"""Run mslint on text, and its three doors on files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from packaging.version import Version

from mslint.config import Settings
from mslint.engine import Report, check_bytes, new_project

Place = tuple[str, int, str]
"""Path, line and code of a finding."""

_FLAKE8_LINE = re.compile(r"(?P<path>.+):(?P<line>\d+):\d+: (?P<code>MSL\d{3}) ")


def check(path: Path, text: str | bytes, target: str = "2.10", also: tuple[str, ...] = ()) -> Report:
    """What the engine says about `text` as the content of `path`, with the default rules and those of `also`."""
    data = text.encode() if isinstance(text, str) else text
    return check_bytes(str(path), data, Settings(Version(target), _selected(also)), new_project())


def _selected(also: tuple[str, ...]) -> tuple[str, ...]:
    """The selection that means the default rules and those of `also`."""
    return ("MSL", *also) if also else ()


def places(report: Report) -> list[tuple[int, str]]:
    """Line and code of each finding, in order."""
    assert report.failure is None, report.failure
    return sorted((finding.span.line, finding.code) for finding in report.findings)


def command_line(paths: Iterable[Path], target: str, also: tuple[str, ...] = ()) -> list[dict[str, object]]:
    """The JSON of `mslint check`."""
    selected = [f"--select={code}" for code in _selected(also)]
    done = _run("mslint", "check", "--output-format", "json", "--target-version", target, *selected, *map(str, paths))
    assert done.returncode in (0, 1), done.stderr
    findings = json.loads(done.stdout)
    assert isinstance(findings, list)
    return findings


def pylint(paths: Iterable[Path], target: str, also: tuple[str, ...] = ()) -> list[Place]:
    """Where `pylint --load-plugins=mslint` sees something of mslint's."""
    done = _run(
        "pylint",
        "--rcfile=",
        "--load-plugins=mslint",
        f"--mslint-target-version={target}",
        "--disable=all",
        "--enable=" + ",".join(_symbols(also)),
        "--output-format=json2",
        *map(str, paths),
    )
    messages = json.loads(done.stdout)["messages"]
    return [(message["absolutePath"], message["line"], f"MSL{message['messageId'][2:]}") for message in messages]


def flake8(paths: Iterable[Path], target: str, also: tuple[str, ...] = ()) -> list[Place]:
    """Where `flake8 --select MSL` sees something."""
    selected = ",".join(["MSL", *also])
    done = _run("flake8", "--isolated", f"--select={selected}", f"--mslint-target-version={target}", *map(str, paths))
    assert not done.stderr, done.stderr
    found = []
    for line in done.stdout.splitlines():
        match = _FLAKE8_LINE.match(line)
        assert match, line
        found.append((match["path"], int(match["line"]), match["code"]))
    return found


def _symbols(also: tuple[str, ...]) -> Sequence[str]:
    from mslint.checkers import all_checkers

    rules = [checker.rule for checker in all_checkers()]
    return [rule.symbol for rule in rules if rule.default_enabled or rule.code in also]


def _run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
