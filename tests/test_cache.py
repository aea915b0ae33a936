"""What is remembered is what would be found."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from caching import CLEAN, FOUND, LAYER, NOTHING, check, doctor, found, is_remembered, project, records
from doors import FAULT, FAULTY, IMPORT, install_probe, mslint, write
from packaging.version import Version

from mslint import atomic, cache
from mslint.checkers import all_checkers
from mslint.codes import codes
from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.stamp import stamp


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts in an empty project, with the cache on."""
    return project(tmp_path, monkeypatch)


def test_what_was_found_is_found_again() -> None:
    write("model.py")
    write("other.py", CLEAN)
    first = check()
    assert check().stdout == first.stdout
    assert first.stdout.startswith("model.py:2:43: MSL202 [*] on MindSpore 2.10 ")
    assert first.stderr == "[*] 1 can be fixed with --fix\n2 files checked: 1 finding\n"
    assert first.exit_code == 1
    assert doctor() == 1
    assert is_remembered()
    assert not is_remembered("--no-cache")


def test_a_run_that_knows_everything_needs_no_engine() -> None:
    write("pyproject.toml", '[tool.mslint]\nignore = ["MSL204", "torch-style-momentum", "W9209"]\n')
    write("model.py", FAULTY + f"{FAULT}  # pylint: disable=optimizer-lr-keyword\n")
    write("other.py", "import model\n")
    program = (
        "import sys; from mslint.cli.main import main\n"
        "try: main(['check', '--target-version', '2.10'])\n"
        "except SystemExit as e: print(e.code)\n"
        "modules = ('mslint.engine', 'mslint.context', 'mslint.checkers.optim', 'rich', 'multiprocessing')\n"
        "print([name for name in modules if name in sys.modules])\n"
    )

    def run() -> list[str]:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[1:]

    assert run() == ["1", "['mslint.engine', 'mslint.context', 'mslint.checkers.optim']"]
    assert run() == ["1", "[]"]


