"""What the pages show is what the commands print, in the order of the page."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("api", "configuration", "fixes", "notebooks", "suppression")
_BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def run(command: str, folder: Path) -> str:
    """What a command of a page prints, on either stream."""
    program, *arguments = shlex.split(command)
    if program == "cat":
        return "".join((folder / name).read_text(encoding="utf-8") for name in arguments)
    assert program == "mslint"
    done = subprocess.run(
        [sys.executable, "-m", "mslint", *arguments],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_transcripts_are_real(page: str, tmp_path: Path) -> None:
    commands = 0
    for block in _BLOCK.finditer((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")):
        if block["file"]:
            (tmp_path / block["file"]).write_text(block["text"], encoding="utf-8")
        elif block["kind"] == "console":
            shown = re.split(r"^\$ (.*)\n", block["text"], flags=re.MULTILINE)
            assert shown[0] == ""
            for command, output in zip(shown[1::2], shown[2::2], strict=True):
                assert run(command, tmp_path) == output
                commands += 1
    assert commands >= 2
