"""`--fix` and its relatives: what is written, what is told, and what happens when it cannot be."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from doors import mslint

from mslint import atomic
from mslint.cli.writing import replace_file

BEFORE = """\
from mindspore import nn

net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2, momentum=0.1))  # 0.1 as in PyTorch
net.train()
opt = nn.Adam(net.trainable_params(), lr=0.1, betas=(0.9, 0.99))
"""
SAFE = BEFORE.replace("train()", "set_train()").replace("lr=", "learning_rate=")
SAFE = SAFE.replace("betas=(0.9, 0.99)", "beta1=0.9, beta2=0.99")
ALL = SAFE.replace("momentum=0.1", "momentum=0.9")
TOLD = """\
model.py: 1 fixed: MSL105 [torch-mode-method]
model.py: 1 fixed: MSL202 [optimizer-lr-keyword]
model.py: 1 fixed: MSL207 [torch-optimizer-keyword]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts beside `model.py`, with the newest target version."""
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.10"\n')
    Path("model.py").write_text(BEFORE)
    return tmp_path


def test_safe_fixes_are_made_and_the_rest_is_reported() -> None:
    result = mslint("check", "--fix")
    assert Path("model.py").read_text() == SAFE
    assert result.stdout.startswith("model.py:3:68: MSL201 on MindSpore 2.10 ")
    assert result.stderr == f"{TOLD}1 file checked: 3 fixed, 1 remaining\n"
    assert result.exit_code == 1


def test_unsafe_fixes_too() -> None:
    result = mslint("check", "--fix", "--unsafe-fixes")
    assert Path("model.py").read_text() == ALL
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr.endswith("1 file checked: 4 fixed, 0 remaining\n")


def test_the_second_run_writes_nothing() -> None:
    mslint("check", "--fix", "--unsafe-fixes")
    os.utime("model.py", (0, 0))
    result = mslint("check", "--fix", "--unsafe-fixes")
    assert os.stat("model.py").st_mtime == 0
    assert (result.stdout, result.stderr) == ("", "1 file checked: 0 fixed, 0 remaining\n")


def test_diff_writes_nothing() -> None:
    result = mslint("check", "--diff")
    assert Path("model.py").read_text() == BEFORE
    assert result.stdout == (
        "--- model.py\n+++ model.py\n@@ -1,5 +1,5 @@\n from mindspore import nn\n \n"
        " net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2, momentum=0.1))  # 0.1 as in PyTorch\n"
        "-net.train()\n-opt = nn.Adam(net.trainable_params(), lr=0.1, betas=(0.9, 0.99))\n"
        "+net.set_train()\n+opt = nn.Adam(net.trainable_params(), learning_rate=0.1, beta1=0.9, beta2=0.99)\n"
    )
    assert result.stderr.endswith("1 file checked: 3 would be fixed, 1 would remain\n")
    assert result.exit_code == 1
    assert mslint("check", "--diff", "--fix").stdout == result.stdout
    assert "+net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2, momentum=0.9))" in (
        mslint("check", "--diff", "--unsafe-fixes").stdout
    )


def test_diff_of_nothing() -> None:
    Path("model.py").write_text(SAFE)
    result = mslint("check", "--diff")
    assert (result.stdout, result.exit_code) == ("", 0)


def patched(content: bytes, difference: bytes) -> bytes:
    """What the program `patch` makes of `content`."""
    lines, at, made = content.split(b"\n"), 0, []
    _, _, *rows = difference.split(b"\n")
    for row in rows:
        if match := re.fullmatch(rb"@@ -(\d+)(?:,\d+)? .*@@", row):
            made += lines[at : int(match[1]) - 1]
            at = int(match[1]) - 1
        elif row[:1] in (b" ", b"-"):
            assert row[1:] == lines[at]
            at += 1
        if row[:1] in (b" ", b"+"):
            made.append(row[1:])
    return b"\n".join([*made, *lines[at:]])


@pytest.mark.parametrize(
    "content",
    [
        BEFORE.encode(),
        BEFORE.rstrip("\n").encode(),
        BEFORE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + BEFORE.encode(),
        b"# coding: latin-1\nx = '\xe9'\n" + BEFORE.encode(),
    ],
)
def test_the_difference_is_a_patch(content: bytes) -> None:
    Path("model.py").write_bytes(content)
    difference = subprocess.run(
        [sys.executable, "-m", "mslint", "check", "--diff", "--unsafe-fixes"], capture_output=True, check=False
    ).stdout
    mslint("check", "--fix", "--unsafe-fixes")
    assert patched(content, difference) == Path("model.py").read_bytes() != content
    assert difference.endswith(b"\\ No newline at end of file\n") is not content.endswith(b"\n")


def test_fix_only_tells_what_was_fixed_and_exits_0() -> None:
    result = mslint("check", "--fix-only")
    assert Path("model.py").read_text() == SAFE
    assert (result.stdout, result.exit_code) == (TOLD, 0)
    assert result.stderr == "1 file checked: 3 fixed, 1 remaining\n"
    result = mslint("check", "--fix-only")
    assert (result.stdout, result.exit_code) == ("", 0)
    Path("broken.py").write_text("a = (\n")
    assert mslint("check", "--fix-only").exit_code == 2


def test_json_is_what_remains() -> None:
    import json

    result = mslint("check", "--fix", "--output-format", "json")
    assert [(each["code"], each["line"]) for each in json.loads(result.stdout)] == [("MSL201", 3)]


def test_select_and_ignore_choose_what_is_fixed() -> None:
    mslint("check", "--fix", "--select", "MSL105")
    assert Path("model.py").read_text() == BEFORE.replace("train()", "set_train()")


def test_a_mark_and_a_hint_show_what_can_be_fixed() -> None:
    result = mslint("check")
    assert [line.split()[1:3] for line in result.stdout.splitlines()] == [
        ["MSL201", "on"],
        ["MSL105", "[*]"],
        ["MSL202", "[*]"],
        ["MSL207", "[*]"],
    ]
    hint = "[*] 3 can be fixed with --fix, 1 more with --unsafe-fixes"
    assert result.stderr == f"{hint}\n1 file checked: 4 findings\n"
    assert mslint("check", "--select", "MSL201").stderr.startswith("1 can be fixed with --fix --unsafe-fixes\n")
    assert mslint("check", "--select", "MSL1", "--color", "always").stdout.count("[*]") == 1
    Path("model.py").write_text("from mindspore import nn\nnn.Adam(p, betas=(0.9,  # why\n    0.99))\n")
    result = mslint("check")
    assert "MSL207 nn.Adam" in result.stdout
    assert "fixed" not in result.stderr


def test_standard_input_becomes_standard_output() -> None:
    result = mslint("check", "--fix", "--stdin-filename", "other.py", "-", stdin=BEFORE.replace("\n", "\r\n").encode())
    assert result.stdout_bytes == SAFE.replace("\n", "\r\n").encode()
    assert result.stderr.startswith(TOLD.replace("model.py", "other.py"))
    assert "other.py:3:68: MSL201 on" in result.stderr
    assert result.exit_code == 1
    assert not Path("other.py").exists()
    result = mslint("check", "--fix-only", "--unsafe-fixes", "--stdin-filename", "model.py", "-", stdin=BEFORE.encode())
    assert (result.stdout, result.exit_code) == (ALL, 0)
    assert Path("model.py").read_text() == BEFORE
    assert mslint("check", "--diff", "-", stdin=BEFORE.encode()).stdout.startswith("--- <stdin>\n+++ <stdin>\n@@")


def test_a_filter_loses_nothing() -> None:
    result = mslint("check", "--fix", "-", stdin=b"a = (\n")
    assert (result.stdout, result.exit_code) == ("a = (\n", 2)
    assert result.stderr.startswith("<stdin>:1:5: does not parse")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--unsafe-fixes"], "mslint: --unsafe-fixes: goes with --fix, --fix-only or --diff\n"),
        (["--unsafe-fixes", "--add-noqa"], "mslint: --unsafe-fixes: goes with --fix, --fix-only or --diff\n"),
        (["--fix", "--add-noqa"], "mslint: --add-noqa: does not go with --fix; "),
        (["--fix", "-", "model.py"], "mslint: -: must be the only path, "),
    ],
)
def test_options_that_contradict_each_other(arguments: list[str], problem: str) -> None:
    result = mslint("check", *arguments, stdin=b"")
    assert result.stderr.startswith(problem)
    assert result.exit_code == 2
    assert Path("model.py").read_text() == BEFORE


def test_what_is_fixed_in_one_file_counts_for_the_next() -> None:
    Path("model.py").unlink()
    Path("a_settings.py").write_text("from mindspore import nn\nKEY = 1\nnn.Dropout(0.1)\n")
    Path("b_model.py").write_text("from mindspore import nn\nfrom a_settings import KEY\nnn.Dropout(0.1)\n")
    assert mslint("check", "--fix", "--unsafe-fixes").stderr.endswith("2 files checked: 2 fixed, 0 remaining\n")


def test_a_fix_that_is_refused_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("model.py").write_text(f"# coding: utf-7\ns = '+AGE-'\n{BEFORE}")
    result = mslint("check", "--fix", "--select", "MSL105")
    assert "model.py:6: MSL105 not fixed: utf-7 can write the file in several ways\n" in result.stderr
    assert result.exit_code == 1


def test_permissions_stay() -> None:
    for mode in (0o755, 0o600, 0o644, 0o4755):
        Path("model.py").write_text(BEFORE)
        os.chmod("model.py", mode)
        mslint("check", "--fix")
        assert Path("model.py").read_text() == SAFE
        assert stat.S_IMODE(os.stat("model.py").st_mode) == mode


def test_links_stay_links() -> None:
    Path("real").mkdir()
    shutil.move("model.py", "real/model.py")
    Path("link.py").symlink_to("real/model.py")
    mslint("check", "--fix", "link.py")
    assert Path("link.py").is_symlink()
    assert Path("real/model.py").read_text() == SAFE
    assert sorted(os.listdir("real")) == ["model.py"]


def test_a_read_only_file_is_one_line() -> None:
    os.chmod("model.py", 0o444)
    Path("good.py").write_text(BEFORE)
    result = mslint("check", "--fix")
    assert Path("model.py").read_text() == BEFORE
    assert Path("good.py").read_text() == SAFE
    assert "model.py: cannot be written: is read-only\n" in result.stderr
    assert result.stderr.endswith("2 files checked: 3 fixed, 5 remaining; 1 path could not be checked\n")
    assert result.exit_code == 2
    assert mslint("check", "--diff", "model.py").exit_code == 1


@pytest.mark.parametrize(("step", "call"), [("fsync", "fsync"), ("rename", "replace"), ("chmod", "chmod")])
def test_a_failure_at_any_step_leaves_the_file_as_it_was(monkeypatch: pytest.MonkeyPatch, step: str, call: str) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.os, call, fail)
    result = mslint("check", "--fix")
    assert Path("model.py").read_text() == BEFORE
    assert "model.py: cannot be written: No space left on device\n" in result.stderr
    assert result.exit_code == 2
    assert sorted(os.listdir()) == ["model.py", "pyproject.toml"], step


def test_an_interruption_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic.os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file("model.py", BEFORE.encode(), b"new")
    assert Path("model.py").read_text() == BEFORE
    assert sorted(os.listdir()) == ["model.py", "pyproject.toml"]


@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
def test_a_run_that_is_killed_leaves_the_old_or_the_new(step: str) -> None:
    code = (
        f"import os; os.{step} = lambda *_: os.kill(os.getpid(), 9)\n"
        "from mslint.cli.main import main; main(['check', '--fix'])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == -9
    assert Path("model.py").read_text() == BEFORE
    assert mslint("check", "--fix").exit_code == 1
    assert Path("model.py").read_text() == SAFE


def test_a_file_that_was_changed_in_the_meantime_is_left_alone() -> None:
    failure = replace_file("model.py", b"what was read", b"new")
    assert failure is not None
    assert failure.message == "cannot be written: was changed in the meantime"
    assert Path("model.py").read_text() == BEFORE


def test_a_file_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    failure = replace_file("none.py", b"", b"new")
    assert failure is not None
    assert failure.message == "cannot be written: No such file or directory"


def broken_pipe(command: list[str]) -> subprocess.CompletedProcess[bytes]:
    reading, writing_end = os.pipe()
    os.close(reading)
    process = subprocess.run(command, stdout=writing_end, stderr=subprocess.PIPE, check=False)
    os.close(writing_end)
    return process


@pytest.mark.parametrize("option", ["--fix", "--diff", "--fix-only"])
def test_a_reader_that_stops_is_no_error(option: str) -> None:
    process = broken_pipe([sys.executable, "-m", "mslint", "check", option])
    assert b"Traceback" not in process.stderr


@pytest.mark.parametrize("options", [["--fix", "--unsafe-fixes"], ["--fix-only"], ["--diff"], ["--add-noqa"]])
def test_what_the_baseline_knows_is_left_alone(options: list[str]) -> None:
    assert mslint("baseline", "create").exit_code == 0
    result = mslint("check", *options)
    assert Path("model.py").read_text() == BEFORE
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr.startswith("1 file checked: 0 ")
    assert result.stderr.endswith("; 4 known findings held back\n")
    assert mslint("check", *options, "--no-baseline").stderr.count(" held back") == 0


def test_what_is_new_beside_a_baseline_is_fixed() -> None:
    Path("model.py").write_text(BEFORE.replace("net.train()\n", ""))
    assert mslint("baseline", "create").exit_code == 0
    Path("model.py").write_text(BEFORE + "net.train()\n")
    result = mslint("check", "--fix")
    assert Path("model.py").read_text() == BEFORE.replace("train()", "set_train()") + "net.set_train()\n"
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == (
        "model.py: 2 fixed: MSL105 [torch-mode-method]\n"
        "1 file checked: 2 fixed, 0 remaining; 3 known findings held back\n"
    )


def test_of_two_alike_the_one_that_the_baseline_knows_stays() -> None:
    assert mslint("baseline", "create").exit_code == 0
    Path("model.py").write_text(BEFORE + "net.train()\n")
    result = mslint("check", "--fix")
    assert Path("model.py").read_text() == BEFORE + "net.set_train()\n"
    assert result.stderr.endswith("1 file checked: 1 fixed, 0 remaining; 4 known findings held back\n")
    Path("model.py").write_text(BEFORE + "net.train()\n")
    result = mslint("check", "--add-noqa")
    assert Path("model.py").read_text() == BEFORE + "net.train()  # noqa: MSL105\n"
    assert result.stderr.endswith("1 file checked: 1 silenced, 0 remaining; 4 known findings held back\n")


def test_findings_go_to_the_file_that_is_named() -> None:
    result = mslint("check", "--fix", "--output-file", "report.txt")
    assert result.stdout == ""
    assert Path("report.txt").read_text().startswith("model.py:3:68: MSL201 on MindSpore 2.10 ")
    result = mslint("check", "--diff", "--output-file", "report.txt")
    assert result.stderr == "mslint: --output-file: does not go with --diff or --fix-only, which report no findings\n"
    assert result.exit_code == 2
