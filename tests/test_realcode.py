"""The judged findings in real code, and the tool that keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mslint.rule import KNOWN_VERSIONS
from tools import realcode
from tools.realcode import Place, Verdict
from tools.releases import ReleaseError, releases

RAISES = Verdict("true", "it raises")


def place(target: str, line: int = 3) -> Place:
    return Place("package", "a.py", line, "MSL701", target)


def test_a_row_stands_for_all_versions_with_one_verdict(tmp_path: Path) -> None:
    path = tmp_path / "findings.csv"
    stored = {place("2.10"): RAISES, place("2.6"): RAISES, place("2.7"): Verdict("true", "another reason")}
    realcode.write(path, stored)
    assert path.read_text() == (
        "package,file,line,code,targets,verdict,reason\n"
        "package,a.py,3,MSL701,2.7,true,another reason\n"
        "package,a.py,3,MSL701,2.6 2.10,true,it raises\n"
    )
    assert realcode.read(path) == stored


def test_a_verdict_needs_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "findings.csv"
    path.write_text("package,file,line,code,targets,verdict,reason\npackage,a.py,3,MSL701,2.6 2.7,true,\n")
    with pytest.raises(ReleaseError, match=r"package  a\.py:3  MSL701  on 2\.6: a verdict is one of"):
        realcode.read(path)


def test_a_finding_for_another_version_is_another_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert not realcode.compare({place("2.6"): "refused"}, {place("2.7"): RAISES})
    assert capsys.readouterr().out.splitlines() == [
        "new     package  a.py:3  MSL701  on 2.6  refused",
        "gone    package  a.py:3  MSL701  on 2.7",
    ]


def test_every_release_is_linted_for_the_newest_version_too() -> None:
    targets = realcode.read_targets(realcode.TARGETS)
    assert targets.keys() == releases().keys()
    assert all(KNOWN_VERSIONS[-1] in each for each in targets.values())


def test_every_stored_finding_was_judged_and_is_right() -> None:
    targets = realcode.read_targets(realcode.TARGETS)
    stored = realcode.read(realcode.STORED)
    assert {each.verdict for each in stored.values()} <= {"true", "intended"}
    assert all(each.target in targets[each.package] for each in stored)
