"""`mslint init`: what it finds out, what it writes, and that everybody can read it."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from importlib import machinery
from pathlib import Path

import pytest
from doors import FAULTY, mslint
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from mslint import config
from mslint.cli import init as command
from mslint.cli import surroundings
from mslint.cli.surroundings import only_minor
from mslint.config import Configuration, Settings

REASON = "MindSpore 2.7: 2.7.0 is installed here"
SECTION = """\
[tool.mslint]
# MindSpore 2.7: 2.7.0 is installed here.
target-version = "2.7"
# Rules to leave out, and rules to run beside the default ones; `mslint rules` lists all.
# ignore = ["MSL204"]
# select = ["MSL", "MSL216"]
# Names or paths of files and folders that are not checked.
# exclude = ["third_party", "*.ipynb"]
# What `mslint check` checks when it is given no path.
# paths = ["src"]
# Rules that say nothing in files that match.
# per-file-ignores = { "tests/*" = ["MSL1"] }
"""
INI_SECTION = """\
[mslint]
# MindSpore 2.7: 2.7.0 is installed here.
target-version = 2.7
# Rules to leave out, and rules to run beside the default ones; `mslint rules` lists all.
# ignore = MSL204
# select = MSL, MSL216
# Names or paths of files and folders that are not checked.
# exclude = third_party, *.ipynb
# What `mslint check` checks when it is given no path.
# paths = src
# Rules that say nothing in files that match.
# per-file-ignores = tests/*: MSL1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project, beside which MindSpore 2.7.0 is installed and no linter is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "installed_version", lambda: Version("2.7.0"))
    monkeypatch.setattr(surroundings, "_is_installed", lambda name: False)
    return tmp_path


def settings() -> Settings:
    return Configuration().of_folder(Path())


def test_a_new_file() -> None:
    result = mslint("init")
    assert Path("pyproject.toml").read_text() == SECTION
    assert (result.stdout, result.stderr, result.exit_code) == (
        f"pyproject.toml: [tool.mslint] was written\n{REASON}\n", "", 0,
    )  # fmt: skip
    assert settings().target == Version("2.7")


@pytest.mark.parametrize(
    ("before", "between"),
    [
        (b"[project]\nname = 'a'  # \xc3\xa9\n", b"\n"),
        (b"[project]\nname = 'a'", b"\n\n"),
        (b"[project]\nname = 'a'\n\n", b""),
        (b"\xef\xbb\xbf[project]\nname = 'a'\n", b"\n"),
        (b"[project]\r\nname = 'a'\r\n", b"\r\n"),
        (b"", b""),
    ],
)
def test_what_is_there_stays(before: bytes, between: bytes) -> None:
    Path("pyproject.toml").write_bytes(before)
    os.chmod("pyproject.toml", 0o640)
    assert mslint("init").stdout == f"pyproject.toml: [tool.mslint] was added\n{REASON}\n"
    newline = "\r\n" if b"\r\n" in before else "\n"
    assert Path("pyproject.toml").read_bytes() == before + between + SECTION.replace("\n", newline).encode()
    assert settings().target == Version("2.7")
    assert stat.S_IMODE(os.stat("pyproject.toml").st_mode) == 0o640


def test_setup_cfg_where_the_project_has_only_that() -> None:
    Path("setup.cfg").write_text("[metadata]\nname = a\n")
    assert mslint("init").stdout == f"setup.cfg: [mslint] was added\n{REASON}\n"
    assert Path("setup.cfg").read_text() == f"[metadata]\nname = a\n\n{INI_SECTION}"
    assert settings().target == Version("2.7")
    Path("setup.cfg").write_text("[metadata]\nname = a\n")
    Path("pyproject.toml").write_text("[build-system]\n")
    assert mslint("init").stdout == f"pyproject.toml: [tool.mslint] was added\n{REASON}\n"


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.cfg"])
def test_everything_in_the_comments_can_be_turned_on(name: str) -> None:
    Path(name).write_text("")
    mslint("init")
    text = Path(name).read_text()
    Path(name).write_text(re.sub(r"^# ([a-z-]+ = )", r"\1", text, flags=re.MULTILINE))
    found = settings()
    assert (found.ignore, found.select) == (("MSL204",), ("MSL", "MSL216"))
    assert found.exclude == ("third_party", "*.ipynb")
    assert [os.path.basename(path) for path in found.paths] == ["src"]
    assert [(each.pattern, each.codes) for each in found.per_file_ignores] == [("tests/*", ("MSL1",))]
    named = set(re.findall(r"^(?:# )?([a-z-]+) = ", text, re.MULTILINE))
    assert named == set(config.KEYS) - {"baseline", "cache-dir", "parity"}


