"""Several processes say what one says."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from doors import FAULT, FAULTY, IMPORT, PROBE_RULE, mslint, write

from mslint import checkers
from mslint.checkers import Checker
from mslint.cli import run, workers
from mslint.cli.examining import Manner, Task
from mslint.config import COMMAND_LINE, Configuration, Options
from mslint.context import Context
from mslint.finding import Finding

EVAL = Path(__file__).parent / "eval"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts in an empty folder, with the cache off."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments: str) -> tuple[int, str, str]:
    """Exit code and streams of the command, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "mslint", "check", "--target-version", "2.10", *arguments],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def project() -> None:
    """Some of the eval files in folders that import each other, and what cannot be checked."""
    for number, path in enumerate(sorted(EVAL.glob("msl20[1-9]*.py"))):
        write(f"pkg{number % 4}/{path.name}", path.read_text(encoding="utf-8"))
    write("rates.py", "MOMENTUM = 0.1\n")
    for name in ("pkg0/uses.py", "pkg2/uses.py", "pkg3/inner/uses.py"):
        write(
            name, f"from rates import MOMENTUM\n{IMPORT}nn.BatchNorm2d(8, momentum=MOMENTUM)\nx = 1  # noqa: MSL201\n"
        )
    write("pkg1/broken.py", "a = (\n")
    write("pkg2/zero.py", "a = '\0'\n")
    os.symlink("nothing", "pkg3/link.py")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--output-format", "sarif"],
        ["--output-format", "json", "--statistics", "--parity"],
        ["--warn-unused-ignores", "--ignore", "MSL201"],
        ["--baseline", "known.json"],
    ],
)
def test_any_number_of_processes_says_the_same(arguments: list[str]) -> None:
    project()
    if "--baseline" in arguments:
        mslint("baseline", "create", "--baseline", "known.json", "--target-version", "2.10", "pkg0", "pkg2/uses.py")
    one = check("-j1", *arguments)
    assert one[0] == 2
    assert "pkg1/broken.py:1:5: does not parse: '(' was never closed\n" in one[2]
    assert len(one[1].splitlines()) > 30
    for jobs in ("2", "5"):
        assert check("-j", jobs, *arguments) == one


def test_baselines_are_the_same() -> None:
    project()
    for jobs in ("1", "3"):
        result = mslint("baseline", "create", "--baseline", f"known{jobs}.json", "-j", jobs)
        assert result.exit_code == 2
    assert Path("known1.json").read_bytes() == Path("known3.json").read_bytes()
    assert len(json.loads(Path("known1.json").read_bytes())["known"]) > 30


def test_what_several_processes_found_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MSLINT_NO_CACHE")
    project()
    one = check("-j1", "--no-cache")
    assert check("-j3") == one
    for path in Path(".mslint_cache").glob("py*/*/*.json"):
        path.write_text(path.read_text().replace("on MindSpore 2.10", "REMEMBERED"))
    remembered = check("-j3")
    assert remembered[1] == one[1].replace("on MindSpore 2.10", "REMEMBERED")
    assert remembered[2] == one[2]
    write("rates.py", "MOMENTUM = 0.9\n")
    after = check("-j3")
    assert "uses.py" in one[1]
    assert "uses.py" not in after[1]
    assert after[1].count("REMEMBERED") == remembered[1].count("REMEMBERED") - 3


