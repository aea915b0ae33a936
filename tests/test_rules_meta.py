"""What every rule file owes its reader: a name, a page, two programs, an eval file."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import linting
import pytest
from evalfiles import all_files
from packaging.version import Version

from mslint.checkers import Checker, all_checkers
from mslint.rule import FAMILIES, KNOWN_VERSIONS, MINDSPORE, PACKAGES

CHECKERS = all_checkers()
SECTIONS = ["What it does", "Why is this bad", "Example", "Use instead", "Fix safety", "Limits", "Versions"]
"""The sections of a page; References may follow."""
every_rule = pytest.mark.parametrize("checker", CHECKERS, ids=lambda checker: checker.rule.code)


def rule_file(checker: Checker) -> Path:
    return Path(checker.check.__code__.co_filename)


def marked_lines(program: str, code: str) -> list[int]:
    """The lines that end in the comment `# CODE`."""
    tokens = tokenize.generate_tokens(io.StringIO(program).readline)
    return [token.start[0] for token in tokens if token.type == tokenize.COMMENT and token.string == f"# {code}"]


def found_lines(program: str, code: str, target: str) -> list[int]:
    """The lines that mslint flags, all of them for `code`."""
    findings = linting.check(Path("program.py"), program, target, also=(code,)).findings
    assert {finding.code for finding in findings} <= {code}
    assert all(re.search(_versions(code, target), finding.message) for finding in findings)
    return sorted({finding.span.line for finding in findings})


def _versions(code: str, target: str) -> str:
    """What a message of a rule names: the MindSpore under check, or a package over it and its newest version."""
    [rule] = [checker.rule for checker in CHECKERS if checker.rule.code == code]
    newest = {MINDSPORE: target}
    packages = dict.fromkeys(seen.package for seen in rule.seen)
    return "|".join(
        re.escape(f"{PACKAGES[package].title} {newest.get(package, PACKAGES[package].versions[-1])}")
        for package in packages
    )


def newest_version(checker: Checker) -> str:
    """The newest known version of MindSpore in which the rule speaks."""
    last = checker.rule.seen[-1]
    return last.until if last.until and last.package == MINDSPORE else KNOWN_VERSIONS[-1]


def test_there_are_rules() -> None:
    assert CHECKERS


def test_names_are_unique() -> None:
    codes = [checker.rule.code for checker in CHECKERS]
    symbols = [checker.rule.symbol for checker in CHECKERS]
    assert len(codes) == len(set(codes))
    assert len(symbols) == len(set(symbols))


@every_rule
def test_names(checker: Checker) -> None:
    rule = checker.rule
    assert re.fullmatch(r"MSL[1-9]\d\d", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.symbol)
    path = rule_file(checker)
    assert path.stem == rule.symbol.replace("-", "_")
    assert path.parent.name == FAMILIES[rule.code[3]]


@every_rule
def test_words(checker: Checker) -> None:
    rule = checker.rule
    assert rule.summary == rule.summary.strip()
    assert "\n" not in rule.message
    known = {checker.rule.code for checker in CHECKERS}
    assert set(rule.related) <= known


@every_rule
def test_versions(checker: Checker) -> None:
    assert checker.rule.seen
    for package in dict.fromkeys(seen.package for seen in checker.rule.seen):
        versions = PACKAGES[package].versions
        order = {version: place for place, version in enumerate(versions)}
        previous = -1
        for seen in checker.rule.seen:
            if seen.package == package:
                assert seen.effect
                since = order[seen.since]
                until = order[seen.until or versions[-1]]
                assert previous < since <= until
                previous = until


@every_rule
def test_page_has_its_sections_in_order(checker: Checker) -> None:
    title = checker.page.splitlines()[0]
    assert title == f"# {checker.rule.symbol} ({checker.rule.code})"
    assert re.findall(r"^## (.+)$", checker.page, re.MULTILINE) in (SECTIONS, [*SECTIONS, "References"])


@every_rule
def test_page_sections_say_something(checker: Checker) -> None:
    for section in SECTIONS:
        text = checker.page.partition(f"## {section}\n")[2].partition("\n## ")[0]
        assert len(text.split()) >= 2, section


@every_rule
@pytest.mark.parametrize("which", ["bad", "good"])
def test_programs_define_observe(checker: Checker, which: str) -> None:
    tree = ast.parse(getattr(checker.rule, which))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "observe"]
    assert len(functions) == 1
    takes_variant = any(proof.variant for proof in checker.rule.proofs)
    assert len(functions[0].args.args) == takes_variant


@every_rule
def test_bad_is_flagged_where_it_is_marked(checker: Checker) -> None:
    code = checker.rule.code
    marked = marked_lines(checker.rule.bad, code)
    assert marked
    assert found_lines(checker.rule.bad, code, newest_version(checker)) == marked


@every_rule
def test_good_is_clean(checker: Checker) -> None:
    assert marked_lines(checker.rule.good, checker.rule.code) == []
    assert found_lines(checker.rule.good, checker.rule.code, newest_version(checker)) == []


@every_rule
def test_silent_where_it_was_not_seen(checker: Checker) -> None:
    for version in KNOWN_VERSIONS:
        if checker.rule.on(Version(version)) is None:
            report = linting.check(Path("program.py"), checker.rule.bad, version, also=(checker.rule.code,))
            # Of an older version a program may well name what came later.
            assert {finding.code for finding in report.findings} <= {"MSL702"}


@every_rule
def test_there_is_an_eval_file(checker: Checker) -> None:
    marks = [mark.code for file in all_files() for mark in file.expected]
    assert checker.rule.code in marks
