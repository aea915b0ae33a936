"""Which files to check, and their bytes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from mslint.config import Configuration
from mslint.finding import Failure
from mslint.model.source import NOTEBOOK

STDIN = "-"
"""The path that means standard input."""
SKIPPED_FOLDERS = frozenset({"__pycache__", "build", "dist", "node_modules", "site-packages"})
"""Folders that hold no code of the project. Hidden ones and virtual environments are skipped too."""
EMPTY = "no Python files and no notebooks found in this folder"

_MAX_BYTES = 256 << 20
"""A notebook may hold pictures and films, and takes several times its size when it is read."""
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def find(paths: tuple[str, ...], configuration: Configuration) -> Iterator[str | Failure]:
    """The Python files and notebooks that `paths` mean, each once, and what could not be looked at.

    A path of a file is taken whatever its name; in a folder those are taken
    that are named `*.py` or `*.ipynb` and are neither hidden nor excluded. Links to folders
    are not followed there, so that nothing is checked twice or for ever.

    Raises:
        ConfigError: A configuration file on the way cannot be understood.
    """
    seen = set()
    for path in paths:
        for found in _below(path, configuration):
            if isinstance(found, str):
                absolute = os.path.abspath(found)
                if absolute in seen:
                    continue
                seen.add(absolute)
            yield found


def _below(path: str, configuration: Configuration) -> Iterator[str | Failure]:
    if not os.path.isdir(path):
        yield path
        return
    folders = [path]
    count = 0
    while folders:
        folder = folders.pop()
        settings = configuration.of_folder(Path(folder))
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            count += 1
            yield Failure(folder, f"cannot be listed: {error.strerror}")
            continue
        inner = []
        for entry in entries:
            name = entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if name.startswith(".") or not (is_folder or name.endswith((".py", NOTEBOOK))):
                continue
            if is_folder and (name in SKIPPED_FOLDERS or os.path.exists(os.path.join(entry.path, "pyvenv.cfg"))):
                continue
            found = os.path.normpath(entry.path)
            if settings.excludes(Path(found)):
                continue
            if is_folder:
                inner.append(found)
            elif not os.path.isdir(entry.path):
                count += 1
                yield found
        folders.extend(reversed(inner))
    if count == 0:
        yield Failure(path, EMPTY)


def read(path: str) -> bytes | Failure:
    """The content of a regular file, or why it cannot be had."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            kind = next((name for is_kind, name in _KINDS if is_kind(status.st_mode)), "something else")
            return Failure(path, f"cannot be checked: is {kind}, not a regular file")
        if status.st_size > _MAX_BYTES:
            return Failure(path, f"cannot be checked: is larger than {_MAX_BYTES >> 20} MiB")
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        if os.path.islink(path):
            return Failure(path, "cannot be read: is a link to nothing")
        return Failure(path, "cannot be read: does not exist")
    except OSError as error:
        return Failure(path, f"cannot be read: {error.strerror}")
    except ValueError:
        return Failure(path, "cannot be read: its name holds a NUL character")
