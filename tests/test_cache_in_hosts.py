"""What former runs found, in pylint and flake8."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from caching import LAYER, doctor, project, records
from doors import FAULT, FAULTY, IMPORT, flake8, mslint, mslint_findings, pylint, run, write
from packaging.version import Version

from mslint.config import Settings
from mslint.hosts.checking import Checking
from mslint.model.source import Source

Door = Callable[..., list[dict[str, Any]]]
DOORS = pytest.mark.parametrize(
    ("door", "text", "target"),
    [(flake8, "text", "--mslint-target-version=2.10"), (pylint, "message", "--mslint-target-version=2.10")],
    ids=["flake8", "pylint"],
)


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, monkeypatch)


@DOORS
def test_the_second_run_is_told(door: Door, text: str, target: str) -> None:
    write("model.py")
    first = door(target, "model.py")
    assert len(records()) == 1
    assert door(target, "model.py") == first
    assert doctor() == 1
    assert [each[text] for each in door(target, "model.py")] == [
        each[text].replace("on MindSpore", "REMEMBERED") for each in first
    ]


@DOORS
def test_what_it_rests_on(door: Door, text: str, target: str) -> None:
    write("config.py", "MOMENTUM = 0.1\n")
    write("model.py", LAYER)
    assert len(door(target, "model.py")) == 1
    write("config.py", "MOMENTUM = 0.9\n")
    assert door(target, "model.py") == []
    write("config.py", "MOMENTUM = 0.1\n")
    assert "momentum of BatchNorm2d" in door(target, "model.py")[0][text]


@DOORS
def test_each_door_has_its_own(door: Door, text: str, target: str) -> None:
    """A door leaves it to its host what comments silence; the command line does that itself."""
    write("model.py", f"{IMPORT}{FAULT}  # noqa: MSL202\n{FAULT}  # pylint: disable=optimizer-lr-keyword\n")
    for _ in range(2):
        assert len(door(target, "model.py")) == 1
        assert mslint_findings("--target-version", "2.10", "model.py") == []


@DOORS
def test_settings_count(door: Door, text: str, target: str) -> None:
    write("model.py", f"{FAULTY}nn.BatchNorm2d(3, momentum=0.1)\n")
    counts = [
        len(door(*options, "model.py"))
        for options in ([target], [target, "--mslint-select=MSL201"], [target, "--mslint-ignore=MSL2"], [target])
    ]
    assert counts == [2, 1, 0, 2]


@DOORS
def test_other_encodings(door: Door, text: str, target: str) -> None:
    Path("model.py").write_bytes(f"# coding: gbk\n# 模型\n{FAULTY}".encode("gbk"))
    assert door(target, "model.py") == door(target, "model.py")
    assert [each["line"] for each in door(target, "model.py")] == [4]


@DOORS
def test_without(door: Door, text: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write("model.py")
    monkeypatch.setenv("MSLINT_NO_CACHE", "1")
    assert len(door(target, "model.py")) == 1
    assert records() == []


@DOORS
def test_elsewhere(door: Door, text: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write("model.py")
    write("pyproject.toml", '[tool.mslint]\ncache-dir = "kept"\n')
    assert len(door(target, "model.py")) == 1
    assert len(records("kept")) == 1
    monkeypatch.setenv("MSLINT_CACHE_DIR", "there")
    assert len(door(target, "model.py")) == 1
    assert len(records("there")) == 1


def test_a_folder_with_other_things_is_refused_by_flake8() -> None:
    write("model.py")
    write("src/other.py")
    write("pyproject.toml", '[tool.mslint]\ncache-dir = "src"\n')
    result = run("flake8", "model.py")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().endswith("src: holds other files; name a folder that is new or empty\n")


def test_several_processes_of_pylint() -> None:
    for number in range(4):
        write(f"m{number}.py", f"{FAULTY}nn.BatchNorm2d({number + 1}, momentum=0.1)\n")
    names = [f"m{number}.py" for number in range(4)]
    one = pylint("--mslint-target-version=2.10", *names)
    assert len(records()) == 4
    assert doctor() == 4
    several = pylint("-j2", "--mslint-target-version=2.10", *names)
    assert sorted(each["path"] for each in several) == sorted(each["path"] for each in one)
    assert {each["message"].partition(" ")[0] for each in several} == {"REMEMBERED"}


def test_the_command_line_writes_beside_it() -> None:
    write("model.py")
    flake8("--mslint-target-version=2.10", "model.py")
    mslint("check", "--target-version", "2.10", "model.py")
    assert doctor() == 1
    assert "REMEMBERED" in flake8("--mslint-target-version=2.10", "model.py")[0]["text"]
    assert "REMEMBERED" in mslint("check", "--target-version", "2.10", "model.py").stdout


def test_a_file_that_changes_during_a_run_and_back() -> None:
    """What was found with the other content is not taken for what is found with this one."""
    settings = Settings(Version("2.10"))

    def found(checking: Checking, path: str) -> int:
        return len(checking.findings(Source(path, Path(path).read_text()), None, settings))

    write("config.py", "MOMENTUM = 0.9\n")
    write("first.py", LAYER)
    write("second.py", LAYER)
    checking = Checking(settings)
    assert found(checking, "first.py") == 0
    write("config.py", "MOMENTUM = 0.1\n")
    assert found(checking, "config.py") == 0
    assert found(checking, "second.py") == 1
    write("config.py", "MOMENTUM = 0.9\n")
    assert found(Checking(settings), "second.py") == 0
