"""Lines and columns are right in all doors, whatever the text is made of.

The command line counts characters, pylint and flake8 count bytes, as their own
checks do: pylint from 0, flake8 from 1.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from doors import FAULT, IMPORT, flake8, mslint_findings, pylint

CALL = "nn.Momentum(参数, lr=0.1, momentum=0.9)"

TEXTS = {
    "plain": f"{IMPORT}{FAULT}\n",
    "Chinese comment": f"# 学习率\n{IMPORT}{FAULT}  # 优化器\n",
    "Chinese names and strings": f"{IMPORT}网络 = '中文'; 优化器 = {CALL}\n",
    "characters beyond the basic plane": f"{IMPORT}a = '😀𝒳'; opt = {CALL}\n",
    "combining characters": f"{IMPORT}a = 'e\u0301'; opt = {CALL}\n",
    "tabs": f"{IMPORT}if 参数:\n\topt =\t{CALL}\n",
    "form feeds": f"{IMPORT}\f\n\f{FAULT}\n",
    "form feed in a string": f"{IMPORT}a = 'x\fy'; {FAULT}\n",
    "other separators in strings": f"{IMPORT}a = 'x\x0b\x1c\x85\u2028y'\n{FAULT}\n",
    "several lines": f"{IMPORT}opt = nn.Momentum(\n    参数,  # 参数\n    lr=0.1,\n    momentum=0.9,\n)\n",
    "backslash": f"{IMPORT}opt = \\\n  {CALL}\n",
    "string over several lines": f'{IMPORT}a = """\n中文\n"""; opt = {CALL}\n',
    "no newline at the end": f"{IMPORT}{FAULT}",
}
ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "byte order mark and CRLF": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "gbk": lambda text: f"# -*- coding: gbk -*-\n{text}".encode("gbk"),
    "gb18030": lambda text: f"# coding=gb18030\n{text}".encode("gb18030"),
}
CASES = [
    (name, encoding)
    for name, text in TEXTS.items()
    for encoding in ENCODINGS
    if encoding != "gbk" or text.encode("gbk", "ignore").decode("gbk") == text
]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """One file for each case."""
    folder = tmp_path_factory.mktemp("columns")
    written = {}
    for number, (name, encoding) in enumerate(CASES):
        path = folder / f"columns_{number}.py"
        path.write_bytes(ENCODINGS[encoding](TEXTS[name]))
        written[name, encoding] = path
    return written


@pytest.fixture(scope="module")
def found(paths: dict[tuple[str, str], Path]) -> dict[str, dict[str, list[tuple[int, int]]]]:
    """Line and column of each finding, by door and path."""
    places: dict[str, dict[str, list[tuple[int, int]]]] = {"mslint": {}, "pylint": {}, "flake8": {}}
    for finding in mslint_findings(*paths.values()):
        places["mslint"].setdefault(finding["path"], []).append((finding["line"], finding["column"]))
    for message in pylint(*paths.values()):
        places["pylint"].setdefault(message["absolutePath"], []).append((message["line"], message["column"]))
    for finding in flake8("--isolated", *paths.values()):
        places["flake8"].setdefault(finding["path"], []).append((finding["line"], finding["column"]))
    return places


def expected(name: str, encoding: str) -> tuple[int, str]:
    """The line of `lr=`, from 1, and what stands before it there."""
    text = TEXTS[name]
    start = text.index("lr=")
    before = text[:start].split("\n")
    return len(before) + (encoding in ("gbk", "gb18030")), before[-1]


@pytest.mark.parametrize(("name", "encoding"), CASES)
def test_command_line(name: str, encoding: str, paths: dict, found: dict) -> None:  # type: ignore[type-arg]
    line, before = expected(name, encoding)
    assert found["mslint"][str(paths[name, encoding])] == [(line, len(before) + 1)]


@pytest.mark.parametrize(("name", "encoding"), CASES)
def test_pylint(name: str, encoding: str, paths: dict, found: dict) -> None:  # type: ignore[type-arg]
    line, before = expected(name, encoding)
    assert found["pylint"][str(paths[name, encoding])] == [(line, len(before.encode()))]


@pytest.mark.parametrize(("name", "encoding"), CASES)
def test_flake8(name: str, encoding: str, paths: dict, found: dict) -> None:  # type: ignore[type-arg]
    line, before = expected(name, encoding)
    assert found["flake8"][str(paths[name, encoding])] == [(line, len(before.encode()) + 1)]


def test_ends() -> None:
    path = Path("模型.py")
    text = f"{IMPORT}优化器 = nn.Momentum(参数, lr=学习率, momentum=0.9)\n"
    (finding,) = mslint_findings("--stdin-filename", path, "-", stdin=text.encode())
    line = text.splitlines()[1]
    assert line[finding["column"] - 1 : finding["end_column"] - 1] == "lr=学习率"
    assert (finding["line"], finding["end_line"]) == (2, 2)
