from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import Any

import dill
import pytest
from doors import FAULT, FAULTY, IMPORT, PROBE_RULE, install_probe, pylint, run

from mslint import checkers
from mslint.hosts.pylint import PARITY_NAME, description

TARGET = "--mslint-target-version=2.10"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, text: str, name: str = "model.py") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def lines(messages: list[dict[str, Any]]) -> list[int]:
    return [message["line"] for message in messages]


def in_process(*arguments: str | Path, stdin: bytes | None = None, cwd: Path | None = None) -> list[dict[str, Any]]:
    """The messages from a pylint process of its own."""
    options = ["--rcfile=", "--load-plugins=mslint", "--disable=all", "--enable=mslint", "--output-format=json2"]
    done = run("pylint", *options, *arguments, stdin=stdin, cwd=cwd)
    messages = json.loads(done.stdout)["messages"]
    assert isinstance(messages, list)
    return messages


def test_a_message(folder: Path) -> None:
    path = write(folder, f"{IMPORT}\n\nclass Trainer:\n    def build(self, net):\n        self.{FAULT}\n")
    (message,) = pylint(TARGET, path)
    assert message == {
        "type": "error",
        "symbol": "optimizer-lr-keyword",
        "message": "on MindSpore 2.10 mindspore.nn.Momentum takes no lr= and raises TypeError; write learning_rate=",
        "messageId": "E9202",
        "confidence": "HIGH",
        "module": "model",
        "obj": "Trainer.build",
        "line": 6,
        "column": 55,
        "endLine": 6,
        "endColumn": 61,
        "path": message["path"],
        "absolutePath": str(path),
    }


def test_the_letter_and_the_confidence_are_the_findings(folder: Path) -> None:
    path = write(folder, f"{IMPORT}RATE = 0.1\nnn.BatchNorm2d(3, momentum=RATE)\n{FAULT}\n")
    messages = pylint(path)
    assert [(message["messageId"], message["confidence"]) for message in messages] == [
        ("W9201", "INFERENCE"),
        ("E9202", "HIGH"),
    ]
    assert lines(pylint("--confidence=HIGH", path)) == [4]


def test_inline_comments_scope_as_pylint_documents(folder: Path) -> None:
    symbol = "optimizer-lr-keyword"
    path = write(
        folder,
        f"""{IMPORT}
{FAULT}  # pylint: disable={symbol}
{FAULT}  # pylint: disable=E9202
# pylint: disable-next={symbol}
{FAULT}
{FAULT}


def first(net):
    # pylint: disable={symbol}
    {FAULT}
    {FAULT}
    # pylint: enable={symbol}
    {FAULT}


def second(net):
    {FAULT}
""",
    )
    assert lines(pylint(path)) == [7, 15, 19]
    path = write(folder, f"# pylint: skip-file\n{FAULTY}", "skipped.py")
    assert pylint(path) == []


def test_a_comment_can_switch_on_what_the_command_line_switched_off(folder: Path) -> None:
    path = write(
        folder,
        f"{IMPORT}{FAULT}\n\n\ndef build(net):\n    # pylint: enable=optimizer-lr-keyword\n    return {FAULT[6:]}\n",
    )
    assert lines(pylint("--disable=optimizer-lr-keyword", "--enable=line-too-long", path)) == [7]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), ["optimizer-lr-keyword", "torch-style-momentum"]),
        (("--disable=optimizer-lr-keyword",), ["torch-style-momentum"]),
        (("--disable=E",), ["torch-style-momentum"]),
        (("--disable=mslint",), []),
        (("--mslint-select=MSL201",), ["torch-style-momentum"]),
        (("--mslint-ignore=torch-style-momentum,MSL203",), ["optimizer-lr-keyword"]),
        (("--mslint-target-version=auto",), ["optimizer-lr-keyword", "torch-style-momentum"]),
    ],
)
def test_options(folder: Path, options: tuple[str, ...], expected: list[str]) -> None:
    path = write(folder, f"{FAULTY}nn.BatchNorm2d(3, momentum=0.1)\n")
    assert [message["symbol"] for message in pylint(*options, "--enable=line-too-long", path)] == expected


def test_options_in_pyproject(folder: Path) -> None:
    path = write(folder, FAULTY)
    rc_file = write(
        folder, '[tool.pylint.mslint]\nmslint-target-version = "2.7"\nmslint-select = ["MSL202"]\n', "p.toml"
    )
    assert "on MindSpore 2.7 " in pylint(f"--rcfile={rc_file}", path)[0]["message"]


def test_settings_of_mslint_hold_in_pylint(folder: Path) -> None:
    write(folder, '[tool.mslint]\ntarget-version = "2.8"\nexclude = ["old"]\n', "pyproject.toml")
    paths = [write(folder, FAULTY), write(folder, FAULTY, "old/other.py")]
    assert ["on MindSpore 2.8 " in message["message"] for message in pylint(*paths)] == [True]
    assert "on MindSpore 2.9 " in pylint("--mslint-target-version=2.9", *paths)[0]["message"]


@pytest.mark.parametrize(
    ("options", "settings", "expected"),
    [
        ((), "", 0),
        (("--mslint-parity=y",), "", 1),
        (("--mslint-parity=y", "--mslint-ignore=MSL5"), "", 0),
        ((f"--enable={PROBE_RULE.symbol}",), "", 1),
        (("--enable=R9599",), "", 1),
        ((f"--enable={PARITY_NAME}",), "", 1),
        ((), "parity = true", 1),
        (("--mslint-parity=n",), "parity = true", 0),
        ((), 'select = ["MSL599"]', 1),
        (("--disable=mslint",), "parity = true", 0),
    ],
)
def test_parity_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], settings: str, expected: int
) -> None:
    install_probe(monkeypatch)
    write(folder, f"[tool.mslint]\n{settings}\n", "pyproject.toml")
    path = write(folder, "def inner():\n    return probe()\n")
    messages = pylint(*options, "--enable=line-too-long", path)
    assert [(message["messageId"], message["obj"]) for message in messages] == [("R9599", "inner")] * expected


