"""The GitHub action, and the recipes of docs/ci.md, are what GitHub and GitLab take."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from doors import FAULTY, run
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
ACTION = ROOT / "action.yml"
RECIPES = re.findall(
    r"^```yaml\n(# (\S+)\n.*?)^```$", (ROOT / "docs" / "ci.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


def problems(schema: str, path: Path) -> str:
    done = run("check_jsonschema", "--builtin-schema", schema, path)
    return "" if done.returncode == 0 else str((done.stdout + done.stderr).decode())


def loaded(text: str) -> Any:
    return YAML(typ="safe").load(text)


def test_the_action_is_one() -> None:
    assert problems("vendor.github-actions", ACTION) == ""


def test_recipes(tmp_path: Path) -> None:
    schemas = {".github/workflows/mslint.yml": "vendor.github-workflows", ".gitlab-ci.yml": "vendor.gitlab-ci"}
    assert [name for _, name in RECIPES] == [*[".github/workflows/mslint.yml"] * 2, ".gitlab-ci.yml"]
    for text, name in RECIPES:
        path = tmp_path / "recipe.yml"
        path.write_text(text)
        assert problems(schemas[name], path) == ""


def test_recipes_use_inputs_that_there_are() -> None:
    inputs = loaded(ACTION.read_text())["inputs"]
    used = set()
    for text, name in RECIPES:
        if name.startswith(".github"):
            [job] = loaded(text)["jobs"].values()
            used |= {key for step in job["steps"] if "mslint@" in step["uses"] for key in step["with"]}
    assert used == {"paths", "target-version", "format", "output-file"}
    assert used < set(inputs)


def acted(folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Run the action's last step as the runner does, beside the mslint under test."""
    command = shutil.which("mslint", path=Path(sys.executable).parent)
    assert command is not None
    installed = folder.parent / "temp" / "mslint" / "bin"
    installed.mkdir(parents=True)
    (installed / "mslint").symlink_to(command)
    action = loaded(ACTION.read_text())
    values = {name: str(declared["default"]) for name, declared in action["inputs"].items()} | given
    step = action["runs"]["steps"][-1]
    environment = {
        name: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda match: values[match[1]], value)
        for name, value in step["env"].items()
    }
    assert "${{" not in step["run"]
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder, env={**os.environ, **environment, "RUNNER_TEMP": str(folder.parent / "temp")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a/model.py", "b/model.py"):
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True)
        path.write_text(FAULTY)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "checkout"))
    return tmp_path / "checkout"


def test_the_action_as_it_is(folder: Path) -> None:
    done = acted(folder)
    assert done.returncode == 1
    assert re.findall(",file=([^,]*),", done.stdout) == ["a/model.py", "b/model.py"]
    assert done.stderr == "2 files checked: 2 findings\n"


def test_the_inputs_of_the_action(folder: Path) -> None:
    done = acted(folder, paths="b\na/model.py", **{"target-version": "2.7", "format": "concise", "output-file": "out"})
    assert (done.returncode, done.stdout) == (1, "")
    lines = (folder / "out").read_text().splitlines()
    assert [line.split(":")[0] for line in lines] == ["b/model.py", "a/model.py"]
    assert all("on MindSpore 2.7 " in line for line in lines)


def test_inputs_are_never_commands_or_options(folder: Path) -> None:
    done = acted(folder, paths="$(touch x) --exit-zero `touch y`", **{"target-version": "2.10; touch z"})
    assert done.returncode == 2
    assert sorted(os.listdir(folder)) == ["a", "b"]
