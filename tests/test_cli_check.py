from __future__ import annotations

import gc
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from doors import FAULT, FAULTY, IMPORT, install_probe, mslint, mslint_findings, run, write
from rich.console import Console

from mslint import __version__
from mslint.finding import Confidence, Finding, Severity, Span
from mslint.output.located import Located
from mslint.output.terminal import TerminalOutput

MESSAGE = "MSL202 on MindSpore 2.10 mindspore.nn.Momentum takes no lr= and raises TypeError; write learning_rate="


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts in an empty folder, outside of any configuration."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(*arguments: str) -> list[str]:
    """The paths with findings."""
    return [finding["path"] for finding in mslint_findings(*arguments)]


def test_plain_text() -> None:
    write("model.py")
    result = mslint("check", "--target-version", "2.10", "model.py")
    code, _, message = MESSAGE.partition(" ")
    assert result.stdout == f"model.py:2:43: {code} [*] {message} [optimizer-lr-keyword]\n"
    assert result.stderr == "[*] 1 can be fixed with --fix\n1 file checked: 1 finding\n"
    assert result.exit_code == 1


def test_nothing_found() -> None:
    write("model.py", "a = 1\n")
    write("other.py", "a = 1\n")
    result = mslint("check")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "2 files checked: no findings\n", 0)


def test_json() -> None:
    write("model.py")
    result = mslint("check", "--target-version", "2.10", "--output-format", "json", "model.py")
    assert json.loads(result.stdout) == [
        {
            "code": "MSL202",
            "symbol": "optimizer-lr-keyword",
            "severity": "error",
            "message": MESSAGE.removeprefix("MSL202 "),
            "path": "model.py",
            "line": 2,
            "column": 43,
            "end_line": 2,
            "end_column": 49,
            "confidence": "high",
        }
    ]
    assert result.exit_code == 1


def test_json_of_nothing() -> None:
    write("model.py", "a = 1\n")
    result = mslint("check", "--output-format", "json")
    assert (json.loads(result.stdout), result.exit_code) == ([], 0)


def test_json_is_ascii_so_that_no_terminal_can_spoil_it() -> None:
    write("模型.py")
    result = mslint("check", "--output-format", "json", "模型.py")
    assert result.stdout.isascii()
    assert json.loads(result.stdout)[0]["path"] == "模型.py"


def test_exit_zero_is_for_findings_only() -> None:
    write("model.py")
    assert mslint("check", "--exit-zero").exit_code == 0
    write("broken.py", "a = (\n")
    assert mslint("check", "--exit-zero").exit_code == 2


def test_statistics() -> None:
    write("model.py", FAULTY + FAULT + "\nnn.BatchNorm2d(3, momentum=0.1)\n")
    result = mslint("check", "--statistics")
    assert result.stdout.splitlines()[3:] == ["2  MSL202  optimizer-lr-keyword", "1  MSL201  torch-style-momentum"]
    result = mslint("check", "--statistics", "--output-format", "json")
    assert len(json.loads(result.stdout)) == 3
    assert "2  MSL202  optimizer-lr-keyword\n" in result.stderr


def test_folders_are_searched_and_the_rest_skipped() -> None:
    wanted = ["a.py", "pkg/b.py", "pkg/inner/c.py", "zoo.py"]
    unwanted = [
        ".git/x.py",
        ".hidden.py",
        ".nox/x.py",
        ".tox/x.py",
        "build/x.py",
        "dist/x.py",
        "env/pyvenv.cfg",
        "env/lib/x.py",
        "node_modules/x.py",
        "pkg/__pycache__/x.py",
        "pkg/site-packages/x.py",
        "notes.txt",
    ]
    for path in (*wanted, *unwanted):
        write(path)
    assert checked() == [os.path.normpath(path) for path in ("a.py", "zoo.py", "pkg/b.py", "pkg/inner/c.py")]
    assert sorted(checked("pkg", "a.py")) == ["a.py", "pkg/b.py", "pkg/inner/c.py"]