def test_wrong_options_are_one_line_and_exit_32(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = write(folder, FAULTY)
    with pytest.raises(SystemExit) as caught:
        pylint("--mslint-select=MSL2021", path)
    assert caught.value.code == 32
    assert capfd.readouterr().err == "mslint: --mslint-select: unknown rule 'MSL2021'; did you mean 'MSL202'?\n"


def test_wrong_settings_of_a_folder_are_a_message_for_its_files(folder: Path) -> None:
    paths = [write(folder, FAULTY), write(folder, FAULTY, "pkg/other.py")]
    settings = write(folder, "[mslint]\nparitty = yes\n", "pkg/setup.cfg")
    messages = pylint(*paths)
    assert [(message["messageId"], message["line"]) for message in messages] == [("E9202", 2), ("E9000", 1)]
    problem = f"{settings}: [mslint] paritty: unknown key; did you mean 'parity'?"
    assert messages[1]["message"] == f"mslint cannot check this file: {problem}"


def test_processes_and_standard_input_change_nothing(folder: Path) -> None:
    write(folder, "LR = 0.1\n", "pkg/__init__.py")
    texts = [
        f"{IMPORT}from pkg import LR\nnn.BatchNorm2d(3, momentum=LR)\n",
        f"{IMPORT}# pylint: disable=optimizer-lr-keyword\n{FAULT}\n",
        f"{FAULTY}{FAULT}  # pylint: disable=E9202\n",
        FAULTY,
    ]
    paths = [write(folder, text, f"file_{number}.py") for number, text in enumerate(texts)]
    one, two = (in_process(f"-j{jobs}", TARGET, *paths, cwd=folder) for jobs in (1, 2))

    def key(message: dict[str, Any]) -> tuple[str, int]:
        return message["absolutePath"], message["line"]

    assert [Path(message["path"]).name for message in one] == ["file_0.py", "file_2.py", "file_3.py"]
    assert sorted(two, key=key) == one
    piped = [in_process(TARGET, "--from-stdin", path, stdin=path.read_bytes(), cwd=folder) for path in paths]
    assert [message for messages in piped for message in messages] == one


def test_parity_in_several_processes(folder: Path) -> None:
    paths = [write(folder, FAULTY, name) for name in ("a.py", "b.py")]
    done = in_process("-j2", "--mslint-parity=y", "--mslint-select=MSL202", TARGET, *paths, cwd=folder)
    assert len(done) == 2


def test_standard_input_is_what_counts(folder: Path) -> None:
    path = write(folder, "nothing = 1\n")
    assert lines(in_process("--from-stdin", path, stdin=FAULTY.encode(), cwd=folder)) == [2]
    path = write(folder, FAULTY)
    assert in_process("--from-stdin", path, stdin=b"nothing = 1\n", cwd=folder) == []
    text = f"# coding: gbk\n{IMPORT}{FAULT}\n"
    assert lines(in_process("--from-stdin", path, stdin=text.encode(), cwd=folder)) == [3]


def test_pylint_can_send_the_checkers_to_other_processes(capfd: pytest.CaptureFixture[str]) -> None:
    from pylint.lint import PyLinter
    from pylint.reporters import CollectingReporter

    from mslint import register

    with capfd.disabled():
        # A linter holds standard output, and that of pytest cannot be sent.
        linter = PyLinter(reporter=CollectingReporter())
        register(linter)
        copy = dill.loads(dill.dumps(linter))
    before, after = (
        [(checker.name, checker.msgs) for checker in one.get_checkers() if checker.name.startswith("mslint")]
        for one in (linter, copy)
    )
    assert before == after
    assert len(before) > len({checker.rule.family for checker in checkers.all_checkers()})


@pytest.mark.parametrize("is_hosts", [False, True])
def test_afterwards_the_collector_is_as_it_was(folder: Path, is_hosts: bool) -> None:
    path = write(folder, FAULTY)
    # Python 3.12 begins with some.
    at_start = gc.get_freeze_count()
    if is_hosts:
        gc.freeze()
    before = gc.get_freeze_count()
    try:
        assert len(pylint(TARGET, path)) == 1
        assert gc.isenabled()
        assert gc.get_freeze_count() <= before
        assert (gc.get_freeze_count() > at_start) is is_hosts
    finally:
        gc.unfreeze()


def test_loading_prints_nothing_and_checks_all_ids(folder: Path) -> None:
    done = run("pylint", "--load-plugins=mslint", "--rcfile=", "--list-msgs", cwd=folder)
    assert (done.stderr, done.returncode) == (b"", 0)
    for checker in checkers.all_checkers():
        assert f":{checker.rule.symbol} ({checker.rule.pylint_id}):".encode() in done.stdout


def test_the_description_is_the_beginning_of_the_page() -> None:
    checker = checkers.by_name("MSL201")
    assert checker is not None
    text = description(checker)
    assert text.startswith("Finds small values given as `momentum`")
    assert "#" not in text
    assert "\n" not in text


def test_importing_mslint_loads_no_host() -> None:
    code = "import mslint, sys; assert not {'pylint', 'astroid', 'mslint.engine', 'packaging'} & set(sys.modules)"
    import subprocess

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
