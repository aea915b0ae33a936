from __future__ import annotations

import json

import pytest
from doors import PROBE_RULE, install_probe, mslint
from packaging.version import Version

from mslint import checkers
from mslint.rule import KNOWN_VERSIONS, MINDSPORE, PACKAGES

CHECKERS = checkers.all_checkers()


@pytest.mark.parametrize("checker", CHECKERS, ids=lambda checker: checker.rule.code)
def test_the_page_of_each_rule_by_each_of_its_names(checker: checkers.Checker) -> None:
    rule = checker.rule
    pages = [mslint("rule", name) for name in (rule.code, rule.code.lower(), rule.symbol, rule.pylint_id)]
    assert len({page.stdout for page in pages}) == 1
    text = pages[0].stdout
    assert text.startswith(checker.page)
    for fact in (rule.code, rule.symbol, rule.pylint_id, rule.severity.value, rule.confidence.value):
        assert fact in text
    for seen in rule.seen:
        assert f"{PACKAGES[seen.package].title} {seen.since}" in text
        assert f"{seen.severity.value}, {seen.effect}" in text
    assert [page.exit_code for page in pages] == [0] * 4


@pytest.mark.parametrize("letter", "CEFIRWew")
def test_any_letter_of_a_pylint_id_will_do(letter: str) -> None:
    assert mslint("rule", f"{letter}9202").stdout == mslint("rule", "MSL202").stdout


def test_rule_as_json() -> None:
    shown = json.loads(mslint("rule", "MSL202", "--output-format", "json").stdout)
    checker = checkers.by_name("MSL202")
    assert checker is not None
    assert shown["symbol"] == "optimizer-lr-keyword"
    assert shown["page"] == checker.page
    assert shown["seen"][0]["severity"] == checker.rule.seen[0].severity.value


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("MSL2022", "unknown rule 'MSL2022'; did you mean 'MSL202'?"),
        ("optimiser-lr-keyword", "unknown rule 'optimiser-lr-keyword'; did you mean 'optimizer-lr-keyword'?"),
        ("E501", "unknown rule 'E501'; `mslint rules` lists them"),
        ("", "unknown rule ''; `mslint rules` lists them"),
    ],
)
def test_an_unknown_rule_is_one_line_and_exit_2(name: str, problem: str) -> None:
    result = mslint("rule", name)
    assert (result.stdout, result.stderr, result.exit_code) == ("", f"mslint: {problem}\n", 2)


def test_versions_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    install_probe(monkeypatch)
    text = mslint("rule", "MSL599").stdout
    assert "- MindSpore 2.7 to 2.10: parity, probe is called" in text
    assert "- on by default: no" in text


def test_the_table_lists_every_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    install_probe(monkeypatch)
    header, *rows = mslint("rules").stdout.splitlines()
    assert header.split("  ")[0] == "code"
    assert [row.split()[:2] for row in rows] == [
        [checker.rule.code, checker.rule.symbol] for checker in checkers.all_checkers()
    ]
    probe = next(row for row in rows if PROBE_RULE.code in row)
    assert probe.split()[2:4] == ["parity", "off"]


def test_the_list_as_json() -> None:
    listed = json.loads(mslint("rules", "--output-format", "json").stdout)
    assert [rule["code"] for rule in listed] == [checker.rule.code for checker in CHECKERS]
    assert listed[0]["pylint_id"] == CHECKERS[0].rule.pylint_id


def test_the_evidence_names_every_version_of_every_rule() -> None:
    header, *rows = mslint("rules", "--evidence").stdout.splitlines()
    assert header.split() == ["code", "symbol", *KNOWN_VERSIONS]
    assert [row.split()[0] for row in rows] == [checker.rule.code for checker in CHECKERS]
    for row, checker in zip(rows, CHECKERS, strict=True):
        for version, cell in zip(KNOWN_VERSIONS, row.split()[2:], strict=True):
            seen = checker.rule.on(Version(version), MINDSPORE)
            assert cell == ("-" if seen is None else seen.severity.value)


def test_the_evidence_as_json() -> None:
    shown = {
        each["code"]: each["evidence"]
        for each in json.loads(mslint("rules", "--evidence", "--output-format", "json").stdout)
    }
    assert list(shown) == [checker.rule.code for checker in CHECKERS]
    assert shown["MSL301"] == dict.fromkeys(("1.10", "2.0")) | dict.fromkeys(KNOWN_VERSIONS[2:], "warning")