def test_fixes_are_the_same(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    project()
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(".", other, symlinks=True, dirs_exist_ok=True)
    check("-j1", "--fix", "--unsafe-fixes")
    one = {path: path.read_bytes() for path in Path().rglob("*.py") if path.exists()}
    monkeypatch.chdir(other)
    check("-j4", "--fix", "--unsafe-fixes")
    assert {path: path.read_bytes() for path in Path().rglob("*.py") if path.exists()} == one


def test_standard_input_beside_files() -> None:
    for number in range(4):
        write(f"m{number}.py")
    results = [mslint("check", "-j", jobs, ".", "-", stdin=FAULTY.encode()) for jobs in ("1", "2")]
    assert results[0].stdout == results[1].stdout
    assert [line.partition(":")[0] for line in results[1].stdout.splitlines()] == [
        "m0.py", "m1.py", "m2.py", "m3.py", "<stdin>",
    ]  # fmt: skip


@pytest.mark.parametrize("jobs", ["0", "-1", "two", "1.5", ""])
def test_numbers_that_are_none(jobs: str) -> None:
    result = mslint("check", "-j", jobs)
    assert result.exit_code == 2
    assert f"{jobs!r} is neither a number from 1 on nor 'auto'" in result.stderr


def test_wrong_settings_end_the_run_before_it_begins() -> None:
    for number in range(4):
        write(f"m{number}/a.py")
    write("m2/pyproject.toml", "[tool.mslint]\nignored = []\n")
    result = mslint("check", "-j2", *(f"m{number}/a.py" for number in range(4)))
    assert len(result.stderr.splitlines()) == 1
    assert (result.stdout, result.exit_code) == ("", 2)


# -- processes that die ----------------------------------------------------


def die(path: str) -> None:
    """What a fault of the interpreter, or the system when memory is short, does to a process."""
    if "killed" in path:
        os.kill(os.getpid(), signal.SIGKILL)
    if "exits" in path:
        os._exit(7)


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that ends the process at files with certain names."""

    def find(context: Context) -> Iterator[Finding]:
        die(context.path)
        for node in ast.walk(context.module.tree):
            if isinstance(node, ast.Call):
                yield context.finding(PROBE_RULE, node)

    everything = (Checker(PROBE_RULE, find, ""),)
    monkeypatch.setattr(checkers, "all_checkers", lambda: everything)
    monkeypatch.setattr(checkers, "enabled", checkers.enabled.__wrapped__)


KILLED = "cannot be checked: the process that checked it was ended by SIGKILL\n"
EXITED = "cannot be checked: the process that checked it ended with exit code 7\n"


@pytest.mark.usefixtures("deadly")
@pytest.mark.parametrize("jobs", ["2", "3"])
def test_a_process_that_dies_takes_only_its_file_along(jobs: str) -> None:
    names = ["a/0.py", "a/1_killed.py", "a/2.py", "b/3.py", "b/4_exits.py", "b/5_killed.py", "b/6.py", "c/7.py"]
    for name in names:
        write(name, "probe()\n")
    result = mslint("check", "-j", jobs, "--select", "MSL599", "--target-version", "2.10")
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == [
        "a/0.py", "a/2.py", "b/3.py", "b/6.py", "c/7.py",
    ]  # fmt: skip
    assert result.stderr == (
        f"a/1_killed.py: {KILLED}b/4_exits.py: {EXITED}b/5_killed.py: {KILLED}"
        "5 files checked: 5 findings; 3 paths could not be checked\n"
    )
    assert result.exit_code == 2


@pytest.mark.usefixtures("deadly")
def test_what_killed_a_process_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MSLINT_NO_CACHE")
    for name in ("a.py", "b_killed.py", "c.py"):
        write(name, "probe()\n")
    results = [mslint("check", "-j2", "--select", "MSL599", "--target-version", "2.10") for _ in range(2)]
    assert [line.partition(":")[0] for line in results[0].stdout.splitlines()] == ["a.py", "c.py"]
    assert results[0].stderr.startswith(f"b_killed.py: {KILLED}")
    assert results[0].exit_code == 2
    assert (results[1].stdout, results[1].stderr) == (results[0].stdout, results[0].stderr)


FIRST_DIES = """
import os, signal
from pathlib import Path
from mslint.cli import workers
from mslint.cli.examining import Manner, Task
from mslint.config import COMMAND_LINE, Configuration, Options

configuration = Configuration(Options.read({"target-version": "2.10"}, COMMAND_LINE, Path()))
tasks = [Task(number, f"m{number}.py", 100) for number in range(40)]
answers = workers.answers(tasks, 3, Manner(configuration))
next(answers)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_no_process_outlives_the_first() -> None:
    """Each has the output of the first one, which ends when the last of them has."""
    for number in range(40):
        write(f"m{number}.py")
    first = subprocess.Popen([sys.executable, "-c", FIRST_DIES], stdout=subprocess.PIPE)
    assert first.communicate(timeout=120) == (b"", None)
    assert first.returncode == -signal.SIGKILL


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        write(f"m{number}.py")
    one = mslint("check", "-j1")

    def refuse(_self: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    several = mslint("check", "-j3")
    assert (several.stdout, several.stderr, several.exit_code) == (one.stdout, one.stderr, one.exit_code)


def test_processes_that_share_nothing() -> None:
    """As they start where forks are not safe."""
    write("a/m.py", f"{IMPORT}{FAULT}\n")
    write("b/m.py", "a = (\n")
    configuration = Configuration(Options.read({"target-version": "2.10"}, COMMAND_LINE, Path()))
    tasks = [Task(4, "a/m.py", 100), Task(7, "b/m.py", 100)]
    answers = list(workers.answers(tasks, 2, Manner(configuration), method="spawn"))
    shown = {each.number: (each.outcome.path, [x.finding.code for x in each.outcome.found]) for each in answers}
    assert shown == {4: ("a/m.py", ["MSL202"]), 7: ("b/m.py", [])}
    assert [each.outcome.failure is not None for each in sorted(answers, key=lambda each: each.number)] == [False, True]


# -- how work is shared ----------------------------------------------------


def test_folders_stay_together() -> None:
    tasks = [Task(number, f"{name}/{number}.py", 10) for number, name in enumerate("a" * 8 + "bbbcc" + "d" * 19)]
    shared = ["".join(task.path[0] for task in part) for part in workers.parts(tasks, 1)]
    assert shared == ["aa"] * 4 + ["bb", "b", "cc"] + ["dd"] * 9 + ["d"]
    small = [Task(number, f"{number // 2}/{number}.py", 10) for number in range(64)]
    shared = [{os.path.dirname(task.path) for task in part} for part in workers.parts(small, 2)]
    assert sum(map(len, shared)) == 32


def test_parts_are_about_as_large_as_each_other() -> None:
    sizes = [1, 900, 20, 20, 500, 3, 3, 3, 400, 10, 10, 10, 10, 800, 200, 1]
    tasks = [Task(number, f"{number // 3}/{number}.py", size) for number, size in enumerate(sizes * 20)]
    parts = list(workers.parts(tasks, 4))
    assert [task for part in parts for task in part] == tasks
    limit = sum(sizes) * 20 / 64
    assert max(sum(task.size for task in part) for part in parts) <= limit
    assert len(parts) <= 128


@pytest.mark.parametrize(("size", "expected"), [(0, 0), (399_999, 0), (800_000, 2), (10**9, 3)])
def test_small_runs_are_left_to_one_process(monkeypatch: pytest.MonkeyPatch, size: int, expected: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1, 2}, raising=False)
    assert run._worthwhile(size) == expected
