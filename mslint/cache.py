"""What former runs found, for as long as nothing is another that it rests on.

What is found in a file rests on its content, on the files that were read to
understand what it imports, and on where imports led. There is a record of each
file (`mslint.records`), and all of that is looked up anew and must be as it
was. Files that were looked for in vain count as well, so that a new file is
noticed.
"""

from __future__ import annotations

import enum
import json
import os
import stat
import sys
from collections.abc import Mapping

from mslint import atomic
from mslint.config import ConfigError, Settings
from mslint.finding import Finding
from mslint.model.locating import Locator, content
from mslint.model.looked import CHANGING, Looked, digest
from mslint.records import MAX_BYTES, Record, Refused, Result, decoded, dump, encoded, load
from mslint.stamp import stamp

FOLDER_NAME = ".mslint_cache"

_TAG = "CACHEDIR.TAG"
_FOLDER_FILES = {
    _TAG: b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# mslint keeps here what it found in former runs. The folder can be deleted at any time.\n"
    b"# For information about cache directory tags see https://bford.info/cachedir/\n",
    ".gitignore": b"*\n",
}
_PYTHON = f"py{sys.version_info.major}.{sys.version_info.minor}"
_HERE = "."
"""The name of the project's own folder."""


class Cache:
    """The records of one project."""

    def __init__(self, folder: str, root: str) -> None:
        """The records in `folder`, of the files of a project in the folder `root`; both are absolute.

        The project may move: files in `root` are known by where they lie in it.

        Raises:
            OSError: mslint itself cannot be read.
        """
        self._folder = folder
        self._root = root
        self._stamp = stamp()
        self._is_writable = True
        self._locator = Locator()
        self._contents: dict[str, str | None] = {}

    def find(self, path: str, data: bytes, settings: str) -> list[Finding] | None:
        """What would be found in a file with this content; None where that is not known.

        Args:
            path: What to call the file in the findings.
            data: Its content.
            settings: As `key_of` makes it.
        """
        record = self._record(path)
        if record is None or record.content != digest(data) or settings not in record.results:
            return None
        result = record.results[settings]
        if self._basis(result.files, result.imports) != result.basis:
            return None
        try:
            return decoded(path, data, result.findings)
        except Refused:
            return None

    def keep(self, path: str, data: bytes, settings: str, findings: list[Finding], looked: Looked) -> None:
        """Write down what was found in a file with this content; nothing happens where that cannot be.

        Args:
            path: What the file is called in the findings.
            data: Its content.
            settings: As `key_of` makes it.
            findings: What was found.
            looked: What that rests on beside the file.
        """
        if not self._is_writable or CHANGING in looked.files.values():
            return
        files = {self._name(file): now for file, now in looked.files.items()}
        targets: dict[str, dict[str, str | None]] = {}
        for (folder, written), target in sorted(looked.imports.items()):
            targets.setdefault(self._name(folder), {})[written] = None if target is None else self._name(target)
        try:
            result = Result(
                _basis(files, targets),
                sorted(files),
                {folder: list(written) for folder, written in targets.items()},
                encoded(path, data, findings),
            )
            now = digest(data)
            record = self._record(path)
            if record is None or record.content != now:
                record = Record(now)
            record.add(settings, result)
            self._write(self._file(path), dump(record, self._stamp))
        except Refused:
            return
        except OSError:
            self._is_writable = False

    def _basis(self, files: list[str], imports: Mapping[str, list[str]]) -> str:
        """What stands for how all of that is now."""
        targets = {}
        for folder, written in imports.items():
            place = self._place(folder)
            found = {each: self._locator.locate(place, each) for each in written}
            targets[folder] = {each: None if target is None else self._name(target) for each, target in found.items()}
        return _basis({file: self._content(self._place(file)) for file in files}, targets)

    def _content(self, path: str) -> str | None:
        """The digest of a file's content, None where there is none."""
        if path not in self._contents:
            data = content(path)
            self._contents[path] = None if data is None else digest(data)
        return self._contents[path]

    def _name(self, path: str) -> str:
        """What a file or folder is known by: where it lies in the project, or its path if it lies elsewhere."""
        if path == self._root:
            return _HERE
        inside = os.path.join(self._root, "")
        return path[len(inside) :].replace(os.sep, "/") if path.startswith(inside) else path

    def _place(self, name: str) -> str:
        """The path of what has this name."""
        return self._root if name == _HERE else os.path.join(self._root, name)

    def _file(self, path: str) -> str:
        name = digest(os.fsencode(self._name(os.path.abspath(path))))
        return os.path.join(self._folder, _PYTHON, name[:2], f"{name[2:]}.json")

    def _record(self, path: str) -> Record | None:
        data = _read(self._file(path))
        if data is None:
            return None
        try:
            return load(data, self._stamp)
        except Refused:
            return None

    def _write(self, path: str, data: bytes) -> None:
        folder = os.path.dirname(path)
        if not os.path.isdir(folder):
            os.makedirs(folder, exist_ok=True)
            for name, text in _FOLDER_FILES.items():
                file = os.path.join(self._folder, name)
                if not os.path.lexists(file):
                    atomic.put(file, text)
        if any(map(os.path.islink, (folder, os.path.dirname(folder)))):
            raise OSError
        atomic.put(path, data)


def is_foreign(folder: str) -> bool:
    """Whether something is at `folder` already that is no cache of mslint, by its name or its tag, and not empty."""
    place = os.path.realpath(folder)
    if not os.path.lexists(place) or os.path.basename(place) == FOLDER_NAME:
        return False
    try:
        names = os.listdir(place)
    except NotADirectoryError:
        return True
    except OSError:
        return False
    return bool(names) and _TAG not in names


def _basis(files: Mapping[str, str | None], targets: Mapping[str, Mapping[str, str | None]]) -> str:
    """What stands for what files held and where imports led, by folder of the importing files."""
    return digest(json.dumps([files, targets], sort_keys=True).encode())


class Kind(enum.Enum):
    """What is remembered of a file."""

    FOUND = "found"
    """All that is found in it."""
    REPORTED = "reported"
    """What no comment in it silences."""
    REPORTED_WITH_UNUSED = "reported with unused"
    """That, and the comments in it that silence nothing."""


def opened(settings: Settings) -> Cache | None:
    """The cache for runs from a folder with these settings; None where mslint cannot have one.

    Raises:
        ConfigError: The folder that was asked for holds something else.
    """
    root = os.path.abspath(settings.home or ".")
    folder = os.path.abspath(settings.cache_dir or os.path.join(root, FOLDER_NAME))
    if is_foreign(folder):
        if settings.cache_dir is None:
            return None
        raise ConfigError(f"cache-dir: {settings.cache_dir}: holds other files; name a folder that is new or empty")
    try:
        return Cache(folder, root)
    except OSError:
        return None


def key_of(settings: Settings, kind: Kind) -> str:
    """What stands for the settings under which findings are found.

    Args:
        settings: Those of the file.
        kind: Which findings are remembered.
    """
    rules = [sorted({*names}) for names in (settings.select, settings.ignore, settings.ignored_here)]
    return digest(json.dumps([str(settings.target), settings.parity, *rules, kind.value]).encode())


def _read(path: str) -> bytes | None:
    """A regular file that is not too large, else None."""
    try:
        with open(path, "rb", opener=_open) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
                return None
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None


def _open(path: str, flags: int) -> int:
    # A FIFO must not be waited for, a link not followed.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
