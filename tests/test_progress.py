"""The bar: on a terminal, in long runs, and nowhere else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from doors import FAULTY

from mslint.cli.progress import Bar

IMPATIENT = (
    "import sys\n"
    "from mslint.cli import progress\n"
    "progress._PATIENCE = progress._PAUSE = 0.0\n"
    "from mslint.cli.main import main\n"
    "main(sys.argv[1:])\n"
)
"""The command, if a second were over at once."""
ERASED = "\x1b[2K"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    for number in range(6):
        (tmp_path / f"m{number}.py").write_text(FAULTY if number == 3 else "a = 1\n")
    (tmp_path / "m4.py").write_text("a = (\n")
    return tmp_path


def run(program: str, *arguments: str) -> tuple[str, str]:
    """What a run writes to standard output, which is a pipe, and to standard error, which is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program, "check", "--target-version", "2.10", *arguments],
        stdout=subprocess.PIPE, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    output, _ = process.communicate()
    shown = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    os.close(ours)
    return output.decode(), shown.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_terminal_shows_how_far_the_run_is(jobs: str) -> None:
    output, shown = run(IMPATIENT, "-j", jobs, "--output-format", "concise")
    assert output.startswith("m3.py:2:43: MSL202 ")
    assert len(output.splitlines()) == 1
    for number in range(1, 7):
        assert f" {number}/6 files" in COLOUR.sub("", shown)
    assert ERASED in shown
    assert "\x1b[2Km4.py:1:5: does not parse: '(' was never closed\r\n" in shown
    summary = "[*] 1 can be fixed with --fix\r\n5 files checked: 1 finding; 1 path could not be checked\r\n"
    # The bar is gone before that, or another line made room for it; which file is done last is not known with two.
    assert shown.endswith((f"\x1b[2K{summary}", f"\r\n{summary}"))


def test_fixing_shows_it_too() -> None:
    output, shown = run(IMPATIENT, "--fix")
    assert output == ""
    assert "\x1b[2Km3.py: 1 fixed: MSL202 [optimizer-lr-keyword]\r\n" in shown
    assert " 6/6 files" in COLOUR.sub("", shown)


def test_short_runs_show_nothing() -> None:
    _, shown = run(IMPATIENT.replace("= 0.0", "= 60.0"))
    assert shown.replace("\r\n", "\n") == (
        "m4.py:1:5: does not parse: '(' was never closed\n"
        "[*] 1 can be fixed with --fix\n"
        "5 files checked: 1 finding; 1 path could not be checked\n"
    )


def test_a_terminal_that_cannot_erase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    _, shown = run(IMPATIENT)
    assert "/6" not in shown


def test_pipes_show_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPATIENT, "check", "--output-format", "json", "m0.py", "m1.py"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("[]\n", "2 files checked: no findings\n")


def test_a_bar_that_was_never_shown_can_be_hidden() -> None:
    bar = Bar(2)
    bar.hide()
    bar.step()
    bar.hide()
    assert bar._progress is None
