"""Patterns for the names of files and folders."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple


class FileIgnore(NamedTuple):
    """Rules, as code prefixes, that say nothing in files that match `pattern`, relative to `folder`."""

    pattern: str
    codes: tuple[str, ...]
    folder: Path


def lies_in(path: Path, folder: Path, patterns: tuple[str, ...]) -> bool:
    """Whether `path`, or a folder that holds it, matches a pattern relative to `folder`."""
    if not patterns:
        return False
    absolute = os.path.abspath(path)
    relative = os.path.relpath(absolute, folder)
    if relative.startswith(os.pardir):
        candidates = [absolute, os.path.basename(absolute)]
    else:
        parts = relative.split(os.sep)
        candidates = [*parts, *("/".join(parts[:count]) for count in range(2, len(parts) + 1))]
    return any(fnmatchcase(candidate, pattern) for pattern in patterns for candidate in candidates)


def normal_pattern(text: str) -> str:
    """A pattern as it is compared: without `./` before it and `/` behind it."""
    return text.removeprefix("./").rstrip("/") or "."
