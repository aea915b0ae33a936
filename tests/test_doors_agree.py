"""One engine, one answer: the same findings through every door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from doors import FAULT, FAULTY, IMPORT, flake8_lines, run

Key = tuple[str, int, int, str, str]
"""Path, line, byte column from 0, code, message."""

FILES = {
    "model.py": (
        f"{IMPORT}class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n"
        "        self.bn = nn.BatchNorm2d(3, 1e-5, 0.1)\n"
    ),
    "config.py": "学习率 = 0.1\nOPTIONS = {'lr': 0.1}\n",
    "train.py": (
        f"{IMPORT}from config import 学习率, OPTIONS\n"
        "from pkg.norm import norm\n"
        f"{FAULT}\n"
        "名称 = '中文'; nn.SGD(net.trainable_params(), lr=学习率)\n"
        "nn.Adam([{'params': net.get_parameters()}], learning_rate=0.1)\n"
        "nn.Dropout(0.1)\n"
    ),
    "pkg/__init__.py": "",
    "pkg/norm.py": (
        f"{IMPORT}\n\ndef norm(channels, momentum=0.1):\n    return nn.BatchNorm2d(channels, momentum=momentum)\n"
    ),
    "pkg/quiet.py": "from torch import nn\nnn.BatchNorm2d(3, momentum=0.1)\n",
    "windows.py": FAULTY.replace("\n", "\r\n"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("agree")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    (folder / "pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.9"\nignore = ["MSL209"]\n')
    return folder


def from_command_line(folder: Path) -> list[Key]:
    done = run("mslint", "check", "--output-format", "json", ".", cwd=folder)
    assert done.returncode == 1, done.stderr
    found = []
    for finding in json.loads(done.stdout):
        line = (folder / finding["path"]).read_bytes().decode().splitlines()[finding["line"] - 1]
        column = len(line[: finding["column"] - 1].encode())
        found.append((finding["path"], finding["line"], column, finding["code"], finding["message"]))
    return sorted(found)


def from_pylint(folder: Path, jobs: int) -> list[Key]:
    options = ["--rcfile=", "--load-plugins=mslint", "--disable=all", "--enable=mslint", "--output-format=json2"]
    done = run("pylint", *options, f"-j{jobs}", *(name for name in FILES), cwd=folder)
    return sorted(
        (
            Path(message["absolutePath"]).relative_to(folder).as_posix(),
            message["line"],
            message["column"],
            f"MSL{message['messageId'][2:]}",
            message["message"],
        )
        for message in json.loads(done.stdout)["messages"]
    )


def from_flake8(folder: Path, jobs: int) -> list[Key]:
    done = run("flake8", "--select=MSL", f"-j{jobs}", ".", cwd=folder)
    assert done.stderr == b""
    return sorted(
        (
            finding["path"].removeprefix("./"),
            finding["line"],
            finding["column"] - 1,
            finding["code"],
            finding["text"].rpartition(" [")[0],
        )
        for finding in flake8_lines(done.stdout.decode())
    )


def test_all_doors_give_one_answer(folder: Path) -> None:
    found = from_command_line(folder)
    assert {code for _, _, _, code, _ in found} == {"MSL201", "MSL202", "MSL203"}
    assert {path for path, *_ in found} == {"model.py", "train.py", "pkg/norm.py", "windows.py"}
    assert all("on MindSpore 2.9 " in message for *_, message in found)
    for jobs in (1, 2):
        assert from_pylint(folder, jobs) == found
        assert from_flake8(folder, jobs) == found


def test_order_of_files_does_not_matter(folder: Path) -> None:
    forward = run("mslint", "check", *FILES, cwd=folder).stdout.splitlines()
    backward = run("mslint", "check", *reversed(FILES), cwd=folder).stdout.splitlines()
    assert sorted(forward) == sorted(backward)
    assert len(forward) >= 5