def test_diff_writes_nothing() -> None:
    Path("pyproject.toml").write_text("[project]\n")
    result = mslint("init", "--diff")
    added = "".join(f"+{line}\n" for line in ["", *SECTION.splitlines()])
    assert result.stdout == f"--- pyproject.toml\n+++ pyproject.toml\n@@ -1 +1,14 @@\n [project]\n{added}"
    assert result.exit_code == 0
    assert Path("pyproject.toml").read_text() == "[project]\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", "[tool.mslint]\n"),
        ("pyproject.toml", "[tool]\nmslint = {}\n"),
        ("setup.cfg", "[mslint]\n"),
        ("tox.ini", "[mslint]\n"),
        (".flake8", "[mslint]\n"),
    ],
)
def test_a_second_section_is_refused(name: str, content: str) -> None:
    Path(name).write_text(content)
    result = mslint("init")
    assert (result.stdout, result.stderr) == ("", f"mslint: {name}: has a section for mslint already\n")
    assert result.exit_code == 2
    assert os.listdir() == [name]
    assert Path(name).read_text() == content


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("pyproject.toml", "[project\n", "mslint: pyproject.toml: cannot be read with [tool.mslint] at its end: Exp"),
        ("pyproject.toml", "tool = {}\n", "mslint: pyproject.toml: cannot be read with [tool.mslint] at its end: Can"),
        ("pyproject.toml", "[[tool]]\n", "mslint: pyproject.toml: [tool.mslint] at its end would be part of "),
        ("pyproject.toml", "[tool]\nmslint = 1\n", "mslint: pyproject.toml: [tool.mslint] must be a table\n"),
        (
            "setup.cfg",
            "name = a\n",
            "mslint: setup.cfg: cannot be read with [mslint] at its end: File contains no section headers. ",
        ),
    ],
)
def test_files_that_cannot_take_a_section(name: str, content: str, problem: str) -> None:
    Path(name).write_text(content)
    for arguments in (["init"], ["init", "--diff"]):
        result = mslint(*arguments)
        assert result.stderr.startswith(problem)
        assert result.stderr.count("\n") == 1
        assert (result.stdout, result.exit_code) == ("", 2)
        assert Path(name).read_text() == content


def test_files_that_cannot_be_read_or_written() -> None:
    Path("pyproject.toml").mkdir()
    assert mslint("init").stderr == "mslint: pyproject.toml: cannot be read: Is a directory\n"
    Path("pyproject.toml").rmdir()
    Path("pyproject.toml").write_text("")
    os.chmod("pyproject.toml", 0o400)
    result = mslint("init")
    assert result.stderr == "mslint: pyproject.toml: cannot be written: is read-only\n"
    assert result.exit_code == 2


def test_a_configuration_above_is_mentioned() -> None:
    Path("pyproject.toml").write_text("[tool.mslint]\n")
    Path("inner/most").mkdir(parents=True)
    os.chdir("inner/most")
    told = f"pyproject.toml: [tool.mslint] was written\n{os.path.join('..', '..')}: the configuration there no longer "
    assert mslint("init").stdout == f"{told}holds here\n{REASON}\n"


REQUIREMENTS = [
    ("mindspore==2.5.0\n", "2.5", "mindspore==2.5.0"),
    ("numpy\nmindspore-dev == 2.6.0.dev20250323  # nightly\n", "2.6", "mindspore-dev==2.6.0.dev20250323"),
    ("-r other.txt\nMindSpore_Ascend~=2.0.1; python_version > '3.7'\n", "2.0", "MindSpore_Ascend~=2.0.1"),
    ("mindspore>=2.5,<2.6\n", "2.5", "mindspore<2.6,>=2.5"),
    ("mindspore[x]==2.11.1\n", "2.11", "mindspore==2.11.1"),
    ("mindspore==1.10.*", "1.10", "mindspore==1.10.*"),
]


