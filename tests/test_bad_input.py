"""Whatever a file is: one line that names it, the rest is checked, exit 2."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from doors import FAULTY, PROBE_RULE, mslint

from mslint import checkers
from mslint.checkers import Checker
from mslint.cli import files
from mslint.context import Context
from mslint.finding import Finding

HINT = "[*] 1 can be fixed with --fix"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Every test starts in a folder with one file that has one fault."""
    monkeypatch.chdir(tmp_path)
    Path("good.py").write_text(FAULTY)
    return tmp_path


@pytest.fixture
def short_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder whose path is short enough for the name of a socket."""
    path = Path("/tmp" if os.path.isdir("/tmp") else ".").resolve() / f"mslint-{os.getpid()}"
    path.mkdir()
    monkeypatch.chdir(path)
    Path("good.py").write_text(FAULTY)
    yield
    shutil.rmtree(path)


def assert_one_line(problem: str, *paths: str) -> None:
    """The bad file is named on one line, and the good one is checked."""
    result = mslint("check", *paths)
    lines = result.stderr.splitlines()
    assert lines[:-1] == [problem, HINT]
    assert lines[-1] == "1 file checked: 1 finding; 1 path could not be checked"
    assert result.stdout.startswith("good.py:2:43: MSL202 ")
    assert len(result.stdout.splitlines()) == 1
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a = (\n", "bad.py:1:5: does not parse: '(' was never closed"),
        (b"a = 1\nb = = 2\n", "bad.py:2:5: does not parse: invalid syntax"),
        (b"a = 1\n\0", "bad.py:2:1: holds NUL bytes, so it is not Python source"),
        (b"a = 1\nb = '\xff'\n", "bad.py:2:1: is not utf-8 as declared: invalid start byte at byte 11"),
        (b"# coding: gbk\na = '\xff'\n", "bad.py:2:1: is not gbk as declared: illegal multibyte sequence at byte 19"),
        (b"# coding: nonsense\n", "bad.py: cannot be decoded: unknown encoding: nonsense"),
        (b"a = 1\nb = " + b"(" * 100_000, "bad.py:2:1: nests more than 3000 brackets"),
        (b"x = " + b"[" * 100_000 + b"]" * 100_000, "bad.py:1:1: nests more than 3000 brackets"),
    ],
)
def test_content(content: bytes, problem: str) -> None:
    Path("bad.py").write_bytes(content)
    assert_one_line(problem, "bad.py", "good.py")
    assert_one_line(problem)


def test_deep_nesting_without_brackets() -> None:
    Path("bad.py").write_text("x = " + "-" * 100_000 + "1\n")
    result = mslint("check")
    assert result.stderr.startswith("bad.py: ") or result.stderr.startswith("bad.py:1")
    assert len(result.stderr.splitlines()) == 3
    assert result.exit_code == 2


def test_missing() -> None:
    assert_one_line("none.py: cannot be read: does not exist", "none.py", "good.py")


def test_names_that_cannot_be() -> None:
    assert_one_line(r"a\x00b.py: cannot be read: its name holds a NUL character", "a\0b.py", "good.py")
    long = "a" * 5000
    assert_one_line(f"{long}: cannot be read: File name too long", long, "good.py")


def test_below_a_file() -> None:
    assert_one_line("good.py/a.py: cannot be read: Not a directory", "good.py/a.py", "good.py")


def refuse(monkeypatch: pytest.MonkeyPatch, name: str, error: Callable[[], OSError]) -> None:
    """Let reading the file `name` fail, whoever runs the tests."""
    real_open = open

    def refusing_open(path: str, *arguments: str) -> object:
        if os.path.basename(path) == name:
            raise error()
        return real_open(path, *arguments)

    monkeypatch.setattr(files, "open", refusing_open, raising=False)


def test_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("bad.py").touch()
    refuse(monkeypatch, "bad.py", lambda: PermissionError(13, "Permission denied"))
    assert_one_line("bad.py: cannot be read: Permission denied")


def test_vanishes_between_listing_and_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("bad.py").touch()
    refuse(monkeypatch, "bad.py", lambda: FileNotFoundError(2, "No such file or directory"))
    assert_one_line("bad.py: cannot be read: does not exist")


def test_a_folder_that_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("closed").mkdir()
    real_scandir = os.scandir

    def refusing_scandir(path: str) -> object:
        if os.path.basename(path) == "closed":
            raise PermissionError(13, "Permission denied")
        return real_scandir(path)

    monkeypatch.setattr(os, "scandir", refusing_scandir)
    assert_one_line("closed: cannot be listed: Permission denied")


def test_fifo() -> None:
    os.mkfifo("bad.py")
    assert_one_line("bad.py: cannot be checked: is a FIFO, not a regular file")
    assert_one_line("bad.py: cannot be checked: is a FIFO, not a regular file", "bad.py", "good.py")


def test_socket(short_folder: None) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("bad.py")
        assert_one_line("bad.py: cannot be checked: is a socket, not a regular file")


def test_device() -> None:
    problem = f"{os.devnull}: cannot be checked: is a device, not a regular file"
    assert_one_line(problem, os.devnull, "good.py")
    os.symlink(os.devnull, "bad.py")
    assert_one_line("bad.py: cannot be checked: is a device, not a regular file")


def test_link_loops() -> None:
    os.symlink("bad.py", "bad.py")
    assert_one_line("bad.py: cannot be read: Too many levels of symbolic links")
    assert_one_line("bad.py: cannot be read: Too many levels of symbolic links", "bad.py", "good.py")


def test_link_to_nothing() -> None:
    os.symlink("nowhere.py", "bad.py")
    assert_one_line("bad.py: cannot be read: is a link to nothing")


def test_linked_folders_do_not_loop_and_are_not_checked_twice(folder: Path) -> None:
    Path("pkg").mkdir()
    os.symlink("..", "pkg/up")
    os.symlink(".", "here")
    os.symlink("good.py", "linked.py")
    result = mslint("check")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["good.py", "linked.py"]
    assert result.exit_code == 1
    assert mslint("check", "pkg/up/good.py").exit_code == 1


def test_a_linked_folder_that_is_named_is_searched() -> None:
    Path("pkg").mkdir()
    Path("pkg/a.py").write_text(FAULTY)
    os.symlink("pkg", "link")
    assert mslint("check", "link").stdout.startswith("link/a.py:2:43: ")


def test_a_folder_named_like_a_file_without_files() -> None:
    Path("empty.py").mkdir()
    assert_one_line("empty.py: no Python files and no notebooks found in this folder", "empty.py", "good.py")


def test_nothing_to_check_is_not_success() -> None:
    Path("empty").mkdir()
    result = mslint("check", "empty")
    problem = "empty: no Python files and no notebooks found in this folder"
    assert result.stderr == f"{problem}\n1 path could not be checked\n"
    assert result.exit_code == 2


def test_standard_input_that_does_not_parse() -> None:
    result = mslint("check", "-", stdin=b"a = (\n")
    assert result.stderr.startswith("<stdin>:1:5: does not parse: ")
    assert result.exit_code == 2


def test_json_stays_a_list() -> None:
    Path("bad.py").write_text("a = (\n")
    result = mslint("check", "--output-format", "json", "bad.py")
    assert result.stdout == "[]\n"
    assert result.exit_code == 2


def test_a_fault_of_a_rule_costs_one_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever checks, and whether the fault is met while files are changed."""

    def find(context: Context) -> Iterator[Finding]:
        if "bad" in context.path:
            raise KeyError("no such thing")
        for call in context.module.calls:
            yield context.finding(PROBE_RULE, call.node)

    everything = (Checker(PROBE_RULE, find, ""),)
    monkeypatch.setattr(checkers, "all_checkers", lambda: everything)
    monkeypatch.setattr(checkers, "enabled", checkers.enabled.__wrapped__)
    (folder / "good.py").unlink()
    for name in ("a.py", "bad.py", "c.py"):
        Path(name).write_text("probe()\n", encoding="utf-8")
    for option in ("-j1", "-j2", "--fix"):
        result = mslint("check", option, "--select", "MSL599", "--target-version", "2.10")
        assert [line.partition(":")[0] for line in result.stdout.splitlines()][:2] == ["a.py", "c.py"]
        assert "bad.py: cannot be checked: a fault of mslint itself, KeyError in test_bad_input.py" in result.stderr
        assert "'no such thing'; please report it" in result.stderr
        assert result.exit_code == 2
