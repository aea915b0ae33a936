"""The pinned releases of real MindSpore code: download them, unpack their .py files.

`tests/realcode/requirements.txt` names them by version and hash. They are kept
in a cache folder outside the repository and are never installed or imported.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

REQUIREMENTS = Path(__file__).parent.parent / "tests" / "realcode" / "requirements.txt"
CACHE_VARIABLE = "MSLINT_REALCODE_CACHE"


@dataclass(frozen=True)
class Release:
    """One package at one version; `requirement` is its line in the requirements file."""

    name: str
    version: str
    requirement: str


class ReleaseError(Exception):
    """A release is unknown or cannot be downloaded. The message is one line."""


def releases() -> dict[str, Release]:
    """The pinned releases by name, in the order of the requirements file."""
    found = {}
    for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition("==")
            found[name] = Release(name, rest.split()[0], line)
    return found


def choose(names: Iterable[str]) -> list[Release]:
    """The releases called `names`, or all of them where there are no names.

    Raises:
        ReleaseError: a name that is not pinned.
    """
    known = releases()
    wanted = list(names) or list(known)
    for name in wanted:
        if name not in known:
            raise ReleaseError(f"{name}: not one of {', '.join(known)}")
    return [known[name] for name in wanted]


def default_cache() -> Path:
    """Where releases are kept: $MSLINT_REALCODE_CACHE, else the user's cache folder."""
    if CACHE_VARIABLE in os.environ:
        return Path(os.environ[CACHE_VARIABLE])
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "mslint" / "realcode"


def unpacked(release: Release, cache: Path) -> Path:
    """The folder with the .py files of `release`, downloaded if it is not there yet.

    Raises:
        ReleaseError: pip cannot download it, or its hash is another.
    """
    folder = cache / f"{release.name}-{release.version}"
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            wheel = _download(release, Path(temporary))
            sources = Path(temporary) / "sources"
            _unpack(wheel, sources)
            shutil.move(sources, folder)
    return folder


def _download(release: Release, folder: Path) -> Path:
    requirements = folder / "requirements.txt"
    requirements.write_text(release.requirement + "\n", encoding="utf-8")
    options = ["--quiet", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--require-hashes"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), "-r", str(requirements)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["pip says nothing"])[-1]
        raise ReleaseError(f"{release.name} {release.version}: cannot be downloaded: {reason}")
    return next(folder.glob("*.whl"))


def _unpack(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            path = PurePosixPath(name)
            if path.suffix == ".py" and not path.is_absolute() and ".." not in path.parts:
                archive.extract(name, folder)
