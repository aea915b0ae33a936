"""Records that mslint did not write, or not so."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from caching import FOUND, LAYER, check, doctor, found, is_remembered, memory, project, records
from doors import FAULT, FAULTY, mslint, write
from packaging.version import Version

from mslint.cache import Kind, key_of
from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.model.looked import CHANGING, digest
from mslint.model.source import Source


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts in an empty project, with the cache on."""
    return project(tmp_path, monkeypatch)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 9),
    "not UTF-8": lambda path: path.write_bytes(path.read_bytes().replace(b"MindSpore", b"\xff\xfe")),
    "two": lambda path: path.write_bytes(path.read_bytes() * 2),
    "deep": lambda path: path.write_bytes(b"[" * 500_000),
    "large": lambda path: path.write_bytes(path.read_bytes() + b" " * 1_000_000),
    "long number": lambda path: path.write_bytes(path.read_bytes().replace(b"[2,", b"[" + b"2" * 5_000 + b",")),
    "a list": lambda path: path.write_bytes(b"[]"),
    "of another file": lambda path: path.write_bytes(path.read_bytes().replace(b'"content":"', b'"content":"0')),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_records_are_written_anew(damage: str) -> None:
    write("model.py")
    check()
    [path] = records()
    good = path.read_bytes()
    DAMAGES[damage](path)
    assert path.read_bytes() != good
    assert found() == ["MSL202"]
    assert path.read_bytes() == good


def test_what_is_no_file_is_left_alone() -> None:
    write("model.py")
    check()
    [path] = records()
    path.unlink()
    path.mkdir()
    assert found() == ["MSL202"]
    path.rmdir()
    os.mkfifo(path)
    assert found() == ["MSL202"]
    doctor()
    assert is_remembered()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a JSON document."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def wrong(value: Any) -> list[Any]:
    """What cannot stand in the place of `value`."""
    if isinstance(value, str):
        return [None, 1, [], {}, "\0/../etc" * 4_000]
    if isinstance(value, int):
        return [None, "1", True, 1.5, -1, 10**9, 10**400, []]
    if isinstance(value, list):
        return [None, "x", 0, {}, [*value, None], [[]]]
    if isinstance(value, dict):
        return [None, "x", 0, [], {**value, "more": 1}]
    return ["x", 1, {}, [], [1, 2, 3], ["title", "safe", [[[1, 0, 9, 9], "x"]]], ["title", "sure", []]]


def test_whatever_is_of_another_shape_is_no_record() -> None:
    write("config.py", "MOMENTUM = 0.1\n")
    write("model.py", f"{LAYER}{FAULT}\nnn.Dropout(0.1)\n")
    assert found("model.py") == ["MSL201", "MSL202", "MSL209"]
    [path] = records()
    data = Path("model.py").read_bytes()
    text = path.read_text(encoding="utf-8")
    [settings] = json.loads(text)["results"]
    tried = 0
    for place in places(json.loads(text)):
        value = json.loads(text)
        for key in place:
            value = value[key]
        for replacement in wrong(value):
            if place[4:] == (6,) and replacement is None:
                # A finding may be without a fix.
                continue
            document = json.loads(text)
            if place:
                holder = document
                for key in place[:-1]:
                    holder = holder[key]
                holder[place[-1]] = replacement
            else:
                document = replacement
            path.write_text(json.dumps(document), encoding="utf-8")
            assert memory().find("model.py", data, settings) is None, (place, replacement)
            tried += 1
    assert tried > 300
    path.write_text(text, encoding="utf-8")
    assert len(memory().find("model.py", data, settings) or ()) == 3


@pytest.mark.parametrize("name", ["../" * 40 + "etc/passwd", "/dev/zero", "\0", "\ud800", "", "x" * 10_000, "fifo"])
def test_files_that_a_record_names_can_do_no_harm(name: str) -> None:
    write("config.py", "MOMENTUM = 0.1\n")
    write("model.py", LAYER)
    os.mkfifo("fifo")
    check("model.py")
    [path] = records()
    good = path.read_bytes()
    document = json.loads(good)
    [result] = document["results"].values()
    assert result[1] == ["config.py"]
    result[1] = ["config.py", name]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert found("model.py") == FOUND
    assert path.read_bytes() == good
    result[1:3] = [["config.py"], {name: ["config"], ".": ["config"]}]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert found("model.py") == FOUND
    assert path.read_bytes() == good


def test_findings_in_a_file_that_does_not_parse_are_no_record() -> None:
    write("model.py")
    check()
    [path] = records()
    document = json.loads(path.read_bytes())
    [settings] = document["results"]
    broken = FAULTY.removesuffix(")\n").encode()
    Path("model.py").write_bytes(broken)
    document["content"] = digest(broken)
    path.write_text(json.dumps(document), encoding="utf-8")
    assert memory().find("model.py", broken, settings) is not None
    result = mslint("check", "--target-version", "2.10", "--output-format", "sarif")
    assert result.stderr.startswith("model.py:2:18: does not parse: '(' was never closed\n")
    assert result.exit_code == 2


def test_a_file_that_changes_while_it_is_read_is_not_remembered() -> None:
    write("config.py", "MOMENTUM = 0.1\n")
    write("model.py", LAYER)
    settings = Settings(Version("2.10"))
    project = new_project(is_watched=True)
    check_bytes("config.py", b"MOMENTUM = 0.9\n", settings, project)
    project.forget(project.module(Source("config.py", "MOMENTUM = 0.9\n")))
    report = check_bytes("model.py", LAYER.encode(), settings, project)
    assert report.looked.files == {os.path.abspath("config.py"): CHANGING}
    memory().keep("model.py", LAYER.encode(), key_of(settings, Kind.REPORTED), report.findings, report.looked)
    assert records() == []
