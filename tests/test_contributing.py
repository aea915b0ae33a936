"""The example rule in CONTRIBUTING.md is a rule that works."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable
from pathlib import Path

import linting
import pytest
from test_rules_meta import SECTIONS, marked_lines

from mslint import checkers

TEXT = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"<!-- example rule -->\n```python\n(.*?)\n```\n\n1\. ", TEXT, re.DOTALL)


@pytest.fixture
def rule() -> types.ModuleType:
    assert EXAMPLE
    module = types.ModuleType("forced_batch_statistics")
    exec(compile(EXAMPLE[1], "CONTRIBUTING.md", "exec"), module.__dict__)
    return module


@pytest.fixture
def flagged(rule: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[int]]:
    """The lines of a program that the rule alone flags."""
    checker = checkers.Checker(rule.RULE, rule.check, "")
    monkeypatch.setattr(checkers, "enabled", lambda selection: [checker])
    return lambda program: [line for line, _ in linting.places(linting.check(Path("program.py"), program))]


def test_its_page_has_all_sections(rule: types.ModuleType) -> None:
    page = inspect.cleandoc(rule.__doc__ or "")
    assert page.startswith(f"# {rule.RULE.symbol} ({rule.RULE.code})\n")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == SECTIONS


def test_it_flags_what_it_marks(rule: types.ModuleType, flagged: Callable[[str], list[int]]) -> None:
    marked = marked_lines(rule.RULE.bad, rule.RULE.code)
    assert marked
    assert flagged(rule.RULE.bad) == marked


def test_it_leaves_the_good_program_alone(rule: types.ModuleType, flagged: Callable[[str], list[int]]) -> None:
    assert flagged(rule.RULE.good) == []