def test_the_folder_says_what_it_is() -> None:
    write("model.py")
    check()
    place = Path(".mslint_cache")
    assert (place / ".gitignore").read_bytes() == b"*\n"
    assert (place / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")
    assert sorted(os.listdir(place)) == [".gitignore", "CACHEDIR.TAG", f"py{sys.version_info[0]}.{sys.version_info[1]}"]
    assert len(records()) == 1


def test_nothing_is_written_where_there_is_nothing_to_remember() -> None:
    write("model.py")
    mslint("check", "--no-cache")
    mslint("check", "-", stdin=FAULTY.encode())
    write("broken.py", "a = (\n")
    mslint("check", "broken.py")
    assert sorted(os.listdir()) == ["broken.py", "model.py"]


def test_changed_content() -> None:
    write("model.py")
    assert found() == ["MSL202"]
    write("model.py", FAULTY.replace("lr=", "learning_rate="))
    assert found() == NOTHING
    write("model.py")
    assert found() == ["MSL202"]


def test_a_change_that_keeps_size_and_time() -> None:
    write("config.py", "MOMENTUM = 0.9\n")
    write("model.py", LAYER)
    assert found() == NOTHING
    status = os.stat("config.py")
    write("config.py", "MOMENTUM = 0.1\n")
    os.utime("config.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert found() == FOUND


def test_changed_content_of_an_imported_file() -> None:
    write("config.py", "MOMENTUM = 0.9\n")
    write("model.py", LAYER)
    assert found("model.py") == NOTHING
    assert found("model.py") == NOTHING
    write("config.py", "MOMENTUM = 0.1\n")
    assert found("model.py") == FOUND
    write("config.py", "MOMENTUM = (\n")
    assert found("model.py") == NOTHING


def test_changed_content_of_a_file_that_an_imported_file_imports() -> None:
    write("values.py", "MOMENTUM = 0.9\n")
    write("config.py", "from values import MOMENTUM\n")
    write("model.py", LAYER)
    assert found() == NOTHING
    write("values.py", "MOMENTUM = 0.1\n")
    assert found() == FOUND
    write("config.py", "from values import *\n")
    assert found() == FOUND
    write("values.py", "MOMENTUM = 0.9\n")
    assert found() == NOTHING


def test_files_that_come_and_go() -> None:
    write("model.py", LAYER)
    assert found() == NOTHING
    write("config.py", "MOMENTUM = 0.1\n")
    assert found("model.py") == FOUND
    os.unlink("config.py")
    assert found("model.py") == NOTHING
    write("config/__init__.py", "MOMENTUM = 0.1\n")
    assert found("model.py") == FOUND
    write("config.py", "MOMENTUM = 0.9\n")
    assert found("model.py") == NOTHING


def test_a_file_that_takes_the_place_of_one_further_up() -> None:
    write("config.py", "MOMENTUM = 0.1\n")
    write("tools/model.py", LAYER)
    assert found("tools") == FOUND
    write("tools/config.py", "MOMENTUM = 0.9\n")
    assert found("tools") == NOTHING
    os.unlink("tools/config.py")
    assert found("tools") == FOUND
    write("tools/setup.py", "")
    assert found("tools/model.py") == NOTHING


def test_settings_that_change_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    install_probe(monkeypatch)
    write("model.py", FAULTY + "nn.BatchNorm2d(3, momentum=0.1)\nprobe()\n")
    for _ in range(2):
        assert found() == ["MSL202", "MSL201"]
        assert found("--select", "MSL201") == ["MSL201"]
        assert found("--ignore", "MSL201") == ["MSL202"]
        assert found("--select", "MSL2,MSL599") == ["MSL202", "MSL201", "MSL599"]
        assert found("--parity", "--ignore", "MSL7") == ["MSL202", "MSL201", "MSL599"]
    assert "on MindSpore 2.7 " in mslint("check", "--target-version", "2.7").stdout
    assert "on MindSpore 2.10 " in mslint("check", "--target-version", "2.10").stdout
    write("pyproject.toml", '[tool.mslint.per-file-ignores]\n"model.py" = ["MSL202"]\n')
    assert found() == ["MSL201"]
    write("pyproject.toml", '[tool.mslint]\nignore = ["MSL201"]\n')
    assert found() == ["MSL202"]


def test_only_results_of_the_last_settings_are_kept() -> None:
    write("model.py")
    for code in sorted(codes().values())[:12]:
        found("--ignore", code)
    [path] = records()
    assert len(json.loads(path.read_bytes())["results"]) == 8


def test_another_mslint(monkeypatch: pytest.MonkeyPatch) -> None:
    write("model.py")
    check()
    doctor()
    monkeypatch.setattr(cache, "stamp", lambda: "0" * 32)
    assert not is_remembered()
    doctor()
    assert is_remembered()


def test_the_stamp_is_that_of_all_files_of_mslint(tmp_path: Path) -> None:
    package = tmp_path / "copy" / "mslint"
    shutil.copytree(Path(cache.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))

    def stamp_of_copy() -> str:
        program = "from mslint.stamp import stamp; print(stamp())"
        environment = {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    seen = [stamp_of_copy()]
    assert seen == [stamp()]
    for name in ("__init__.py", "checkers/optim/dropout_positional_rate.py", "facts/optimizers.toml"):
        with (package / name).open("a", encoding="utf-8") as file:
            file.write("\n")
        seen.append(stamp_of_copy())
    (package / "checkers" / "optim" / "new.py").write_text("")
    seen.append(stamp_of_copy())
    assert len(set(seen)) == 5


def test_the_codes_are_those_of_the_rules() -> None:
    assert codes() == {checker.rule.symbol: checker.rule.code for checker in all_checkers()}


def test_what_could_not_be_checked_is_said_again() -> None:
    write("model.py")
    write("broken.py", "a = (\n")
    os.symlink("nothing", "link.py")
    for _ in range(3):
        result = check()
        assert result.exit_code == 2
        assert result.stderr == (
            "broken.py:1:5: does not parse: '(' was never closed\n"
            "link.py: cannot be read: is a link to nothing\n"
            "[*] 1 can be fixed with --fix\n"
            "1 file checked: 1 finding; 2 paths could not be checked\n"
        )


def test_comments_and_unused_ones() -> None:
    write("model.py", f"{IMPORT}{FAULT}  # noqa: MSL202\nx = 1  # noqa: MSL201\n")
    for _ in range(2):
        assert found() == NOTHING
        assert found("--warn-unused-ignores") == ["MSL001"]
        assert found("--warn-unused-ignores", "--select", "MSL201") == ["MSL001"]


@pytest.mark.parametrize("name", ["text", "json", "json-lines", "sarif", "github", "gitlab", "junit", "pylint"])
def test_every_format_is_the_same(name: str) -> None:
    write("model.py", f"{FAULTY}nn.Dropout(0.1)\nnn.BatchNorm2d(3, momentum=0.1)\n")
    write("学习.py", f"x = '优化器'\n{FAULTY}")
    for _ in range(2):
        assert check("--output-format", name).exit_code == 1


def test_a_baseline() -> None:
    write("model.py")
    assert mslint("baseline", "create").exit_code == 0
    write("model.py", f"{FAULTY}nn.BatchNorm2d(3, momentum=0.1)\n")
    for _ in range(2):
        assert found() == ["MSL201"]
    doctor()
    assert mslint("check").stderr.endswith("1 file checked: 1 new finding; 1 known finding held back\n")
    assert is_remembered()
    assert mslint("baseline", "update").stderr == "1 file checked: 2 known findings, 1 added, 0 removed\n"


@pytest.mark.parametrize("arguments", [["--fix"], ["--diff"], ["--fix-only", "--unsafe-fixes"], ["--add-noqa"]])
def test_changing_files_goes_by_what_they_are(arguments: list[str]) -> None:
    text = f"{FAULTY}nn.Dropout(0.1)\nnn.BatchNorm2d(3, momentum=0.1)\n"
    write("model.py", text)
    plain = mslint("check", "--no-cache", *arguments)
    result = Path("model.py").read_text(encoding="utf-8")
    write("model.py", text)
    mslint("check")
    assert doctor('"learning_rate', '"__import__(evil)') == 1
    remembered = mslint("check", *arguments)
    assert (remembered.stdout, remembered.stderr) == (plain.stdout, plain.stderr)
    assert Path("model.py").read_text(encoding="utf-8") == result
    found()


def test_a_fix_in_a_file_counts_for_those_that_import_it() -> None:
    write("a_factory.py", f"{IMPORT}\n\ndef make(params):\n    return nn.Momentum(params, lr=0.1, momentum=0.9)\n")
    write("b_model.py", "from a_factory import make\n\noptimizer = make(net.get_parameters())\n")
    assert found() == ["MSL202", "MSL204"]
    mslint("check", "--fix")
    assert "learning_rate=0.1" in Path("a_factory.py").read_text(encoding="utf-8")
    found()


# -- where it is -----------------------------------------------------------


def test_it_is_beside_the_configuration(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    write("pyproject.toml", "[tool.mslint]\n")
    write("pkg/model.py")
    monkeypatch.chdir("pkg")
    check()
    assert os.listdir() == ["model.py"]
    assert len(records(folder / ".mslint_cache")) == 1


def test_it_is_where_it_is_told_to_be(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    write("pyproject.toml", '[tool.mslint]\ncache-dir = "kept/here"\n')
    write("pkg/model.py")
    monkeypatch.chdir("pkg")
    check()
    assert len(records(folder / "kept" / "here")) == 1
    check("--cache-dir", "there")
    assert len(records("there")) == 1
    monkeypatch.setenv("MSLINT_CACHE_DIR", str(folder / "elsewhere"))
    check()
    assert len(records(folder / "elsewhere")) == 1
    assert not (folder / ".mslint_cache").exists()


def test_a_folder_with_other_files_is_refused() -> None:
    write("src/model.py")
    result = mslint("check", "--cache-dir", "src")
    message = "mslint: cache-dir: src: holds other files; name a folder that is new or empty\n"
    assert (result.stdout, result.stderr, result.exit_code) == ("", message, 2)
    assert mslint("check", "--cache-dir", "src/model.py").exit_code == 2
    assert os.listdir("src") == ["model.py"]


def test_a_project_may_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("pkg/config.py", "MOMENTUM = 0.1\n")
    write("pkg/model.py", LAYER)
    check()
    doctor()
    Path.cwd().rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    assert is_remembered()
    write("pkg/config.py", "MOMENTUM = 0.9\n")
    assert found() == NOTHING


def test_where_it_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    write("model.py")
    write(".mslint_cache", "a file\n")
    assert found() == ["MSL202"]
    assert Path(".mslint_cache").read_text() == "a file\n"
    os.unlink(".mslint_cache")

    def refuse(path: str, data: bytes) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(atomic, "put", refuse)
    for _ in range(2):
        assert found() == ["MSL202"]
    assert records() == []


def test_links_are_not_followed(tmp_path: Path) -> None:
    write("model.py")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("")
    os.symlink(outside, ".mslint_cache")
    assert found() == ["MSL202"]
    os.unlink(".mslint_cache")
    os.mkdir(".mslint_cache")
    os.symlink(outside, f".mslint_cache/py{sys.version_info[0]}.{sys.version_info[1]}")
    assert found() == ["MSL202"]
    assert [path.name for path in outside.rglob("*.json")] == []
    os.unlink(f".mslint_cache/py{sys.version_info[0]}.{sys.version_info[1]}")
    check()
    [record] = records()
    record.rename(outside / "record")
    record.symlink_to(outside / "record")
    doctored = (outside / "record").read_text().replace("on MindSpore", "REMEMBERED")
    (outside / "record").write_text(doctored)
    assert not is_remembered()
    assert not record.is_symlink()
    assert (outside / "record").read_text() == doctored


def test_runs_beside_each_other() -> None:
    for number in range(12):
        write(f"pkg/m{number}.py", f"from pkg.m{(number + 1) % 12} import nn\n{FAULT}\n{IMPORT}")
    command = [sys.executable, "-m", "mslint", "check", "--target-version", "2.10"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    outputs = [run.communicate() for run in runs]
    assert len(set(outputs)) == 1
    assert not list(Path(".mslint_cache").rglob("*.json.*"))
    doctor()
    assert is_remembered()


# -- all of it together ----------------------------------------------------


def _random_file(chance: random.Random, names: list[str]) -> str:
    other = chance.choice(names).replace("/__init__", "").replace("/", ".")
    rate = chance.choice(
        [
            f"from {other} import MOMENTUM\n",
            f"from {other} import *\n",
            f"import {other}\nMOMENTUM = {other}.MOMENTUM\n",
            f"from .{other.rpartition('.')[2]} import MOMENTUM\n",
            "MOMENTUM = 0.1\n",
            "MOMENTUM = 0.9\n",
        ]
    )
    fault = chance.choice(["nn.BatchNorm2d(8, momentum=MOMENTUM)\n"] * 4 + ["nn.Momentum(x, lr=MOMENTUM)\n", "(\n", ""])
    return f"from mindspore import nn\n{rate}{fault}"


@pytest.mark.parametrize("seed", range(4))
def test_after_any_changes_the_result_is_that_of_a_run_without(seed: int) -> None:
    chance = random.Random(seed)
    names = ["a", "b", "pkg/__init__", "pkg/a", "pkg/c", "pkg/sub/a", "c"]
    for name in names:
        write(f"{name}.py", _random_file(chance, names))
    seen = set()
    for _ in range(30):
        for _ in range(chance.randint(1, 2)):
            name = f"{chance.choice(names)}.py"
            if chance.random() < 0.1:
                Path(name).unlink(missing_ok=True)
            else:
                write(name, _random_file(chance, names))
        paths = ["."] if chance.random() < 0.7 else ["pkg"]
        if any(Path(path).rglob("*.py") for path in paths):
            seen.add(check(*paths).stdout)
    assert len(seen) > 10


def test_what_a_file_rests_on_does_not_depend_on_the_files_before_it() -> None:
    """Shared work is done for the first file that needs it, and counts for the others too."""
    for path in sorted((Path(__file__).parent / "eval").glob("msl20*.py")):
        write(f"pkg/{path.name}", f"from .common import *\nimport pkg.{path.stem}\n{path.read_text(encoding='utf-8')}")
    for case in sorted((Path(__file__).parent / "cases").iterdir()):
        if case.is_dir():
            shutil.copytree(case, f"cases/{case.name}", ignore=shutil.ignore_patterns("__pycache__"))
    names = list(_modules())
    write("pkg/__init__.py", "".join(f"from .{name} import *\n" for name in names))
    write("pkg/common.py", f"from mindspore import nn\nfrom .{names[0]} import *\n")
    settings = Settings(Version("2.10"))
    paths = sorted(map(str, Path().rglob("*.py")))
    shared = new_project(is_watched=True)
    rested = 0
    for path in [*paths, *reversed(paths)]:
        data = Path(path).read_bytes()
        alone = check_bytes(path, data, settings, new_project(is_watched=True)).looked
        beside = check_bytes(path, data, settings, shared).looked
        assert alone.files.items() <= beside.files.items()
        assert alone.imports.items() <= beside.imports.items()
        rested += len(alone.files)
    assert rested > 200


def _modules() -> Iterator[str]:
    return (path.stem for path in sorted(Path("pkg").glob("msl*.py")))
