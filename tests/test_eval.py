"""Every eval file, through every door, in every spelling and world."""

from __future__ import annotations

from collections import defaultdict

import linting
import pytest
import respell
from evalfiles import EvalFile, all_files, parse

from mslint.model.source import Source

FILES = all_files()
DOORS = ("command line", "pylint", "flake8")
Found = dict[str, list[tuple[int, str]]]


def by_name(file: EvalFile) -> str:
    return file.name


@pytest.fixture(scope="session")
def doors() -> dict[str, Found]:
    """Line and code of what each door finds, by door and path. Each door starts once per version and rules."""
    groups = defaultdict(list)
    for file in FILES:
        groups[file.target, file.also].append(file.path)
    found: dict[str, Found] = {door: defaultdict(list) for door in DOORS}
    for (target, also), paths in groups.items():
        for finding in linting.command_line(paths, target, also):
            found["command line"][str(finding["path"])].append((finding["line"], finding["code"]))
        for door, run in (("pylint", linting.pylint), ("flake8", linting.flake8)):
            for path, line, code in run(paths, target, also):
                found[door][path].append((line, code))
    return found


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("file", FILES, ids=by_name)
def test_each_door_finds_what_is_marked(file: EvalFile, door: str, doors: dict[str, Found]) -> None:
    assert sorted(doors[door][str(file.path)]) == file.marked


@pytest.mark.parametrize("file", [file for file in FILES if any(mark.column for mark in file.expected)], ids=by_name)
def test_columns(file: EvalFile) -> None:
    source = Source(str(file.path), file.text)
    found = {
        (finding.span.line, finding.code, source.character(finding.span.line, finding.span.column) + 1)
        for finding in linting.check(file.path, file.text, file.target, file.also).findings
    }
    assert {(mark.line, mark.code, mark.column) for mark in file.expected if mark.column} <= found


SPELLED = [(file, spelling) for file in FILES for spelling in file.spellings]


@pytest.mark.parametrize(("file", "spelling"), SPELLED, ids=[f"{file.name}-{spelling}" for file, spelling in SPELLED])
def test_the_spelling_of_imports_does_not_matter(file: EvalFile, spelling: str) -> None:
    text = respell.respell(file.text, spelling)
    assert linting.places(linting.check(file.path, text, file.target, file.also)) == file.marked


WORLDS = [(file, world) for file in FILES for world in file.silent_as]


@pytest.mark.parametrize(("file", "world"), WORLDS, ids=[f"{file.name}-{world}" for file, world in WORLDS])
def test_silent_in_other_worlds(file: EvalFile, world: str) -> None:
    for spelling in ("module", "member"):
        text = respell.respell(file.text, spelling, respell.WORLDS[world])
        found = linting.places(linting.check(file.path, text, file.target, file.also))
        codes = {code for _, code in file.marked}
        assert [place for place in found if place[1] in codes] == [], text


@pytest.mark.parametrize("file", FILES, ids=by_name)
def test_a_file_says_both_what_is_wrong_and_what_is_right(file: EvalFile) -> None:
    assert file.expected
    assert file.ok_lines
    assert not {mark.line for mark in file.expected} & set(file.ok_lines)


def test_marks_are_read_from_comments_only() -> None:
    text = "a = '# error: MSL201'\nb = 1  # error: MSL201@5, MSL209\nc = 2  # ok: right\n# silent-as: torch mint\n"
    text += "# also: MSL216\n# spellings: ms parent\n"
    file = parse(FILES[0].path, text)
    assert [(mark.line, mark.code, mark.column) for mark in file.expected] == [(2, "MSL201", 5), (2, "MSL209", None)]
    assert file.ok_lines == [3]
    assert file.silent_as == ("torch", "mint")
    assert file.also == ("MSL216",)
    assert file.spellings == ("ms", "parent")
    assert parse(FILES[0].path, "# spellings: none\n").spellings == ()
    assert parse(FILES[0].path, "a = 1\n").spellings == respell.SPELLINGS


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("# error: 201", "not a mark"),
        ("# error: MSL201@", "not a mark"),
        ("# ok:", "says why"),
        ("# silent-as: mars", "unknown world 'mars'"),
        ("# spellings: runes", "the spellings are none, or of ms, parent"),
    ],
)
def test_wrong_marks_are_refused(comment: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse(FILES[0].path, f"a = 1  {comment}\n")
