"""What the fixes of the rules make of the eval files, through the command."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import linting
import pytest
from evalfiles import EvalFile, all_files
from fixing import check, fix_eval_files

from mslint.checkers import Checker, all_checkers
from tools.fixed import difference, stored

FILES = {file.path.stem: file for file in all_files()}


@pytest.fixture(scope="session")
def fixed_files() -> dict[str, tuple[str, str]]:
    return fix_eval_files()


def test_the_fixes_are_those_that_were_approved(fixed_files: dict[str, tuple[str, str]]) -> None:
    made = {name: difference(*texts) for name, texts in fixed_files.items() if texts[0] != texts[1]}
    assert made == stored(), "read what changed, then run `python -m tools.fixed`"


def found(file: EvalFile, text: str) -> list[tuple[str, bool]]:
    report = linting.check(file.path, text, file.target, file.also)
    assert report.failure is None
    return sorted((finding.code, finding.fix is not None) for finding in report.findings)


@pytest.mark.parametrize("name", FILES)
def test_what_is_fixed_is_gone_and_the_rest_stays(name: str, fixed_files: dict[str, tuple[str, str]]) -> None:
    before, after = fixed_files[name]
    without_fix = Counter(each for each in found(FILES[name], before) if not each[1])
    # A fix may do away with a second finding in the same call.
    assert Counter(found(FILES[name], after)) <= without_fix


def test_the_second_run_changes_nothing(fixed_files: dict[str, tuple[str, str]], tmp_path: Path) -> None:
    folder = tmp_path
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, (_, after) in fixed_files.items():
        (folder / f"{name}.py").write_text(after, encoding="utf-8")
        groups.setdefault((FILES[name].target, FILES[name].also), []).append(name)
    for (target, also), names in groups.items():
        done = check(target, also, *(folder / f"{name}.py" for name in names))
        assert " 0 fixed," in done.stderr
    assert {name: (folder / f"{name}.py").read_text(encoding="utf-8") for name in FILES} == {
        name: after for name, (_, after) in fixed_files.items()
    }


@pytest.mark.parametrize("checker", all_checkers(), ids=lambda checker: checker.rule.code)
def test_pages_tell_whether_there_is_a_fix(checker: Checker) -> None:
    """A rule that says "No fix" has none; any other one has one that is applied to an eval file."""
    code = checker.rule.code
    has_fix = any((code, True) in found(file, file.text) for file in FILES.values() if code in file.text)
    _, _, safety = checker.page.partition("## Fix safety\n")
    assert has_fix is not safety.strip().startswith("No fix")
