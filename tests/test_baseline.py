"""`mslint baseline`, and `mslint check` beside a baseline."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from doors import FAULT, FAULTY, IMPORT, mslint
from hypothesis import given
from hypothesis import strategies as st

from mslint.baseline import Key, read, text_of, write
from mslint.config import ConfigError

NAME = ".mslint-baseline.json"
NORM = "nn.BatchNorm2d(3, momentum=0.1)"
MODEL = f"{IMPORT}\ndef build(net):\n    a = {NORM}\n    return a\n"
HELD_BACK = "1 file checked: no new findings; 1 known finding held back\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(path: str, text: str = FAULTY) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def entries(path: str = NAME) -> list[dict[str, Any]]:
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    assert document["known"][-1] == {"end": True}
    return list(document["known"][:-1])


def checked(*arguments: str) -> tuple[int, list[int], str]:
    """Exit code, lines with findings, summary."""
    result = mslint("check", "--target-version", "2.10", "--output-format", "json-lines", *arguments)
    lines = [json.loads(row) for row in result.stdout.splitlines()]
    return result.exit_code, [line["line"] for line in lines], result.stderr


def create(*arguments: str) -> str:
    result = mslint("baseline", "create", "--target-version", "2.10", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stderr


def update(*arguments: str) -> str:
    result = mslint("baseline", "update", "--target-version", "2.10", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stderr


def test_the_file() -> None:
    put("pkg/模型.py", f"{IMPORT}\nclass 网络:\n    def f(self):\n        {FAULT}\n        {FAULT}\n")
    put("a.py", MODEL.replace("build", "f"))
    assert create() == "2 files checked: 3 known findings, 3 added, 0 removed\n"
    assert Path(NAME).read_text(encoding="utf-8") == (
        '{\n  "version": 1,\n  "known": [\n'
        '    {"file": "a.py", "scope": "f", "rule": "MSL201", "text": "nn.BatchNorm2d(momentum=0.1)", "count": 1},\n'
        '    {"file": "pkg/模型.py", "scope": "网络.f", "rule": "MSL202", "text": "nn.Momentum(lr=0.1)", "count": 2},\n'
        '    {"end": true}\n  ]\n}\n'
    )


def test_what_is_known_is_held_back_and_said() -> None:
    put("a.py", MODEL)
    create()
    assert checked() == (0, [], HELD_BACK)
    assert checked("--no-baseline") == (1, [4], "1 file checked: 1 finding\n")


def test_a_finding_that_moved_stays_known() -> None:
    put("a.py", MODEL)
    create()
    put("a.py", f"import os\n\n\ndef other():\n    pass\n\n\n{MODEL}".replace("momentum=0.1", "momentum = 0.1,"))
    assert checked() == (0, [], HELD_BACK)


def test_one_more_of_the_same_is_new() -> None:
    put("a.py", MODEL)
    create()
    put("a.py", MODEL.replace("return", f"b = {NORM}\n    return"))
    code, lines, summary = checked()
    assert (code, lines) == (1, [5])
    assert summary == "1 file checked: 1 new finding; 1 known finding held back\n"
    put("a.py", f"{MODEL}\ndef other():\n    return {NORM}\n")
    assert checked()[:2] == (1, [8])


def test_other_files_rules_and_texts_are_new() -> None:
    put("a.py", MODEL)
    create()
    put("b.py", MODEL)
    assert checked("b.py") == (1, [4], "1 file checked: 1 new finding\n")
    put("a.py", MODEL.replace("0.1", "0.2"))
    assert checked("a.py")[:2] == (1, [4])


def test_what_is_fixed_is_said() -> None:
    put("a.py", MODEL.replace("return", f"b = {NORM}\n    return"))
    put("b.py", MODEL)
    put("c.py", MODEL)
    create()
    put("a.py", MODEL)
    put("b.py", "a = 1\n")
    Path("c.py").unlink()
    assert checked()[2] == (
        "2 files checked: no new findings; 1 known finding held back; "
        "3 of the baseline are fixed, `mslint baseline update` takes note\n"
    )
    assert checked("a.py")[2].count("2 of the baseline are fixed") == 1
    assert update() == "2 files checked: 1 known finding, 0 added, 3 removed\n"
    assert [(entry["file"], entry["count"]) for entry in entries()] == [("a.py", 1)]


def test_what_was_not_looked_for_is_not_fixed() -> None:
    put("a.py", MODEL)
    put("b.py", FAULTY)
    put("broken.py", MODEL)
    create()
    put("broken.py", "a = (\n")
    assert "fixed" not in checked("b.py")[2]
    assert "fixed" not in checked("--select", "MSL202", "b.py", "a.py")[2]
    assert "fixed" not in checked("broken.py", "a.py")[2]
    result = mslint("baseline", "update", "--target-version", "2.10", "--select", "MSL202")
    assert (result.exit_code, len(entries())) == (2, 3)
    assert result.stderr.splitlines()[-1] == (
        "2 files checked: 3 known findings, 0 added, 0 removed; 1 path could not be checked"
    )


def test_update_adds_unless_it_must_not() -> None:
    put("a.py", MODEL)
    create()
    put("a.py", f"{MODEL.replace('0.1', '0.2')}\n{FAULT}\n")
    assert update("--only-remove") == "1 file checked: 0 known findings, 0 added, 1 removed\n"
    assert update() == "1 file checked: 2 known findings, 2 added, 0 removed\n"
    assert checked()[:2] == (0, [])


def test_create_does_not_overwrite(folder: Path) -> None:
    put("a.py", MODEL)
    create()
    result = mslint("baseline", "create")
    assert result.stderr == f"mslint: {folder / NAME}: exists already; `mslint baseline update` brings it up to date\n"
    assert result.exit_code == 2


def test_nothing_is_written_where_nothing_was_checked() -> None:
    put("a.py", "a = (\n")
    result = mslint("baseline", "create")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "1 path could not be checked; nothing was written"
    assert not Path(NAME).exists()


def test_show() -> None:
    put("a.py", MODEL)
    put("pkg/b.py", f"{FAULTY}{FAULT}\n")
    create()
    result = mslint("baseline", "show")
    assert result.stdout == (
        "a.py: build: MSL201 nn.BatchNorm2d(momentum=0.1)\npkg/b.py: <module>: MSL202 nn.Momentum(lr=0.1) (2 times)\n"
    )
    assert result.stderr == "3 known findings in 2 files\n"
    assert mslint("baseline", "show", "pkg").stdout.startswith("pkg/b.py: ")
    assert mslint("baseline", "show", "pk").stdout == ""
    assert mslint("baseline", "show", "a.py").stderr == "1 known finding in 1 file\n"


def test_ratchet() -> None:
    put("a.py", f"{MODEL}{FAULT}\n")
    code, _, message = checked("--ratchet")
    assert (code, message.endswith(f"{NAME}: does not exist; `mslint baseline create` writes it\n")) == (2, True)
    create()
    put("a.py", MODEL)
    code, lines, message = checked("--ratchet")
    assert (code, lines) == (0, [])
    assert message.splitlines()[0] == "fixed: a.py: <module>: MSL202 nn.Momentum(lr=0.1)"
    put("a.py", MODEL.replace("return", f"b = {NORM}\n    return"))
    assert checked("--ratchet", "--exit-zero")[:2] == (1, [5])
    assert checked("--exit-zero")[0] == 0


@pytest.mark.parametrize("option", [["--ratchet"], ["--baseline", "a.json"]])
def test_a_baseline_is_not_asked_for_and_refused(option: list[str]) -> None:
    put("a.py", MODEL)
    assert checked("--no-baseline", *option) == (
        2, [], f"mslint: --no-baseline: does not go with {option[0]}\n"
    )  # fmt: skip


def test_it_stands_beside_the_configuration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("pyproject.toml", "[tool.mslint]\n")
    put("src/a.py", MODEL)
    monkeypatch.chdir(folder / "src")
    create()
    assert entries(f"../{NAME}")[0]["file"] == "src/a.py"
    assert checked() == (0, [], HELD_BACK)
    monkeypatch.chdir(folder)
    assert checked("./src/../src/a.py") == checked(str(folder / "src" / "a.py")) == (0, [], HELD_BACK)


def test_it_stands_where_it_is_configured_or_given(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("setup.cfg", "[mslint]\nbaseline = lint/known.json\n")
    put("src/a.py", MODEL)
    assert checked("src")[2] == (
        f"mslint: {folder / 'lint' / 'known.json'}: does not exist; `mslint baseline create` writes it\n"
    )
    Path("lint").mkdir()
    create("src")
    assert entries("lint/known.json")[0]["file"] == "../src/a.py"
    monkeypatch.chdir(folder / "src")
    assert checked()[0] == 0
    create("--baseline", "own.json", "--ignore", "MSL201")
    assert entries("own.json") == []
    assert checked("--baseline", "own.json")[0] == 1
    assert checked("--baseline", "none.json")[2].startswith("mslint: none.json: does not exist; ")


def test_a_wrong_setting_is_one_line(folder: Path) -> None:
    put("pyproject.toml", "[tool.mslint]\nbaseline = 3\n")
    put("a.py")
    assert mslint("check").stderr == (
        f"mslint: {folder / 'pyproject.toml'}: [tool.mslint] baseline: must be a string that is not empty\n"
    )


GOOD = '{"file": "a.py", "scope": "f", "rule": "MSL201", "text": "x", "count": 1}'


def document(entry: str) -> str:
    return f'{{"version": 1, "known": [{GOOD}, {entry}]}}'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", ":1:1: is not JSON: Expecting value"),
        ('{\n"version" 1\n}', ":2:11: is not JSON: Expecting ':' delimiter"),
        ('{\n<<<<<<< HEAD\n"version": 1\n=======\n>>>>>>> b\n}', ":2: holds a merge conflict"),
        ("[]", ': is not a baseline of mslint: an object with a list "known" is expected'),
        ('{"version": 1, "known": {}}', ': is not a baseline of mslint: an object with a list "known" is expected'),
        ('{"known": []}', ': "version" must be 1; another release of mslint may have written it'),
        ('{"version": true, "known": []}', ': "version" must be 1; another release of mslint may have written it'),
        ('{"version": 2, "known": []}', ': "version" must be 1; another release of mslint may have written it'),
        (document("3"), ": entry 2: must be an object"),
        (document("{}"), ': entry 2: lacks "file"'),
        (document(GOOD.replace('"x"', '""')), ': entry 2: "text" must be a text that is not empty'),
        (document(GOOD.replace('"f"', "null")), ': entry 2: "scope" must be a text that is not empty'),
        (document(GOOD.replace("a.py", "a\\u0000")), ': entry 2: "file" must be a text that is not empty'),
        (document(GOOD.replace("1}", "0}")), ': entry 2: "count" must be a whole number from 1 on'),
        (document(GOOD.replace("1}", "true}")), ': entry 2: "count" must be a whole number from 1 on'),
        (document(GOOD.replace("1}", "1e999}")), ': entry 2: "count" must be a whole number from 1 on'),
        (document(GOOD.replace("1}", '1, "line": 3}')), ": entry 2: has an unknown member 'line'"),
        ("[" * 100000, ": is not JSON that can be read: "),
        (document(GOOD.replace("1}", "1" * 5000 + "}")), ": is not JSON that can be read: "),
    ],
)
def test_a_file_that_is_no_baseline_is_one_line(folder: Path, text: str, problem: str) -> None:
    put("a.py")
    put(NAME, text)
    for command in (["check"], ["baseline", "show"], ["baseline", "update"]):
        result = mslint(*command)
        assert result.stderr.startswith(f"mslint: {folder / NAME}{problem}")
        assert (len(result.stderr.splitlines()), result.stdout, result.exit_code) == (1, "", 2)
    assert Path(NAME).read_text() == text


def test_a_file_that_cannot_be_read_is_one_line(folder: Path) -> None:
    put("a.py")
    Path(NAME).write_bytes(b'{"version": "\xff"}')
    assert mslint("check").stderr == f"mslint: {folder / NAME}: is not UTF-8 at byte 13\n"
    Path(NAME).unlink()
    Path(NAME).mkdir()
    assert mslint("check").stderr == f"mslint: {folder / NAME}: cannot be read: Is a directory\n"


def test_bytes_that_are_no_name_survive(folder: Path) -> None:
    name = os.fsdecode(b"\xff\xe6.py")
    Path(name).write_text(MODEL)
    create()
    assert entries()[0]["file"] == name
    assert checked() == (0, [], HELD_BACK)


TEXTS = st.text(st.characters(exclude_characters="\0"), min_size=1)
COUNTS = st.dictionaries(st.builds(Key, TEXTS, TEXTS, TEXTS, TEXTS), st.integers(1, 9), max_size=6)


@given(COUNTS)
def test_it_is_read_as_it_was_written(counts: dict[Key, int]) -> None:
    path = Path("some.json")
    write(path, counts)
    assert read(path) == counts


VALUES = st.none() | st.booleans() | st.integers(-1, 2) | st.text() | st.lists(st.integers())
ENTRIES = st.dictionaries(st.sampled_from(["file", "scope", "rule", "text", "count", "line"]), VALUES)


@given(st.lists(VALUES | ENTRIES, min_size=1))
def test_entries_that_are_none_are_refused(content: list[object]) -> None:
    path = Path("some.json")
    path.write_text(json.dumps({"version": 1, "known": [*content, {"file": "a.py"}]}))
    with pytest.raises(ConfigError, match=r"^some\.json: entry \d+: "):
        read(path)


class Repository:
    """A git repository in the current folder."""

    def __init__(self) -> None:
        self.git("init", "-b", "main")

    def git(self, *arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)

    def commit(self, counts: dict[Key, int], *others: str) -> None:
        write(Path(NAME), counts)
        self.git("add", NAME, *others)
        self.git("commit", "-m", "known findings")


def key(file: str) -> Key:
    return Key(file, "f", "MSL201", "x")


def test_git_merges_entries_of_two_branches(folder: Path) -> None:
    repository = Repository()
    repository.commit({key("c.py"): 1, key("e.py"): 1, key("g.py"): 2})
    repository.git("checkout", "-b", "other")
    repository.commit({key("a.py"): 1, key("c.py"): 1, key("e.py"): 1, key("g.py"): 2})
    repository.git("checkout", "main")
    repository.commit({key("c.py"): 1, key("e.py"): 1, key("g.py"): 2, key("z.py"): 1})
    repository.git("merge", "other")
    assert read(Path(NAME)) == {key("a.py"): 1, key("c.py"): 1, key("e.py"): 1, key("g.py"): 2, key("z.py"): 1}
    assert Path(NAME).read_text() == text_of(read(Path(NAME)))


def test_git_can_keep_both_sides(folder: Path) -> None:
    repository = Repository()
    Path(".gitattributes").write_text(f"{NAME} merge=union\n")
    repository.commit({key("a.py"): 1, key("b.py"): 1}, ".gitattributes")
    repository.git("checkout", "-b", "other")
    repository.commit({key("a.py"): 2, key("b.py"): 1})
    repository.git("checkout", "main")
    repository.commit({key("a.py"): 3, key("b.py"): 1})
    repository.git("merge", "other")
    assert read(Path(NAME)) == {key("a.py"): 3, key("b.py"): 1}


def test_a_union_merge_keeps_the_larger_count() -> None:
    put(NAME, document(GOOD.replace("1}", "3}")))
    assert read(Path(NAME)) == {Key("a.py", "f", "MSL201", "x"): 3}
