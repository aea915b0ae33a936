"""Apply the fixes of findings to text as an editor would, and to files by the command."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from evalfiles import all_files

from mslint.finding import Edit, Finding


def fixed(text: str, findings: Iterable[Finding]) -> str:
    """The text with the fixes of all findings that have one."""
    edits = [edit for finding in findings if finding.fix is not None for edit in finding.fix.edits]
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = _replaced(text, edit)
    return text


def _replaced(text: str, edit: Edit) -> str:
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    span = edit.span
    before, after = lines[span.line - 1][: span.column], lines[span.end_line - 1][span.end_column :]
    lines[span.line - 1 : span.end_line] = [before + edit.text.encode() + after]
    return b"".join(lines).decode()


def fix_eval_files() -> dict[str, tuple[str, str]]:
    """The text of every eval file before and after `mslint check --fix --unsafe-fixes`, by its name."""
    groups = defaultdict(list)
    for file in all_files():
        groups[file.target, file.also].append(file)
    texts = {}
    with tempfile.TemporaryDirectory() as folder:
        for (target, also), members in groups.items():
            paths = {file.path.stem: Path(folder) / file.path.name for file in members}
            for file in members:
                paths[file.path.stem].write_text(file.text, encoding="utf-8")
            check(target, also, *paths.values())
            for file in members:
                texts[file.path.stem] = (file.text, paths[file.path.stem].read_text(encoding="utf-8"))
    return texts


def check(target: str, also: tuple[str, ...], *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `mslint check --fix --unsafe-fixes` with the default rules and those of `also`."""
    selected = [f"--select={code}" for code in ("MSL", *also)] if also else []
    command = [sys.executable, "-m", "mslint", "check", "--fix", "--unsafe-fixes", "--target-version", target]
    done = subprocess.run(
        [*command, *selected, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return done
