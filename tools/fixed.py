"""Write what the fixes make of the eval files, tests/fixed/*.diff, for a person to read.

    python -m tools.fixed

One file per eval file that has fixes, safe and unsafe, as a unified diff
without context.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"
FOLDER = TESTS / "fixed"


def difference(before: str, after: str) -> str:
    """The lines that change, with their numbers; empty where none does."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", n=0, lineterm="")
    return "".join(f"{line}\n" for line in lines)


def stored() -> dict[str, str]:
    """The differences that were approved, by the name of the eval file."""
    return {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.diff")}


def write(differences: Mapping[str, str]) -> None:
    """Store `differences`, by the name of the eval file, in place of all others."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.diff"):
        path.unlink()
    for name, text in differences.items():
        (FOLDER / f"{name}.diff").write_text(text, encoding="utf-8")


def main() -> None:
    """Fix a copy of every eval file and store what changed."""
    sys.path.insert(0, str(TESTS))
    from fixing import fix_eval_files  # type: ignore[import-not-found]

    write({name: difference(before, after) for name, (before, after) in fix_eval_files().items() if before != after})


if __name__ == "__main__":
    main()
