from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from doors import FAULT, FAULTY, IMPORT, flake8, flake8_lines, install_probe, run

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


def codes(found: list[dict[str, Any]]) -> list[str]:
    return [finding["code"] for finding in found]


def test_a_finding(folder: Path) -> None:
    path = write(folder, FAULTY)
    text = "on MindSpore 2.10 mindspore.nn.Momentum takes no lr= and raises TypeError; write learning_rate="
    assert flake8(TARGET, path) == [
        {"path": str(path), "line": 2, "column": 43, "code": "MSL202", "text": f"{text} [optimizer-lr-keyword]"}
    ]


def test_noqa_is_for_flake8(folder: Path) -> None:
    path = write(folder, f"{IMPORT}{FAULT}  # noqa: MSL202\n{FAULT}\n")
    assert [finding["line"] for finding in flake8(path)] == [3]
    assert [finding["line"] for finding in flake8("--disable-noqa", path)] == [2, 3]
    path = write(folder, f"{IMPORT}{FAULT}  # pylint: disable=optimizer-lr-keyword\n")
    assert [finding["line"] for finding in flake8(path)] == [2]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), ["MSL202", "MSL201"]),
        (("--mslint-select=MSL201",), ["MSL201"]),
        (("--mslint-select=optimizer-lr-keyword, MSL203",), ["MSL202"]),
        (("--mslint-ignore=E9202",), ["MSL201"]),
        (("--ignore=MSL202",), ["MSL201"]),
        (("--extend-ignore=MSL2",), []),
        (("--select=MSL201",), ["MSL201"]),
    ],
)
def test_options(folder: Path, options: tuple[str, ...], expected: list[str]) -> None:
    path = write(folder, f"{FAULTY}nn.BatchNorm2d(3, momentum=0.1)\n")
    assert codes(flake8(*options, path)) == expected


@pytest.mark.parametrize("key", ["mslint-target-version", "mslint_target_version"])
def test_options_in_the_file_of_flake8(folder: Path, key: str) -> None:
    path = write(folder, FAULTY)
    write(folder, f"[flake8]\n{key} = 2.7\nmslint-parity = false\n", "tox.ini")
    assert "on MindSpore 2.7 " in flake8(path)[0]["text"]
    assert "on MindSpore 2.9 " in flake8("--mslint-target-version=2.9", path)[0]["text"]


def test_settings_of_mslint_hold_in_flake8(folder: Path) -> None:
    write(folder, '[tool.mslint]\ntarget-version = "2.8"\nexclude = ["old"]\n', "pyproject.toml")
    paths = [write(folder, FAULTY), write(folder, FAULTY, "old/other.py")]
    assert ["on MindSpore 2.8 " in finding["text"] for finding in flake8(*paths)] == [True]
    assert "on MindSpore 2.9 " in flake8("--mslint-target-version=2.9", *paths)[0]["text"]


@pytest.mark.parametrize(
    ("options", "settings", "expected"),
    [
        ((), "", []),
        (("--ignore=E501",), "", []),
        (("--select=MSL",), "", []),
        (("--mslint-parity",), "", ["MSL599"]),
        (("--mslint-select=MSL599",), "", ["MSL599"]),
        (("--extend-select=MSL599",), "", ["MSL599"]),
        (("--extend-select=MSL5",), "", ["MSL599"]),
        (("--select=MSL2,MSL599",), "", ["MSL599"]),
        (("--extend-select=MSL501",), "", []),
        (("--extend-select=MSL599", "--mslint-ignore=MSL599"), "", []),
        ((), "parity = true", ["MSL599"]),
        (("--extend-ignore=MSL5",), "parity = true", []),
    ],
)
def test_parity_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], settings: str, expected: list[str]
) -> None:
    install_probe(monkeypatch)
    write(folder, f"[tool.mslint]\n{settings}\n", "pyproject.toml")
    path = write(folder, "probe()\n")
    assert codes(flake8(*options, path)) == expected


def test_wrong_options_are_one_line_and_exit_2(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = write(folder, FAULTY)
    with pytest.raises(SystemExit) as caught:
        flake8("--mslint-target-version=two", path)
    assert caught.value.code == 2
    assert capfd.readouterr().err == (
        'mslint: --mslint-target-version: \'two\' is not a version; write one such as "2.10", or "auto"\n'
    )


def test_wrong_settings_of_a_folder_are_a_finding_for_its_files(folder: Path) -> None:
    paths = [write(folder, FAULTY), write(folder, FAULTY, "pkg/other.py")]
    settings = write(folder, "[mslint]\nparitty = yes\n", "pkg/setup.cfg")
    found = flake8(*paths)
    assert [(finding["code"], finding["line"], finding["column"]) for finding in found] == [
        ("MSL202", 2, 43),
        ("MSL000", 1, 1),
    ]
    assert found[1]["text"].endswith(f"{settings}: [mslint] paritty: unknown key; did you mean 'parity'?")


def test_standard_input(folder: Path) -> None:
    done = run("flake8", "--select=MSL", "--stdin-display-name=pkg/model.py", "-", stdin=FAULTY.encode(), cwd=folder)
    assert done.stderr == b""
    (finding,) = flake8_lines(done.stdout.decode())
    assert (finding["path"], finding["line"], finding["column"]) == ("pkg/model.py", 2, 43)


def test_processes_change_nothing(folder: Path) -> None:
    write(folder, "LR = 0.1\n", "pkg/__init__.py")
    write(folder, f"{IMPORT}from pkg import LR\nnn.BatchNorm2d(3, momentum=LR)\n", "a.py")
    for name in ("b.py", "c.py", "d.py"):
        write(folder, FAULTY, name)
    outputs = [run("flake8", f"-j{jobs}", "--select=MSL", TARGET, ".", cwd=folder).stdout for jobs in (1, 2)]
    assert sorted(outputs[0].splitlines()) == sorted(outputs[1].splitlines())
    assert len(outputs[0].splitlines()) == 4


def test_the_version_is_shown(folder: Path) -> None:
    from mslint import __version__

    assert f"mslint: {__version__}" in run("flake8", "--version", cwd=folder).stdout.decode().replace("\n", " ")
