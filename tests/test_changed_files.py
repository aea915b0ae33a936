"""`mslint check --changed`: only what git says is changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import Result
from doors import FAULTY, mslint

CLEAN = "a = 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts in an empty folder; nobody's configuration of git counts."""
    place = tmp_path / "repository"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    return place


def git(*arguments: str | Path) -> str:
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *identity, *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout


def commit(message: str = "more") -> None:
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "--message", message)


def write(path: str | bytes, text: str = FAULTY) -> None:
    os.makedirs(os.path.dirname(path) or os.curdir, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def repository(*names: str) -> None:
    """A repository in which these files are committed, each with a fault."""
    git("init", "--quiet")
    for name in names:
        write(name)
    commit("first")


def check(*arguments: str) -> Result:
    return mslint("check", *arguments)


def paths(*arguments: str) -> list[str]:
    """The files that are looked at; each has one fault."""
    result = check(*arguments)
    assert result.exit_code in (0, 1), result.stderr
    return [line.partition(":")[0] for line in result.stdout.splitlines()]


def test_changed_staged_and_untracked_files() -> None:
    repository("same.py", "changed.py", "staged.py", "both.py", "pkg/inner.py")
    for name in ("changed.py", "staged.py", "both.py", "pkg/inner.py"):
        write(name, FAULTY + "b = 1\n")
    git("add", "staged.py", "both.py")
    write("both.py", FAULTY + "c = 1\n")
    write("untracked.py")
    write("pkg/added.py")
    git("add", "pkg/added.py")
    everything = ["both.py", "changed.py", "staged.py", "untracked.py", "pkg/added.py", "pkg/inner.py"]
    assert paths("--changed") == everything
    assert paths("--changed", "HEAD") == everything
    assert paths("--changed=HEAD", "pkg", "same.py", "both.py") == ["pkg/added.py", "pkg/inner.py", "both.py"]
    assert paths() == ["both.py", "changed.py", "same.py", "staged.py", "untracked.py", "pkg/added.py", "pkg/inner.py"]


def test_nothing_changed() -> None:
    repository("model.py")
    result = check("--changed")
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == "no file was checked: none is changed since HEAD\n"
    write("notes.txt", "changed\n")
    assert check("--changed").exit_code == 0
    assert check("--changed", "HEAD", "--output-format", "json").stdout == "[]\n"


def test_against_another_revision() -> None:
    repository("a.py", "b.py", "c.py")
    git("tag", "start")
    git("switch", "--quiet", "--create", "work")
    write("b.py", FAULTY + "b = 1\n")
    commit()
    write("c.py", FAULTY + "c = 1\n")
    assert paths("--changed") == ["c.py"]
    for revision in ("main", "start", "HEAD~1", git("rev-parse", "main").strip()):
        assert paths("--changed", revision) == ["b.py", "c.py"]
    assert check("--changed=main", "a.py").stderr == "no file was checked: none is changed since main\n"


def test_deleted_and_renamed_files() -> None:
    repository("gone.py", "staged_gone.py", "old.py", "pkg/last.py", "kept.py")
    os.unlink("gone.py")
    git("rm", "--quiet", "staged_gone.py")
    git("mv", "old.py", "new.py")
    os.unlink("pkg/last.py")
    write("pkg/notes.txt", "")
    git("rm", "--quiet", "--cached", "kept.py")
    assert paths("--changed") == ["kept.py", "new.py"]
    assert paths("--changed=HEAD", "gone.py", "new.py", "pkg") == ["new.py"]
    result = check("--changed=HEAD", "gone.py", "never_there.py")
    assert result.stderr.startswith("never_there.py: cannot be read: does not exist\n")
    assert result.exit_code == 2


def test_odd_names() -> None:
    names = [
        "a b.py",
        "-x.py",
        "é.py",
        "模型.py",
        "new\nline.py",
        "tab\t.py",
        'quo"te.py',
        "star*.py",
        "back\\slash.py",
    ]
    repository(*names, "same.py")
    for name in names:
        write(name, FAULTY + "b = 1\n")
    write("unträcked 文.py")
    result = check("--changed")
    assert len(result.stdout.splitlines()) == len(names) + 1
    assert "same.py" not in result.stdout
    for name in ("unträcked 文.py", "模型.py", r"new\nline.py", 'quo"te.py'):
        assert f"{name}:2:43: MSL202" in result.stdout


def test_names_that_are_not_unicode() -> None:
    repository("same.py")
    write(b"caf\xe9.py")
    commit()
    write(b"caf\xe9.py", FAULTY + "b = 1\n")
    assert check("--changed").stdout.startswith("caf\\udce9.py:2:43: MSL202 ")


def test_excluded_and_ignored_files() -> None:
    repository("model.py")
    write(".gitignore", "ignored.py\n")
    write("pyproject.toml", '[tool.mslint]\nexclude = ["third_party"]\n')
    for name in ("ignored.py", "third_party/a.py", "build/b.py", ".hidden.py", "seen.py"):
        write(name)
    assert paths("--changed") == ["seen.py"]
    assert paths("--changed=HEAD", "--exclude", "seen.py", "third_party/a.py") == ["third_party/a.py"]


def test_from_a_folder_inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository("a.py", "pkg/b.py", "pkg/inner/c.py")
    for name in ("a.py", "pkg/b.py", "pkg/inner/c.py"):
        write(name, FAULTY + "b = 1\n")
    monkeypatch.chdir("pkg")
    assert paths("--changed") == ["b.py", "inner/c.py"]
    assert paths("--changed=HEAD", "..") == ["../a.py", "../pkg/b.py", "../pkg/inner/c.py"]
    monkeypatch.chdir(folder.parent)
    assert paths("--changed=HEAD", "repository/pkg") == ["repository/pkg/b.py", "repository/pkg/inner/c.py"]
    os.symlink("repository", "link")
    assert paths("--changed=HEAD", "link/pkg/b.py") == ["link/pkg/b.py"]


def test_two_repositories(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository("a.py", "b.py")
    write("a.py", FAULTY + "b = 1\n")
    other = folder.parent / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    repository("c.py", "d.py")
    write("d.py", FAULTY + "b = 1\n")
    assert paths("--changed=HEAD", "../repository", ".") == ["../repository/a.py", "d.py"]


def test_a_work_tree_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository("a.py", "b.py")
    git("worktree", "add", "--quiet", "../tree")
    monkeypatch.chdir(folder.parent / "tree")
    write("b.py", FAULTY + "b = 1\n")
    assert paths("--changed") == ["b.py"]


def test_inside_a_hook(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository("a.py", "pkg/b.py")
    write("pkg/b.py", FAULTY + "b = 1\n")
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert paths("--changed=HEAD", "pkg") == ["pkg/b.py"]


def test_before_the_first_commit() -> None:
    git("init", "--quiet")
    write("staged.py")
    git("add", "staged.py")
    write("untracked.py")
    assert paths("--changed") == ["staged.py", "untracked.py"]
    assert check("--changed", "main").exit_code == 2


def test_merges_that_are_not_done() -> None:
    repository("a.py", "b.py")
    git("switch", "--quiet", "--create", "work")
    write("a.py", "x = 1\n" + FAULTY)
    commit()
    git("switch", "--quiet", "main")
    write("a.py", "y = 1\n" + FAULTY)
    commit()
    with pytest.raises(subprocess.CalledProcessError):
        git("merge", "work")
    result = check("--changed")
    assert result.stderr.startswith("a.py:1:1: does not parse: ")
    assert "b.py" not in result.stdout + result.stderr


def test_fixing_what_is_changed() -> None:
    repository("a.py", "b.py")
    write("b.py", FAULTY + "b = 1\n")
    assert check("--changed=HEAD", "--fix").exit_code == 0
    assert Path("a.py").read_text() == FAULTY
    assert "learning_rate=" in Path("b.py").read_text()


def test_no_repository(folder: Path) -> None:
    write("model.py")
    result = check("--changed")
    message = f"mslint: --changed: {folder} is not in a git repository\n"
    assert (result.stdout, result.stderr, result.exit_code) == ("", message, 2)


@pytest.mark.parametrize("revision", ["nowhere", "main..work", ""])
def test_no_revision(folder: Path, revision: str) -> None:
    repository("model.py")
    result = check(f"--changed={revision}")
    message = f"mslint: --changed: {revision!r} is no revision of the git repository {folder}\n"
    assert (result.stdout, result.stderr, result.exit_code) == ("", message, 2)


def test_a_path_in_the_place_of_a_revision(folder: Path) -> None:
    repository("pkg/model.py")
    result = check("--changed", "pkg")
    assert result.stderr == (
        f"mslint: --changed: 'pkg' is no revision of the git repository {folder}; "
        "paths come before --changed, or after --changed=HEAD\n"
    )
    write("pkg/model.py", FAULTY + "b = 1\n")
    assert paths("pkg", "--changed") == ["pkg/model.py"]


def test_no_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    repository("model.py")
    monkeypatch.setenv("PATH", str(tmp_path))
    result = check("--changed")
    assert result.stderr == "mslint: --changed: git cannot be run: No such file or directory\n"
    assert result.exit_code == 2


def test_a_repository_that_is_broken() -> None:
    repository("model.py")
    Path(".git/index").write_bytes(b"broken")
    result = check("--changed")
    assert result.stderr.startswith("mslint: --changed: git diff: ")
    assert (len(result.stderr.splitlines()), result.stdout, result.exit_code) == (1, "", 2)


def test_standard_input() -> None:
    repository("model.py")
    result = check("--changed=HEAD", "-")
    assert result.stderr == "mslint: --changed: does not go with standard input, of which git knows nothing\n"
    assert result.exit_code == 2
