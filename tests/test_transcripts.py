"""What the pages show in a terminal is what happens.

A page's `console` blocks are one session, in a copy of `examples/faulty`: `$`
begins a command, what follows is all that it prints.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ["docs/baseline.md", "docs/ci.md", "docs/daily.md"]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[tuple[str, str]]:
    """Each command of a page and its output."""
    session = "".join(_BLOCK.findall((ROOT / page).read_text(encoding="utf-8")))
    parts = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("page", PAGES)
def test_transcripts_are_real(page: str, tmp_path: Path) -> None:
    folder = tmp_path / "port"
    shutil.copytree(ROOT / "examples" / "faulty", folder)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"}
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "MSLINT_NO_CACHE"):
        environment.pop(name, None)
    session = commands(page)
    assert len(session) >= 3
    for command, output in session:
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        )  # fmt: skip
        assert done.stdout == output, command