@pytest.mark.parametrize(("text", "target", "shown"), REQUIREMENTS)
def test_what_the_project_requires_counts_more_than_what_is_installed(text: str, target: str, shown: str) -> None:
    Path("requirements-gpu.txt").write_text(text)
    assert mslint("init").stdout.splitlines()[1] == f"MindSpore {target}: requirements-gpu.txt says {shown}"
    assert f'\ntarget-version = "{target}"\n' in Path("pyproject.toml").read_text()
    assert settings().target == Version(target)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["mindspore==2.5.0"]\n'),
        ("pyproject.toml", '[project.optional-dependencies]\nms = ["numpy", "mindspore==2.5.0"]\n'),
        ("pyproject.toml", '[dependency-groups]\nms = [{include-group = "a"}, "mindspore==2.5.0"]\n'),
        ("setup.cfg", "[options]\ninstall_requires =\n    numpy\n    mindspore==2.5.0\n"),
    ],
)
def test_requirements_are_found_in(name: str, text: str) -> None:
    Path(name).write_text(text)
    assert mslint("init").stdout.splitlines()[1] == f"MindSpore 2.5: {name} says mindspore==2.5.0"


@pytest.mark.parametrize(
    "text", ["mindspore\n", "mindspore>=2.0\n", "mindspore~=2.5\n", "mindsporelite==2.0\n", "not a requirement ==\n"]
)
def test_requirements_that_leave_it_open(text: str) -> None:
    Path("requirements.txt").write_text(text)
    assert mslint("init").stdout.splitlines()[1] == REASON


def test_requirements_that_differ() -> None:
    Path("requirements.txt").write_text("mindspore==2.5.0\n")
    Path("requirements-old.txt").write_text("mindspore==2.0.0\n")
    assert mslint("init").stdout.splitlines()[1] == (
        f"{REASON}; requirements-old.txt (mindspore==2.0.0) and requirements.txt (mindspore==2.5.0) differ"
    )


def test_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "installed_version", lambda: None)
    reason = "MindSpore 2.10, the newest known: none is installed here and none is pinned"
    assert mslint("init").stdout.splitlines()[1] == reason
    text = SECTION.replace(REASON, reason).replace('target-version = "2.7"', '# target-version = "2.10"')
    assert Path("pyproject.toml").read_text() == text
    assert settings().home == Path.cwd()


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("==2.7.0", "2.7"),
        ("===2.7.0", "2.7"),
        ("<2", "1.10"),
        (">2.9", None),
        ("!=2.7.0", None),
        ("==2.7.0,==2.8.0", None),
        ("===nonsense", None),
        ("==2.10", "2.10"),
    ],
)
def test_the_one_minor_version(text: str, minor: str | None) -> None:
    assert only_minor(SpecifierSet(text)) == (Version(minor) if minor else None)


PYLINT = "pylint ({0}): for the same findings there, add\n    [{1}]\n    load-plugins = {2}\n"


@pytest.mark.parametrize(
    ("name", "content", "section", "plugins"),
    [
        (".pylintrc", "", "MAIN", "mslint"),
        ("pylintrc", "[MASTER]\njobs=1\n", "MASTER", "mslint"),
        (".pylintrc", "[main]\nload-plugins=a.b,\n  c\n", "main", "a.b, c, mslint"),
        ("setup.cfg", "[pylint.BASIC]\nx=1\n", "pylint.MAIN", "mslint"),
        ("tox.ini", "[pylint.master]\n", "pylint.master", "mslint"),
        ("pyproject.toml", "[tool.pylint]\n", "tool.pylint.main", '["mslint"]'),
        ("pyproject.toml", '[tool.pylint.MASTER]\nload-plugins = ["a.b"]\n', "tool.pylint.MASTER", '["a.b", "mslint"]'),
        ("pyproject.toml", '[tool.pylint]\nload-plugins = "a, b"\n', "tool.pylint", '["a", "b", "mslint"]'),
        (".pylintrc.toml", "[tool.pylint.basic]\n", "tool.pylint.main", '["mslint"]'),
    ],
)
def test_what_pylint_needs(name: str, content: str, section: str, plugins: str) -> None:
    Path(name).write_text(content)
    shown = mslint("init").stdout
    assert shown.partition(f"{REASON}\n")[2] == PYLINT.format(name, section, plugins)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (".pylintrc", "[MAIN]\nload-plugins=a,mslint\n"),
        ("pyproject.toml", '[tool.pylint.main]\nload-plugins="mslint"\n'),
    ],
)
def test_pylint_that_has_what_it_needs(name: str, content: str) -> None:
    Path(name).write_text(content)
    assert mslint("init").stdout.endswith(f"{REASON}\npylint ({name}): runs mslint already\n")