def test_files_that_are_named_are_read_whatever_their_name() -> None:
    for path in ("script", ".hidden.py", "build/x.py", "notes.txt"):
        write(path)
        assert checked(path) == [path]


def test_a_folder_that_is_named_is_searched_whatever_its_name() -> None:
    write("build/x.py")
    assert checked("build") == ["build/x.py"]


def test_each_file_once() -> None:
    write("pkg/a.py")
    assert checked("pkg", "./pkg/a.py", "pkg/../pkg", "pkg/a.py") == ["pkg/a.py"]


def test_a_folder_named_like_a_file_is_a_folder() -> None:
    write("model.py/inner.py")
    assert checked() == ["model.py/inner.py"]


def test_exclude() -> None:
    for path in ("a.py", "old/b.py", "pkg/old/c.py", "pkg/d_pb2.py"):
        write(path)
    assert checked("--exclude", "old", "--exclude", "*_pb2.py") == ["a.py"]
    assert checked("--exclude", "pkg/old,*_pb2.py") == ["a.py", "old/b.py"]
    assert checked("--exclude", "old", "old/b.py") == ["old/b.py"]


def test_exclude_works_for_folders_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a/old/b.py")
    write("elsewhere/c.py")
    monkeypatch.chdir(folder / "elsewhere")
    assert mslint("check", "--exclude", "old", "../a").exit_code == 2
    assert checked("../a") == ["../a/old/b.py"]


def test_configured_paths_and_excludes() -> None:
    for path in ("a.py", "src/b.py", "src/old/c.py"):
        write(path)
    write("pyproject.toml", '[tool.mslint]\npaths = ["src"]\nexclude = ["src/old"]\n')
    assert [os.path.relpath(path) for path in checked()] == ["src/b.py"]
    assert checked("a.py") == ["a.py"]


def test_each_folder_has_its_own_configuration() -> None:
    write("a/model.py")
    write("b/model.py")
    write("b/setup.cfg", "[mslint]\nignore = MSL202\n")
    assert checked() == ["a/model.py"]
    assert checked("--ignore", "MSL201") == ["a/model.py", "b/model.py"]


def test_select_and_ignore() -> None:
    write("model.py", FAULTY + "nn.BatchNorm2d(3, momentum=0.1)\n")

    def codes(*arguments: str) -> list[str]:
        return [finding["code"] for finding in mslint_findings(*arguments)]

    assert codes() == ["MSL202", "MSL201"]
    assert codes("--select", "MSL201") == ["MSL201"]
    assert codes("--select", "optimizer-lr-keyword,MSL203", "--select", "W9201") == ["MSL202", "MSL201"]
    assert codes("--ignore", "torch-style-momentum") == ["MSL202"]
    assert codes("--select", "MSL2", "--ignore", "MSL20") == []


def test_parity(monkeypatch: pytest.MonkeyPatch) -> None:
    install_probe(monkeypatch)
    write("model.py", "probe()\n")
    assert checked() == []
    assert checked("--parity") == ["model.py"]
    assert checked("--select", "MSL599") == ["model.py"]
    write("pyproject.toml", "[tool.mslint]\nparity = true\n")
    assert checked() == ["model.py"]
    assert checked("--no-parity") == []


def test_the_message_names_the_target_version() -> None:
    write("model.py")
    result = mslint("check", "--target-version", "2.7.1")
    assert "on MindSpore 2.7 " in result.stdout


def test_comments_are_honoured() -> None:
    write("model.py", f"{IMPORT}{FAULT}  # noqa: MSL202\n{FAULT}  # mslint: ignore[MSL202]\n{FAULT}\n")
    assert [finding["line"] for finding in mslint_findings()] == [4]


