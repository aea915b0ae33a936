"""What former runs found, for as long as nothing is another that it rests on.

A file is known by its record (`mslint.records`). What was found in it rests on
its content, on where its imports lead, and on the same of each file that they
lead to, and so on: all of that is looked up anew and must be as it was. Files
that were looked for in vain count as well, so that a new file is noticed.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mslint import atomic
from mslint.config import Settings
from mslint.finding import Finding
from mslint.model.locating import Locator, content
from mslint.model.trace import Trace, digest
from mslint.records import MAX_BYTES, Record, Refused, decoded, dump, load
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


class _Node(NamedTuple):
    """A file among those that a result rests on: what it is now, and the files that its imports lead to."""

    digest: str
    targets: tuple[str, ...]


class Cache:
    """The records of one project.

    `trace` must be given all that the engine sees in this run.
    """

    def __init__(self, folder: str, root: str) -> None:
        """The records in `folder`, of the files of a project in the folder `root`; both are absolute.

        The project may move: files in `root` are known by where they lie in it.

        Raises:
            OSError: mslint itself cannot be read.
        """
        self.trace = Trace()
        self._folder = folder
        self._root = os.path.join(root, "")
        self._stamp = stamp()
        self._locator = Locator()
        self._records: dict[str, Record | None] = {}
        self._nodes: dict[str, _Node | None] = {}
        self._hits: list[tuple[str, str]] = []
        self._new: list[tuple[str, str, list[Any]]] = []

    def find(self, path: str, data: bytes, settings: str) -> list[Finding] | None:
        """What would be found in a file with this content; None where that is not known.

        Args:
            path: What to call the file in the findings.
            data: Its content.
            settings: As `key_of` makes it.
        """
        place = os.path.abspath(path)
        now = self.trace.saw_content(place, data)
        record = self._record(place)
        if record is None or record.content != now or settings not in record.results:
            return None
        basis, plain = record.results[settings]
        if self._basis(place, self._recorded, set()) != basis:
            return None
        try:
            findings = decoded(path, data, plain)
        except Refused:
            return None
        self._hits.append((place, settings))
        return findings

    def keep(self, path: str, settings: str, plain: list[Any]) -> None:
        """Take note of what was found, as `mslint.records.encoded` makes it. The trace has the file's content."""
        self._new.append((os.path.abspath(path), settings, plain))

    def save(self) -> None:
        """Write down what is new; nothing happens where that cannot be."""
        with contextlib.suppress(OSError):
            for path, record in self._changed().items():
                with contextlib.suppress(Refused):
                    self._write(self._file(path), dump(record, self._stamp))

    def _changed(self) -> dict[str, Record]:
        """The records that are not as they were, by path."""
        nodes: dict[str, _Node | None] = {}
        changed: dict[str, Record] = {}
        reached: set[str] = set()

        def current(path: str) -> _Node | None:
            if path not in nodes:
                nodes[path] = self._current(path)
            return nodes[path]

        def add(path: str, settings: str, plain: list[Any]) -> None:
            basis = self._basis(path, current, reached)
            old = self._record(path)
            if basis is not None and (old is None or old.results.get(settings) != (basis, plain)):
                changed.setdefault(path, self._now(path)).add(settings, basis, plain)

        for path, settings, plain in self._new:
            add(path, settings, plain)
        if any(self._is_current(path) and self._lacks(path) for path in self.trace.imports):
            for path, settings in self._hits:
                record = self._record(path)
                assert record is not None
                add(path, settings, record.results[settings][1])
        for path in reached - changed.keys():
            if self._content(path) is not None and (not self._is_current(path) or self._lacks(path)):
                changed[path] = self._now(path)
        return changed

    def _is_current(self, path: str) -> bool:
        """Whether there is a record of a file as it is in this run."""
        record = self._record(path)
        return record is not None and record.content == self._content(path)

    def _lacks(self, path: str) -> bool:
        """Whether more was asked about a file in this run than its record speaks of."""
        record = self._record(path)
        return record is None or not self.trace.imports.get(path, {}).keys() <= set(record.imports)

    def _now(self, path: str) -> Record:
        """The record of a file as it is in this run, with those results that it still may have."""
        now = self._content(path)
        assert now is not None
        record = self._record(path) if self._is_current(path) else None
        return Record(now, self._asked(path), dict(record.results) if record is not None else {})

    def _asked(self, path: str) -> list[str]:
        """All that was ever asked about a file as it is now."""
        record = self._record(path) if self._is_current(path) else None
        return sorted({*(record.imports if record is not None else ()), *self.trace.imports.get(path, ())})

    def _basis(self, path: str, look: Callable[[str], _Node | None], reached: set[str]) -> str | None:
        """What stands for all that the findings in a file rest on; None where something of it is not known.

        All files among it are added to `reached`.
        """
        seen = {path}
        pending = [path]
        digests = []
        while pending:
            each = pending.pop()
            node = look(each)
            if node is None:
                return None
            digests.append(node.digest)
            fresh = [target for target in node.targets if target not in seen]
            seen.update(fresh)
            pending += dict.fromkeys(fresh)
        reached |= seen
        return digest("".join(sorted(digests)).encode())

    def _recorded(self, path: str) -> _Node | None:
        """A file with the imports that its record speaks of; None where the record is about another content."""
        if path not in self._nodes:
            now, record = self._content(path), self._record(path)
            if now is None:
                self._nodes[path] = self._node(path, None, ())
            elif record is not None and record.content == now:
                self._nodes[path] = self._node(path, now, record.imports)
            else:
                self._nodes[path] = None
        return self._nodes[path]

    def _current(self, path: str) -> _Node | None:
        """A file as this run saw it; None where it saw several things."""
        folder = os.path.dirname(path)
        imports = self.trace.imports.get(path, {})
        is_steady = all(self._locator.locate(folder, written) == target for written, target in imports.items())
        if not is_steady or path in self.trace.unsteady:
            return None
        now = self._content(path)
        return self._node(path, now, () if now is None else self._asked(path))

    def _node(self, path: str, now: str | None, imports: Iterable[str]) -> _Node:
        folder = os.path.dirname(path)
        found = [(written, self._locator.locate(folder, written)) for written in sorted(imports)]
        names = [(written, target and self._name(target)) for written, target in found]
        text = json.dumps([self._name(path), now, names])
        return _Node(digest(text.encode()), tuple(target for _, target in found if target is not None))

    def _content(self, path: str) -> str | None:
        """The digest of a file's content."""
        if path not in self.trace.contents:
            self.trace.saw_content(path, content(path))
        return self.trace.contents[path]

    def _name(self, path: str) -> str:
        """What a file is known by: where it lies in the project, or its path if it lies elsewhere."""
        return path[len(self._root) :].replace(os.sep, "/") if path.startswith(self._root) else path

    def _file(self, path: str) -> str:
        name = digest(os.fsencode(self._name(path)))
        return os.path.join(self._folder, _PYTHON, name[:2], f"{name[2:]}.json")

    def _record(self, path: str) -> Record | None:
        if path not in self._records:
            data = _read(self._file(path))
            self._records[path] = None
            if data is not None:
                with contextlib.suppress(Refused):
                    self._records[path] = load(data, self._stamp)
        return self._records[path]

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


def key_of(settings: Settings, *, warns_unused: bool) -> str:
    """What stands for the settings under which findings are found.

    Args:
        settings: Those of the file.
        warns_unused: Whether comments that silence nothing are among the findings.
    """
    rules = [sorted({*names}) for names in (settings.select, settings.ignore, settings.ignored_here)]
    return digest(json.dumps([str(settings.target), settings.parity, *rules, warns_unused]).encode())


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