@pytest.mark.parametrize(
    ("name", "content", "added"),
    [
        (".flake8", "[flake8]\nignore = E1\n", ""),
        ("tox.ini", "[flake8]\nselect = E,MSL2\nextend-select = M\n", ""),
        ("setup.cfg", "[flake8]\nselect = E,F\n", "MSL"),
        (".flake8", "[flake8]\nselect = E\nextend_select = B\n", "B, MSL"),
    ],
)
def test_what_flake8_needs(name: str, content: str, added: str) -> None:
    Path(name).write_text(content)
    shown = mslint("init").stdout.partition(f"{REASON}\n")[2]
    if added:
        lines = f"    [flake8]\n    extend-select = {added}\n"
        assert shown == f"flake8 ({name}): for the same findings there, add\n{lines}"
    else:
        assert shown == f"flake8 ({name}): finds mslint by itself\n"


def test_linters_that_are_installed_but_not_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "_is_installed", lambda name: True)
    shown = mslint("init").stdout.partition(f"{REASON}\n")[2]
    assert (
        shown == PYLINT.format("pyproject.toml", "tool.pylint.main", '["mslint"]') + "flake8: finds mslint by itself\n"
    )
    Path("pyproject.toml").unlink()
    Path("setup.cfg").write_text("")
    shown = mslint("init").stdout.partition(f"{REASON}\n")[2]
    assert shown == PYLINT.format("setup.cfg", "pylint.MAIN", "mslint") + "flake8: finds mslint by itself\n"


def test_what_is_installed_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert surroundings._is_installed("pylint") is True
    assert surroundings._is_installed("no_such_linter") is False
    assert machinery.PathFinder.find_spec("flake8") is not None


def lint(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", program, "model.py"], capture_output=True, encoding="utf-8", check=False
    ).stdout


def advice(tool: str) -> str:
    """The lines that are to be added for a linter."""
    _, _, rest = mslint("init").stdout.partition(f"{tool} (")
    return "\n" + "".join(f"{line}\n" for line in re.findall(r"^    (.*)$", rest, re.MULTILINE)[:2])


@pytest.mark.parametrize("name", [".pylintrc", "pyproject.toml", "setup.cfg"])
def test_what_is_said_of_pylint_is_true(name: str) -> None:
    own = "[tool.pylint.basic]" if name.endswith(".toml") else "[pylint.BASIC]"
    Path(name).write_text(own + "\n")
    Path("model.py").write_text(FAULTY)
    assert "optimizer-lr-keyword" not in lint("pylint")
    added = advice("pylint")
    with open(name, "a") as file:
        file.write(added)
    assert "model.py:2:42: E9202: on MindSpore 2.7 " in lint("pylint")


@pytest.mark.parametrize("content", ["[flake8]\nselect = F\n", "[flake8]\nmax-line-length = 99\n"])
def test_what_is_said_of_flake8_is_true(content: str) -> None:
    Path("setup.cfg").write_text(content)
    Path("model.py").write_text(FAULTY)
    lines = advice("flake8").replace("[flake8]\n", "")
    assert (" MSL202 " in lint("flake8")) is (lines == "\n")
    Path("setup.cfg").write_text(Path("setup.cfg").read_text().replace("[flake8]\n", f"[flake8]{lines}"))
    assert "model.py:2:43: MSL202 on MindSpore 2.7 " in lint("flake8")
