"""Puts new content in the place of a file: all of it or nothing."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

from mslint.finding import Failure


def replace_file(path: str, old: bytes, new: bytes) -> Failure | None:
    """Write `new` where `old` was read; says why where that cannot be.

    It is written beside the file that `path` leads to and then renamed, so
    that whoever reads the file finds the old or the new content. Its
    permissions stay, and a link stays a link.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
        if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
            return Failure(path, "cannot be written: is read-only")
        with open(target, "rb") as file:
            if file.read() != old:
                return Failure(path, "cannot be written: was changed in the meantime")
        _replace(target, status, new)
    except OSError as error:
        return Failure(path, f"cannot be written: {error.strerror}")
    return None


def _replace(target: str, status: os.stat_result, new: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=".mslint-", suffix=".tmp", dir=os.path.dirname(target))
    try:
        with open(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(temporary, status.st_uid, status.st_gid)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