def test_standard_input() -> None:
    result = mslint("check", "-", stdin=FAULTY.encode())
    assert result.stdout.startswith("<stdin>:2:43: MSL202 ")
    result = mslint("check", "--stdin-filename", "pkg/model.py", "-", stdin=FAULTY.encode())
    assert result.stdout.startswith("pkg/model.py:2:43: MSL202 ")


def test_standard_input_has_the_configuration_of_its_name() -> None:
    write("pkg/setup.cfg", "[mslint]\nignore = MSL202\n")
    assert mslint("check", "--stdin-filename", "pkg/model.py", "-", stdin=FAULTY.encode()).exit_code == 0


def test_config_file_option() -> None:
    write("model.py")
    write("ci.toml", '[tool.mslint]\nignore = ["MSL202"]\n')
    assert checked("--config", "ci.toml") == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--select", "MSL2021"], "mslint: --select: unknown rule 'MSL2021'; did you mean 'MSL202'?\n"),
        (["--target-version", "new"], "mslint: --target-version: 'new' is not a version; "),
        (["--config", "none.toml"], "mslint: none.toml: cannot be read: No such file or directory\n"),
    ],
)
def test_wrong_calls_are_one_line(arguments: list[str], problem: str) -> None:
    write("model.py")
    result = mslint("check", *arguments)
    assert result.stderr.startswith(problem)
    assert len(result.stderr.splitlines()) == 1
    assert (result.stdout, result.exit_code) == ("", 2)


def test_a_wrong_configuration_file_is_one_line(folder: Path) -> None:
    write("pkg/model.py")
    write("pkg/pyproject.toml", "[tool.mslint]\nignored = []\n")
    result = mslint("check")
    path = folder / "pkg" / "pyproject.toml"
    assert result.stderr == f"mslint: {path}: [tool.mslint] ignored: unknown key; did you mean 'ignore'?\n"
    assert result.exit_code == 2


def test_unknown_options_and_commands_exit_2() -> None:
    assert mslint("check", "--nonsense").exit_code == 2
    assert mslint("chekc").exit_code == 2


def test_version_and_help() -> None:
    assert mslint("--version").stdout == f"mslint {__version__}\n"
    for command in ("check", "rule", "rules"):
        assert command in mslint("--help").stdout
        assert mslint(command, "--help").exit_code == 0


def test_python_dash_m() -> None:
    write("model.py")
    done = run("mslint", "check", "model.py")
    assert done.returncode == 1
    assert done.stdout.startswith(b"model.py:2:43: MSL202 ")


def test_the_plain_path_imports_neither_rich_nor_a_host() -> None:
    write("model.py")
    code = (
        "import sys; from mslint.cli.main import main\n"
        "try: main(['check', '--target-version', '2.10', 'model.py'])\n"
        "except SystemExit as e: assert e.code == 1\n"
        "heavy = {'rich', 'pylint', 'astroid', 'flake8', 'importlib.metadata'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"],
                          capture_output=True, text=True, env=environment, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_reader_that_stops_is_no_error() -> None:
    write("model.py", IMPORT + f"{FAULT}\n" * 3000)
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "mslint", "check", "model.py"], stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    os.close(reading)
    _, errors = process.communicate()
    assert b"Traceback" not in errors
    assert b"Broken pipe" not in errors


@pytest.mark.parametrize("arguments", [("check",), ("check", "--output-format", "json"), ("rules",), ("--help",)])
def test_output_that_cannot_be_written_is_one_line(arguments: tuple[str, ...]) -> None:
    write("model.py")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mslint", *arguments], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.stderr == b"mslint: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


def test_an_interrupted_run_does_not_say_that_something_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    write("model.py")
    monkeypatch.setattr("mslint.cli.examining.Examiner.examine", interrupt)
    result = mslint("check")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "mslint: interrupted\n", 130)


