"""Whole cases, some of several files: what is wrong in `bad*.py` is found, `good*.py` and `ok*.py` are clean.

`case.toml` says which rule answers and where. Where a network is not in
training mode there is no single right line: any line of the same function will
do, or of a function that it calls.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import linting
import pytest

from mslint.finding import Finding, Severity

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "cases").glob("*/case.toml"))
BAD = [folder for folder in FOLDERS if not folder.name.startswith("neg-")]
ABOUT_MODE = ("MSL101", "MSL102")


def findings(folder: Path, pattern: str) -> list[Finding]:
    """What the default rules, and the one that the case is about, find."""
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    found = []
    for path in sorted(folder.glob(pattern)):
        report = linting.check(path, path.read_bytes(), also=(case["rule"],) if "rule" in case else ())
        assert report.failure is None
        found += report.findings
    return found


def same_function(path: Path, line: int) -> set[int]:
    """The lines of the innermost function around `line`, and of the functions of the file that it calls."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    around = [function for function in functions if line in lines_of(function)]
    home: ast.AST = min(around, key=lambda function: len(lines_of(function)), default=tree)
    called = {node.func.id for node in ast.walk(home) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    inside = {node.lineno for node in ast.walk(home) if isinstance(node, ast.stmt)}
    return inside.union(*(lines_of(function) for function in functions if function.name in called))


def lines_of(function: ast.FunctionDef) -> range:
    return range(function.lineno, (function.end_lineno or function.lineno) + 1)


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_bad_is_found(folder: Path) -> None:
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    found = findings(folder, "bad*.py")
    assert {finding.code for finding in found} == {case["rule"]}
    if case["advice"]:
        assert {finding.severity for finding in found} == {Severity.ADVICE}
    for flag in case["flag_lines"]:
        name, _, line = flag.partition(":")
        wanted = {int(line)}
        if case["rule"] in ABOUT_MODE:
            wanted = same_function(folder / name, int(line))
        lines = [finding.span.line for finding in found if Path(finding.path).name == name]
        assert any(line in wanted for line in lines), f"{flag}: found {lines}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_good_is_clean(folder: Path) -> None:
    assert list(folder.glob("good*.py")) or list(folder.glob("ok*.py"))
    assert findings(folder, "good*.py") == []
    assert findings(folder, "ok*.py") == []
