"""Where imports lead, and what is in files: all that is looked up in the file system for a project."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

_MAX_BYTES = 4_000_000
_MAX_ANCESTORS = 6
"""How far above a file the folder may lie from which its absolute imports start."""
_PROJECT_MARKS = (".git", "pyproject.toml", "setup.py")


class Locator:
    """Finds the files that imports read; looks at each place once.

    Imports are followed only to files beside or above the importing file,
    never to installed packages.
    """

    def __init__(self) -> None:
        """Nothing has been looked at yet."""
        self._located: dict[tuple[str, str], str | None] = {}
        self._files: dict[str, bool] = {}
        self._bases: dict[str, tuple[str, ...]] = {}

    def locate(self, folder: str, written: str) -> str | None:
        """The file that an import in a file of `folder`, an absolute path, reads.

        Args:
            folder: Where the importing file lies.
            written: What it imports, with the dots of a relative import.
        """
        key = (folder, written)
        if key not in self._located:
            dotted = written.lstrip(".")
            self._located[key] = self._locate(folder, dotted, len(written) - len(dotted))
        return self._located[key]

    def _locate(self, folder: str, dotted: str, level: int) -> str | None:
        parts = dotted.split(".") if dotted else []
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self._module_file(folder, parts)
        if not parts:
            return None
        if folder not in self._bases:
            self._bases[folder] = tuple(_bases(folder))
        bases = self._bases[folder]
        if parts[0] in sys.stdlib_module_names:
            # Only the folder of a script comes before the standard library.
            bases = () if self._module_file(folder, []) else (folder,)
        for base in bases:
            found = self._module_file(base, parts)
            if found is not None:
                return found
        return None

    def _module_file(self, base: str, parts: list[str]) -> str | None:
        target = os.path.join(base, *parts)
        names = (f"{target}.py", os.path.join(target, "__init__.py"))
        for path in names if parts else names[1:]:
            if path not in self._files:
                self._files[path] = os.path.isfile(path)
            if self._files[path]:
                return path
        return None


def content(path: str) -> bytes | None:
    """The content of a regular file of sane size; None where there is no such file or it cannot be read."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            return None
        return Path(path).read_bytes()
    except OSError:
        return None


def _bases(folder: str) -> Iterator[str]:
    """The folder of a script and those above it, up to the project's own."""
    for _ in range(_MAX_ANCESTORS):
        if os.path.basename(folder) == "site-packages":
            return
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder or any(os.path.exists(os.path.join(folder, mark)) for mark in _PROJECT_MARKS):
            return
        folder = parent
