"""The help of each command, whose examples work, and what shells complete."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from doors import FAULTY, mslint
from notebooks import text_of

from mslint.checkers import all_checkers
from mslint.cli.main import COMMANDS, main

MINDSPORE_PYTHON = os.environ.get("MSLINT_MINDSPORE_PYTHON")


def commands(group: click.Group, *names: str) -> Iterator[tuple[str, ...]]:
    """The names of all commands, the one before those that belong to it."""
    yield names
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)
        else:
            yield (*names, name)


ALL = list(commands(main))


def examples(*names: str) -> list[str]:
    shown = mslint(*names, "--help").stdout
    _, heading, rest = shown.rpartition("\n  Example")
    assert heading, shown
    return re.findall(r"^    (mslint .*)$", rest, re.MULTILINE)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the examples are about."""
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    for path in ("src/model.py", "train.py"):
        Path(path).write_text(FAULTY)
    Path("notebook.ipynb").write_text(text_of(FAULTY))
    return tmp_path


def test_all_commands_are_there() -> None:
    assert {names[0] for names in ALL if names} == set(COMMANDS)
    assert ("baseline", "update") in ALL


@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_examples_work(names: tuple[str, ...], project: Path) -> None:
    calls = examples(*names)
    assert calls
    if names == ("baseline", "update") or names == ("baseline", "show"):
        mslint("baseline", "create", "src")
    for call in calls:
        arguments = shlex.split(call)[1:]
        assert arguments[: len(names)] == list(names) or call == "mslint check src"
        if arguments[0] == "selfcheck" and "--list" not in arguments and MINDSPORE_PYTHON:
            arguments += ["--python", MINDSPORE_PYTHON]
        done = subprocess.run(
            [sys.executable, "-m", "mslint", *arguments], capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode in (0, 1), done.stderr
        assert done.stdout or done.stderr
        assert "Traceback" not in done.stderr


def completed(text: str) -> list[str]:
    """What bash is told when it asks for the end of `text`."""
    words = text.split(" ")
    variables = {"_MSLINT_COMPLETE": "bash_complete", "COMP_WORDS": text, "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        [shutil.which("mslint", path=str(Path(sys.executable).parent)) or "mslint"],
        env={**os.environ, **variables}, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_commands_and_options_are_completed() -> None:
    assert completed("mslint ") == list(COMMANDS)
    assert completed("mslint check --unsafe") == ["--unsafe-fixes"]
    assert completed("mslint check --output-format js") == ["json", "json-lines"]


RULES = [checker.rule for checker in all_checkers()]


@pytest.mark.parametrize("call", ["check --select", "check --ignore", "baseline create --select", "rule"])
def test_rules_are_completed(call: str) -> None:
    assert completed(f"mslint {call} MSL20") == [rule.code for rule in RULES if rule.code.startswith("MSL20")]
    assert completed(f"mslint {call} ") == [rule.code for rule in RULES]
    assert completed(f"mslint {call} torch-style") == ["torch-style-momentum"]


def test_lists_of_rules_are_completed() -> None:
    assert completed("mslint check --select MSL101,msl202") == ["MSL101,MSL202"]
    assert completed("mslint check --target-version 2.1") == ["2.10"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell: str) -> None:
    result = mslint("completion", shell)
    assert result.exit_code == 0
    assert f"_MSLINT_COMPLETE={shell}_complete" in result.stdout


def test_bash_completes_with_the_script() -> None:
    mslint_folder = str(Path(sys.executable).parent)
    script = mslint("completion", "bash").stdout
    asked = "COMP_WORDS=(mslint rule MSL201); COMP_CWORD=2; _mslint_completion mslint; echo ${COMPREPLY[@]}"
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{asked}"],
        env={**os.environ, "PATH": os.pathsep.join([mslint_folder, os.environ["PATH"]])},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout == "MSL201\n"


def test_other_shells_are_refused() -> None:
    result = mslint("completion", "tcsh")
    assert result.exit_code == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in result.stderr