def test_output_in_a_narrow_encoding_is_escaped() -> None:
    write("模型.py")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "mslint", "check", "模型.py"], capture_output=True, env=environment, check=False
    )
    assert done.stdout.startswith(rb"\u6a21\u578b.py:2:43: MSL202 ")
    assert done.returncode == 1


def located(text: str, start: int, end: int, **changes: object) -> Located:
    """A finding on the characters `start` to `end` (from 0, exclusive) of `text`."""
    span = Span(7, start, int(str(changes.get("end_line", 7))), end)
    path = str(changes.get("path", "a.py"))
    message = str(changes.get("message", "m"))
    finding = Finding("MSL202", "some-symbol", Severity.ERROR, message, path, span, Confidence.HIGH)
    return Located(finding, start + 1, end + 1, text)


def shown(found: Located, width: int = 80, **options: bool) -> list[str]:
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False, **options)  # type: ignore[arg-type]
    TerminalOutput(console).write([found])
    return stream.getvalue().splitlines()


def test_excerpt() -> None:
    assert shown(located("opt = f(lr=1)", 8, 12)) == [
        "a.py:7:9: MSL202 m [some-symbol]",
        " 7 | opt = f(lr=1)",
        "   |         ^^^^",
    ]


def test_excerpt_with_wide_characters_and_tabs() -> None:
    assert shown(located("\t优化器 = f('学习率', lr=1)", 16, 20))[1:] == [
        " 7 |     优化器 = f('学习率', lr=1)",
        "   |                          ^^^^",
    ]
    assert shown(located("f(学习率=1)", 2, 7))[1:] == [" 7 | f(学习率=1)", "   |   ^^^^^^^^"]


def test_excerpt_of_several_lines_marks_the_first() -> None:
    assert shown(located("a = f(1,   ", 4, 2, end_line=9))[1:] == [" 7 | a = f(1,", "   |     ^^^^"]


def test_excerpt_of_a_long_line_is_cut_to_the_fault() -> None:
    line = "x = [" + "'中文', " * 60 + "f(lr=1), " + "'中文', " * 60 + "]"
    start = line.index("lr=1")
    rows = shown(located(line, start, start + 4), width=60)
    assert "lr=1" in rows[1]
    assert rows[1].startswith(" 7 | …")
    assert rows[1].endswith("…")
    from rich.cells import cell_len

    assert cell_len(rows[1]) <= 60
    assert cell_len(rows[1][: rows[1].index("lr=1")]) == rows[2].index("^")
    rows = shown(located("f(" + "a" * 300 + ")", 2, 302), width=60)
    assert max(len(row) for row in rows[1:]) <= 60
    assert rows[2].count("^") > 20


def test_excerpt_is_harmless_to_the_terminal() -> None:
    rows = shown(located("f('\x1b[2J', lr=1)", 10, 14, path="a\nb.py", message="\x07 [bold]x[/bold] :smile:"))
    assert rows == [
        r"a\nb.py:7:11: MSL202 \x07 [bold]x[/bold] :smile: [some-symbol]",
        r" 7 | f('\x1b[2J', lr=1)",
        "   |              ^^^^",
    ]


def test_colours() -> None:
    assert "\x1b[" in "".join(shown(located("f(lr=1)", 2, 6), force_terminal=True))
    write("model.py")
    always = mslint("check", "--color", "always", "model.py")
    assert "\x1b[" in always.stdout
    assert "^^^^^^" in always.stdout
    assert "\x1b[" not in mslint("check", "--color", "never", "model.py").stdout


def test_plain_text_is_one_line_per_finding_whatever_the_name() -> None:
    write("a\nb.py")
    result = mslint("check")
    assert result.stdout.startswith(r"a\nb.py:2:43: MSL202 ")
    assert len(result.stdout.splitlines()) == 1


def test_the_garbage_collector_runs_as_before_when_the_run_ends() -> None:
    assert gc.isenabled()
    write("model.py")
    mslint("check")
    assert gc.isenabled()
