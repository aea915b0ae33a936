"""The documents say what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import linting
import pytest
from doors import mslint

from mslint.checkers import all_checkers
from tools.docs import FOLDER, pages

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODES = [checker.rule.code for checker in all_checkers()]
PAGES = [
    f"docs/{name}.md"
    for name in (
        "index",
        "api",
        "baseline",
        "ci",
        "pylint",
        "flake8",
        "configuration",
        "daily",
        "fixes",
        "notebooks",
        "suppression",
        "performance",
        "selfcheck",
    )
]


def test_the_rule_pages_are_those_that_the_rules_make() -> None:
    stored = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert stored == pages(), "run `python -m tools.docs`"


@pytest.mark.parametrize("code", CODES)
def test_the_changelog_names_every_rule(code: str) -> None:
    assert code in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", *PAGES])
def test_documents_name_no_rule_that_does_not_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert set(re.findall(r"MSL[1-9]\d\d", text)) <= set(CODES)
    assert {f"MSL{digits}" for digits in re.findall(r"\b[EWR]9([1-9]\d\d)\b", text)} <= set(CODES)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", *PAGES])
def test_links_lead_to_files(name: str) -> None:
    path = ROOT / name
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_output_in_the_readme_is_real() -> None:
    lines = re.findall(r"^(examples/\S+\.py):(\d+):(\d+): ([A-Z])9(\d{3}): (.*) \((.*)\)$", README, re.MULTILINE)
    assert len(lines) >= 3
    ids = {checker.rule.code: checker.rule.pylint_id for checker in all_checkers()}
    for path, line, column, letter, digits, message, symbol in lines:
        shown = [
            (each.span.line, each.span.column, ids[each.code], each.message, each.symbol)
            for each in linting.check(ROOT / path, (ROOT / path).read_bytes()).findings
        ]
        assert (int(line), int(column), f"{letter}9{digits}", message, symbol) in shown


def test_the_output_in_the_page_of_names_is_real() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"^```\n(mindspore\.nn\.Dropout: .*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert mslint("api", "nn.Dropout").stdout == shown
