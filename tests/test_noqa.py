"""`--add-noqa`: comments where findings are reported, and nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from doors import FAULT, IMPORT, flake8, mslint
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.version import Version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.finding import Finding
from mslint.fixes import Repair
from mslint.noqa import silence

TARGET = ("--target-version", "2.10")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def silenced(data: bytes) -> Repair:
    project = new_project()
    options = Settings(Version("2.10"))

    def check(content: bytes) -> list[Finding]:
        report = check_bytes("model.py", content, options, project)
        assert report.failure is None
        return report.findings

    return silence("model.py", data, check(data), check)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FAULT, f"{FAULT}  # noqa: MSL202"),
        (f"{FAULT}  # why", f"{FAULT}  # why  # noqa: MSL202"),
        (f"{FAULT}  # noqa: E501", f"{FAULT}  # noqa: E501, MSL202"),
        (f"{FAULT}  # noqa: E501 long, but so it is", f"{FAULT}  # noqa: E501, MSL202 long, but so it is"),
        (f"{FAULT}  # noqa: E501,W1  # why", f"{FAULT}  # noqa: E501,W1, MSL202  # why"),
        (f"{FAULT}  # type: ignore # noqa:E501", f"{FAULT}  # type: ignore # noqa:E501, MSL202"),
        (f"{FAULT}  # mslint: ignore[MSL201]", f"{FAULT}  # mslint: ignore[MSL201]  # noqa: MSL202"),
        (f"{FAULT}  # noqa", f"{FAULT}  # noqa"),
        (f"{FAULT}   ", f"{FAULT}  # noqa: MSL202   "),
        ("a = '''\n''', nn.SGD(p, lr=1)", "a = '''\n''', nn.SGD(p, lr=1)  # noqa: MSL202"),
        (
            "a = nn.SGD(p, lr=1), '''\n  # noqa\n'''",
            "a = nn.SGD(p, lr=1), '''\n  # noqa\n'''  # noqa: MSL202",
        ),
        ("a = nn.SGD(p, lr=1), \\\n  2", "a = nn.SGD(p, lr=1), \\\n  2  # noqa: MSL202"),
        (
            "a = nn.SGD(p,\n    lr=1,\n    foreach=True,  # fast\n)",
            "a = nn.SGD(p,\n    lr=1,  # noqa: MSL202\n    foreach=True,  # fast  # noqa: MSL207\n)",
        ),
        ("nn.Dropout(0.1); nn.SGD(p, lr=1)", "nn.Dropout(0.1); nn.SGD(p, lr=1)  # noqa: MSL202, MSL209"),
        ("if p: nn.Dropout(0.1)\n\x0cé = 1", "if p: nn.Dropout(0.1)  # noqa: MSL209\n\x0cé = 1"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_where_comments_go(before: str, after: str, newline: str, end: str) -> None:
    data, expected = ((IMPORT + text + end).replace("\n", newline).encode() for text in (before, after))
    result = silenced(data)
    assert (result.data, result.remaining) == (expected, [])
    assert silenced(expected).data == expected


def test_through_the_command_and_in_flake8() -> None:
    Path("model.py").write_text(f"{IMPORT}{FAULT}  # noqa: E501\nnn.Dropout(\n    0.1)\n")
    result = mslint("check", "--add-noqa", *TARGET)
    assert Path("model.py").read_text() == (
        f"{IMPORT}{FAULT}  # noqa: E501, MSL202\nnn.Dropout(\n    0.1)  # noqa: MSL209\n"
    )
    assert result.stderr == (
        "model.py: 1 silenced: MSL202 [optimizer-lr-keyword]\n"
        "model.py: 1 silenced: MSL209 [dropout-positional-rate]\n"
        "1 file checked: 2 silenced, 0 remaining\n"
    )
    assert (result.stdout, result.exit_code) == ("", 0)
    assert flake8("--isolated", "model.py") == []
    assert mslint("check", "--add-noqa", *TARGET).stderr == "1 file checked: 0 silenced, 0 remaining\n"


def test_only_selected_rules_are_silenced() -> None:
    Path("model.py").write_text(f"{IMPORT}{FAULT}\nnn.Dropout(0.1)\n")
    mslint("check", "--add-noqa", "--select", "MSL209", *TARGET)
    assert Path("model.py").read_text() == f"{IMPORT}{FAULT}\nnn.Dropout(0.1)  # noqa: MSL209\n"


def test_diff_and_standard_input() -> None:
    Path("model.py").write_text(IMPORT + FAULT + "\n")
    result = mslint("check", "--add-noqa", "--diff", *TARGET)
    assert f"+{FAULT}  # noqa: MSL202\n" in result.stdout
    assert result.stderr.endswith("1 file checked: 1 would be silenced, 0 would remain\n")
    assert Path("model.py").read_text() == IMPORT + FAULT + "\n"
    result = mslint("check", "--add-noqa", *TARGET, "-", stdin=(IMPORT + FAULT).encode())
    assert result.stdout == f"{IMPORT}{FAULT}  # noqa: MSL202"


def test_an_encoding_that_does_not_keep_bytes_is_refused() -> None:
    Path("model.py").write_text(f"# coding: utf-7\ns = '+AGE-'\n{IMPORT}{FAULT}\n")
    result = mslint("check", "--add-noqa", *TARGET)
    assert "model.py:4: MSL202 not silenced: utf-7 can write the file in several ways\n" in result.stderr
    assert result.exit_code == 1


PIECES = [
    "nn.Dropout(0.1)", "x = (nn.Dropout(0.1),", "0)", "x = '''", "'''", "y = 1 + \\", "  2", "# noqa: E501", "# é",
    "nn.SGD(p, lr=1)  # noqa: E501 why", "nn.Dropout(0.1)  # pylint: disable=all-of-it", "if 1:", "    nn.Dropout(0.1)",
    "\tnn.Dropout(0.1)", "", "nn.BatchNorm2d(3, momentum=0.1) # noqa", "f'{nn.Dropout(0.1)}'", "\x0c",
]  # fmt: skip


@settings(max_examples=200)
@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from(["\n", "\r\n", "\r"]))
def test_only_comments_change_and_all_is_silent(pieces: list[str], newline: str) -> None:
    data = (IMPORT + "\n".join(pieces)).replace("\n", newline).encode()
    try:
        tree = ast.dump(ast.parse(data))
    except SyntaxError:
        return
    result = silenced(data)
    assert result.remaining == []
    assert ast.dump(ast.parse(result.data)) == tree
    assert re.sub(rb"(  # noqa: |, )MSL\d{3}(, MSL\d{3})*", b"", result.data) == data
