"""The other files of a project."""

import gc
import os
import weakref
from pathlib import Path

import pytest
from packaging.version import Version

from mslint.collector import collector_paused
from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.model.names import Import
from mslint.model.project import Project
from mslint.model.source import Source


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found(folder: Path, importer: str, imported: Import) -> tuple[str, str | None] | None:
    """The file and name that an import in `importer` leads to."""
    project = Project()
    module = project.module(Source(str(folder / importer), (folder / importer).read_text()))
    target, name = project.imported(module, imported)
    return None if target is None else (target.path.relative_to(folder).as_posix(), name)


def test_absolute_imports_start_beside_or_above_the_file(tmp_path: Path) -> None:
    write(tmp_path, src__net="class Net: pass\n", tools__train="import src.net\n", util="x = 1\n")
    assert found(tmp_path, "tools/train.py", Import("src.net", "Net")) == ("src/net.py", "Net")
    assert found(tmp_path, "tools/train.py", Import("util")) == ("util.py", None)
    assert found(tmp_path, "tools/train.py", Import("mindspore.nn")) is None


def test_the_search_stops_at_the_project(tmp_path: Path) -> None:
    write(tmp_path, above="x = 1\n", project__main="import above\n")
    (tmp_path / "project" / "pyproject.toml").write_text("")
    assert found(tmp_path, "project/main.py", Import("above")) is None


def test_relative_imports(tmp_path: Path) -> None:
    write(tmp_path, p__a__one="", p__a__two="y = 2\n", p__three="z = 3\n")
    assert found(tmp_path, "p/a/one.py", Import("two", "y", 1)) == ("p/a/two.py", "y")
    assert found(tmp_path, "p/a/one.py", Import("three", "z", 2)) == ("p/three.py", "z")
    assert found(tmp_path, "p/a/one.py", Import("", "two", 1)) == ("p/a/two.py", None)


def test_the_standard_library_comes_before_the_project_but_not_before_a_script(tmp_path: Path) -> None:
    write(
        tmp_path,
        script="import sched\n",
        sched="x = 1\n",
        p____init__="",
        p__logging="y = 1\n",
        p__mod="import logging\n",
    )
    assert found(tmp_path, "script.py", Import("sched")) == ("sched.py", None)
    (tmp_path / "p" / "__init__.py").write_text("")
    assert found(tmp_path, "p/mod.py", Import("logging")) is None


def test_what_cannot_be_read_is_no_module(tmp_path: Path) -> None:
    write(tmp_path, main="", broken="def (:\n")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    (tmp_path / "binary.py").write_bytes(b"\0")
    for name in ("broken", "pipe", "loop", "binary"):
        assert found(tmp_path, "main.py", Import(name)) is None


def test_a_file_is_indexed_once(tmp_path: Path) -> None:
    write(tmp_path, main="import other\n", other="x = 1\n")
    project = Project()
    main = project.module(Source(str(tmp_path / "main.py"), "import other\n"))
    other = project.find(main, "other")
    assert other is not None
    tree = other.tree
    assert project.module(Source(str(tmp_path / "other.py"), "x = 1\n")).tree is tree
    assert project.module(Source(str(tmp_path / "other.py"), "x = 2\n")).tree is not tree


def test_only_what_others_import_outlives_its_check(tmp_path: Path) -> None:
    write(tmp_path, main="import other\n", other="x = 1\n")
    project = Project()
    main = project.module(Source(str(tmp_path / "main.py"), "import other\n"))
    other = project.find(main, "other")
    assert other is not None
    for module in (main, other):
        project.forget(module)
    assert project.module(Source(str(tmp_path / "other.py"), "x = 1\n")) is other
    assert project.module(Source(str(tmp_path / "main.py"), "import other\n")) is not main


def test_a_file_that_was_imported_is_reported_as_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, main="import other\nother.f(lr=0.1)\n", other="from mindspore import nn\nnn.Dropout(0.1)\n")
    monkeypatch.chdir(tmp_path)
    project = new_project()
    settings = Settings(Version("2.10"))
    reports = [check_bytes(name, Path(name).read_bytes(), settings, project) for name in ("main.py", "other.py")]
    assert [finding.path for report in reports for finding in report.findings] == ["other.py"]


def test_one_file_uses_a_bounded_part_of_its_project(tmp_path: Path) -> None:
    text = "# " + "x" * 500_000 + "\n"
    write(tmp_path, main="", **{f"big{number}": text for number in range(8)})
    project = Project()
    main = project.module(Source(str(tmp_path / "main.py"), ""))
    for _ in range(2):
        used = [project.find(main, f"big{number}") is not None for number in range(8)]
        assert used == [True] * 4 + [False] * 4 or used == [True] * 5 + [False] * 3
        assert used == [project.find(main, f"big{number}") is not None for number in range(8)]
        project.trim()


def test_what_is_forgotten_is_freed_without_a_sweep(tmp_path: Path) -> None:
    text = "class C:\n    def f(self, x):\n        return [g(y) for y in x]\n" + "# " + "x" * 900_000 + "\n"
    project = Project()
    gc.collect()
    with collector_paused():
        sources = []
        for number in range(12):
            module = project.module(Source(str(tmp_path / f"file{number}.py"), text + f"# {number}\n"))
            sources.append(weakref.ref(module.source))
            del module
            project.trim()
        alive = sum(source() is not None for source in sources)
    assert 1 <= alive < 8
