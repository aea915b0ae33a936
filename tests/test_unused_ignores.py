"""`--warn-unused-ignores`: which comments silence nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from doors import FAULT, IMPORT, install_probe, mslint, mslint_findings
from packaging.version import Version

from mslint.checkers import all_checkers
from mslint.unused import CODE, SYMBOL

FINE = "right = nn.Dense(3, 4)"
HERE = "on MindSpore 2.10 there is nothing to silence here"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def unused(text: str, *options: str) -> list[tuple[int, int, int, str]]:
    """Line, columns and message of each comment that is reported."""
    Path("model.py").write_text(IMPORT + text, encoding="utf-8")
    found = mslint_findings("--warn-unused-ignores", *options, "model.py")
    return [
        (each["line"], each["column"], each["end_column"], each["message"]) for each in found if each["code"] == CODE
    ]


def shown(text: str, *options: str) -> list[str]:
    """The names that are reported, each as it is written."""
    lines = (IMPORT + text).splitlines()
    return [lines[line - 1][column - 1 : end - 1] for line, column, end, _ in unused(text, *options)]


def test_no_rule_has_the_code() -> None:
    assert all(checker.rule.code[3] != "0" for checker in all_checkers())
    assert not any(checker.rule.symbol == SYMBOL for checker in all_checkers())


@pytest.mark.parametrize(
    ("comment", "names"),
    [
        ("# noqa: MSL202", ["MSL202"]),
        ("# noqa: MSL2", ["MSL2"]),
        ("# noqa: E501, MSL202,MSL209 why", ["MSL202", "MSL209"]),
        ("# noqa: msl202", ["msl202"]),
        ("# noqa: MSL999", ["MSL999"]),
        ("# noqa: E501", []),
        ("# noqa", []),
        ("# noqa: MSL001", []),
        ("# noqa: MSL000", []),
        ("# mslint: ignore", ["# mslint: ignore"]),
        ("# mslint: ignore[]", ["# mslint: ignore[]"]),
        ("# mslint: ignore[MSL202, optimizer-lr-keyword] why", ["MSL202", "optimizer-lr-keyword"]),
        ("# mslint: ignore[E9202,nonsense]", ["E9202", "nonsense"]),
        ("# mslint: ignored", []),
        ("# pylint: disable=optimizer-lr-keyword", ["optimizer-lr-keyword"]),
        ("# pylint: disable=invalid-name,E9202 ; why", ["E9202"]),
        ("# pylint: disable=w9202", ["w9202"]),
        ("# pylint: disable=E9999", []),
        ("# pylint: disable=all-of-it,mslint,E,W", []),
        ("# pylint: enable=E9202", []),
        ("# é optimizer-lr-keyword # pylint: disable=optimizer-lr-keyword", ["optimizer-lr-keyword"]),
        ("# noqa: MSL202 # pylint: disable=E9202", ["MSL202", "E9202"]),
    ],
)
def test_behind_a_line_that_is_right(comment: str, names: list[str]) -> None:
    assert shown(f"é = '模'; {FINE}  {comment}\n") == names


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: MSL202",
        "# noqa: MSL2",
        "# noqa: E501,MSL202 why",
        "# mslint: ignore",
        "# mslint: ignore[E9202]",
        "# mslint: ignore[optimizer-lr-keyword] why",
        "# pylint: disable=optimizer-lr-keyword",
        "# pylint: disable=E9202",
        "# noqa: MSL202 # pylint: disable=optimizer-lr-keyword",
    ],
)
def test_behind_a_fault(comment: str) -> None:
    assert unused(f"{FAULT}  {comment}\n") == []


def test_the_message_and_the_place() -> None:
    assert unused(f"{FINE}  # noqa: MSL202\n") == [(2, 33, 39, f"`# noqa: MSL202` is not used: {HERE}")]
    [(*_, message)] = unused(f"{FINE}  # mslint: ignore[nonsense]\n")
    assert message == "`# mslint: ignore[nonsense]` is not used: no rule is called that"
    [(*_, message)] = unused(f"{FINE}  # pylint: disable=E9202\n")
    assert message == f"`# pylint: disable=E9202` is not used: {HERE}"


def test_only_the_names_that_are_not_used() -> None:
    assert shown(f"{FAULT}  # noqa: MSL202, MSL209\n") == ["MSL209"]
    assert shown(f"{FAULT}  # pylint: disable=E9202,W9209\n") == ["W9209"]


def test_scopes_of_pylint() -> None:
    disable = "# pylint: disable=optimizer-lr-keyword"
    assert unused(f"{disable}\ndef f():\n    {FAULT}\n") == []
    assert [line for line, *_ in unused(f"def f():\n    {disable}\n    {FINE}\n{FAULT}\n")] == [3]
    assert unused(f"# pylint: disable-next=E9202\n{FAULT}\n") == []
    assert [line for line, *_ in unused(f"# pylint: disable-next=E9202\n{FINE}\n{FAULT}\n")] == [2]


def test_joined_lines() -> None:
    assert unused(f"a = {FAULT.partition(' = ')[2]}, '''\n'''  # noqa: MSL202\n") == []
    assert shown("a = '''\n# noqa: MSL202\n'''\n") == []


def test_a_comment_for_a_rule_that_was_not_asked_for_is_judged_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unused(f"{FAULT}  # noqa: MSL202\n", "--ignore", "MSL202") == []
    assert unused(f"{FAULT}  # noqa: MSL202\n", "--select", "MSL1") == []
    install_probe(monkeypatch)
    assert unused("probe()  # noqa: MSL599\n") == []
    assert shown("print()  # noqa: MSL599\n") == ["MSL599"]


def test_a_rule_that_is_silent_on_the_target_may_speak_on_another() -> None:
    [rule] = [checker.rule for checker in all_checkers() if checker.rule.code == "MSL208"]
    Path("model.py").write_text(f"{IMPORT}{FINE}  # noqa: {rule.code}\n")
    for target, count in (("2.0", 0), ("2.10", 1)):
        assert (rule.on(Version(target)) is None) is (count == 0)
        result = mslint("check", "--warn-unused-ignores", "--target-version", target)
        assert result.stdout.count(CODE) == count


@pytest.mark.parametrize("comment", ["# flake8: noqa", "# mslint: skip-file", "# pylint: skip-file"])
def test_files_that_are_left_out_are_not_judged(comment: str) -> None:
    assert unused(f"{comment}\n{FINE}  # noqa: MSL202\n") == []


def test_it_counts_as_a_finding_and_only_when_asked_for() -> None:
    Path("model.py").write_text(f"{IMPORT}{FAULT}\n{FINE}  # noqa: MSL202\n")
    assert mslint("check", "--target-version", "2.10").stdout.count("MSL001") == 0
    result = mslint("check", "--target-version", "2.10", "--warn-unused-ignores")
    assert [line.split(": ")[1][:6] for line in result.stdout.splitlines()] == ["MSL202", "MSL001"]
    assert result.stdout.endswith("[unused-ignore]\n")
    Path("model.py").write_text(f"{IMPORT}{FINE}  # noqa: MSL202\n")
    assert mslint("check", "--target-version", "2.10", "--warn-unused-ignores").exit_code == 1
    assert mslint("check", "--target-version", "2.10").exit_code == 0


def test_after_fixes_their_comments_are_not_used() -> None:
    Path("model.py").write_text(f"{IMPORT}{FAULT}  # noqa: MSL201\n")
    result = mslint("check", "--target-version", "2.10", "--fix", "--warn-unused-ignores")
    assert "learning_rate=0.1" in Path("model.py").read_text()
    assert result.stdout.startswith("model.py:2:85: MSL001 `# noqa: MSL201` is not used")
    assert result.stderr.endswith("1 file checked: 1 fixed, 1 remaining\n")
