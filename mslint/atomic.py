"""Write a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_NEW_FILE = 0o666


def write(path: Path, data: bytes) -> None:
    """Put `data` in the place of `path`: first into a temporary file beside it, which is then renamed.

    A link stays a link: what it leads to is replaced, with its permissions and
    its owner. Devices and FIFOs are written to as they are.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    import tempfile

    target = os.path.realpath(path)
    status = _status(target)
    if status is not None and not stat.S_ISREG(status.st_mode):
        with open(target, "wb") as stream:
            stream.write(data)
        return
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=f".{os.path.basename(target)[:40]}.")
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if status is not None and hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(temporary, status.st_uid, status.st_gid)
        os.chmod(temporary, _NEW_FILE & ~_umask() if status is None else stat.S_IMODE(status.st_mode))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def put(path: str, data: bytes) -> None:
    """Put `data` at `path` as a file of its own, in place of whatever has that name; folders stay.

    For what can be made again: the disk is not waited for, and no link is followed.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    temporary = f"{path}.{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        # Left over from a process that had the same number and was ended.
        os.unlink(temporary)
    try:
        with open(temporary, "xb") as stream:
            stream.write(data)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _umask() -> int:
    """The permissions that new files do not get; they can only be read by setting them."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
