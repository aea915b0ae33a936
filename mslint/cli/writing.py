"""Puts changed content in the place of a file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from mslint import atomic
from mslint.finding import Failure


def replace_file(path: str, old: bytes, new: bytes) -> Failure | None:
    """Write `new` where `old` was read, all of it or nothing; says why where that cannot be."""
    try:
        mode = os.stat(path).st_mode
        if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK):
            return Failure(path, "cannot be written: is read-only")
        with open(path, "rb") as file:
            if file.read() != old:
                return Failure(path, "cannot be written: was changed in the meantime")
        atomic.write(Path(path), new)
    except OSError as error:
        return Failure(path, f"cannot be written: {error.strerror}")
    return None
