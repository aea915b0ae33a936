"""What the tests of the three doors share: faults to find, a rule of their own, and ways to run each door.

`PROBE` stands for a rule that is off by default: it flags every call of a
function named `probe`. Where `install_probe` was called, all doors that run in
this process know it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mslint import checkers
from mslint.checkers import Checker
from mslint.cli.main import main
from mslint.context import Context
from mslint.finding import Finding, Severity
from mslint.rule import Rule, Seen

IMPORT = "from mindspore import nn\n"
FAULT = "opt = nn.Momentum(net.trainable_params(), lr=0.1, momentum=0.9)"
"""MSL202: `lr=0.1` stands in characters 43 to 48, counted from 1."""
FAULTY = IMPORT + FAULT + "\n"

PROBE_RULE = Rule(
    code="MSL599",
    symbol="probe-call",
    summary="calls of probe",
    message="on MindSpore {target} {effect}",
    seen=(Seen("2.7", "2.10", Severity.PARITY, "probe is called"),),
    bad="",
    good="",
)


def _check_probe(context: Context) -> Iterator[Finding]:
    for node in ast.walk(context.module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "probe":
            yield context.finding(PROBE_RULE, node)


PROBE = Checker(PROBE_RULE, _check_probe, "# probe-call (MSL599)\n\n## What it does\n\nFinds `probe`.\n")


def install_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all doors that run in this process know `PROBE`, until the test ends."""
    everything = (*(checker for checker in checkers.all_checkers() if checker.rule.code != "MSL599"), PROBE)
    monkeypatch.setattr(checkers, "all_checkers", lambda: everything)
    monkeypatch.setattr(checkers, "enabled", checkers.enabled.__wrapped__)


def write(path: str, text: str = FAULTY) -> None:
    """Write a file of the folder at hand, and the folders it lies in."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def mslint(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)


def mslint_findings(*arguments: str | Path, stdin: bytes | None = None) -> list[dict[str, Any]]:
    """The findings of `mslint check` for MindSpore 2.10, which must be able to check everything."""
    result = mslint("check", "--target-version", "2.10", "--output-format", "json", *arguments, stdin=stdin)
    assert result.exit_code in (0, 1), result.stderr
    findings = json.loads(result.stdout)
    assert isinstance(findings, list)
    return findings


def run(module: str, *arguments: str | Path, stdin: bytes | None = None, cwd: Path | None = None) -> Any:
    """Run `python -m module` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, check=False
    )


def pylint(*arguments: str | Path) -> list[dict[str, Any]]:
    """The messages of mslint's default rules from pylint in this process; options may turn more on."""
    from astroid import MANAGER
    from pylint.lint import Run
    from pylint.reporters.json_reporter import JSON2Reporter

    # pylint keeps the trees of files that it has read, by module name.
    MANAGER.clear_cache()
    stream = io.StringIO()
    options = ["--rcfile=", "--load-plugins=mslint", "--disable=all", "--enable=mslint", *map(str, arguments)]
    Run(options, reporter=JSON2Reporter(stream), exit=False)
    messages = json.loads(stream.getvalue())["messages"]
    assert isinstance(messages, list)
    return messages


_FLAKE8_LINE = re.compile(r"(?P<path>.+):(?P<line>\d+):(?P<column>\d+): (?P<code>[A-Z]+\d+) (?P<text>.*)")


def flake8(*arguments: str | Path) -> list[dict[str, Any]]:
    """What flake8 prints about mslint's codes, in this process."""
    from flake8.main.cli import main as flake8_main

    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(stream):
        flake8_main(["-j1", "--select=MSL", *map(str, arguments)])
        stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return flake8_lines(stream.buffer.getvalue().decode())


def flake8_lines(output: str) -> list[dict[str, Any]]:
    """flake8's output as path, line, column (as printed), code and text."""
    found = []
    for line in output.splitlines():
        match = _FLAKE8_LINE.fullmatch(line)
        assert match, line
        found.append({**match.groupdict(), "line": int(match["line"]), "column": int(match["column"])})
    return found
