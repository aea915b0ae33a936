"""The other files of a project: found by import, read on demand, cached."""

from __future__ import annotations

import ast
import os
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, finalize

from mslint.model.index import index
from mslint.model.locating import Locator, content
from mslint.model.looked import CHANGING, Looked, digest
from mslint.model.names import Import, Module
from mslint.model.source import Source, SourceError

_CACHED_CHARACTERS = 5_000_000
"""Of source text, about 125,000 lines and 180 MB of trees: what a package's files import of each other."""
_USED_CHARACTERS = 2_000_000
"""Of other files that one file under check may use, about 50,000 lines; what lies in the rest is unknown."""

_T = TypeVar("_T")


@dataclass
class _Frame:
    """What is looked up while something is worked out."""

    files: set[str] = field(default_factory=set)
    imports: set[tuple[str, str]] = field(default_factory=set)
    parts: dict[int, _Frame] = field(default_factory=dict)
    """What was added already, by identity."""

    def add(self, other: _Frame) -> None:
        if id(other) not in self.parts:
            self.parts[id(other)] = other
            self.files |= other.files
            self.imports |= other.imports


_Derived = WeakKeyDictionary[Module, dict[str, tuple[Any, _Frame]]]


def _no_names(_module: str) -> frozenset[str]:
    return frozenset()


class Project:
    """Finds and keeps the modules that files under check import.

    Imports are followed only to files beside or above the importing file,
    never to installed packages, and nothing is executed. `star_names` tells
    which names `from M import *` binds for libraries that are known by name.
    Where it `is_watched`, what is looked up for each file can be told.
    """

    def __init__(self, star_names: Callable[[str], frozenset[str]] = _no_names, *, is_watched: bool = False) -> None:
        """Start with nothing read."""
        self.star_names = star_names
        self._is_watched = is_watched
        self._frame = _Frame()
        self._digests: dict[str, str | None] = {}
        self._derived: _Derived = WeakKeyDictionary()
        self._modules: OrderedDict[str, Module | None] = OrderedDict()
        # At the latest at the end of the process, where the interpreter would search all trees for cycles otherwise.
        self._finalizer = finalize(self, _release, self._modules, self._derived)
        self._characters = 0
        self._imported: set[str] = set()
        self._handed: Module | None = None
        """What was made last of a text whose bytes were not at hand, so that the file may hold another one."""
        self._used: set[str] = set()
        self._used_characters = 0
        self._locator = Locator()
        self._mentions: dict[tuple[str, bytes], bool] = {}

    def close(self) -> None:
        """Forget everything. The project must not be used afterwards."""
        self._finalizer()

    def module(self, source: Source, tree: ast.Module | None = None, data: bytes | None = None) -> Module:
        """The index of a file whose text is at hand, and its tree and its bytes if they are.

        Raises:
            SourceError: the text does not parse.
        """
        path = os.path.abspath(source.path)
        if data is not None:
            self._saw(path, data)
        known = self._modules.get(path)
        if known is not None and known.source.text == source.text:
            self._modules.move_to_end(path)
            return known
        module = index(Path(source.path), source, tree or source.parse())
        self._keep(path, module)
        self._handed = module if data is None else None
        return module

    def load(self, path: str) -> Module | None:
        """The index of the file at an absolute path; None where it cannot be read or parsed."""
        self._frame.files.add(path)
        if path not in self._used:
            if self._used_characters > _USED_CHARACTERS:
                return None
            self._used.add(path)
            self._imported.add(path)
            module = self._modules[path] if path in self._modules else self._keep(path, self._read(path))
            self._used_characters += len(module.source.text) if module is not None else 0
        self._modules.move_to_end(path)
        return self._modules[path]

    def _keep(self, path: str, module: Module | None) -> Module | None:
        self._forget(self._modules.pop(path, None))
        self._modules[path] = module
        if module is not None:
            self._characters += len(module.source.text)
        return module

    def _forget(self, module: Module | None) -> None:
        """Drop a module. What was derived may point into it, so that goes too."""
        if module is not None:
            self._characters -= len(module.source.text)
            self._derived.clear()
            module.release()

    def forget(self, module: Module) -> None:
        """Drop a module that was only checked; one that another file imported may be wanted again.

        What other files found in it has to rest on the bytes that the file is known by, so they read it themselves.
        """
        path = os.path.abspath(module.path)
        if module is self._handed:
            self._handed = None
            if path in self._imported:
                self._forget(self._modules.pop(path, None))
                return
        if path not in self._imported and self._modules.pop(path, None) is not None:
            self._characters -= len(module.source.text)
            self._derived.pop(module, None)
            module.release()

    def trim(self) -> Looked:
        """Make ready for the next file under check; what was looked up for the last one.

        To be called when no module is in use. Modules that no other file has
        imported so far are forgotten first, then those that were not used
        lately; many at a time, since what was derived from the others has to be
        worked out again then.
        """
        self._used.clear()
        self._used_characters = 0
        if self._characters > _CACHED_CHARACTERS:
            for path in sorted(self._modules, key=self._imported.__contains__)[:-1]:
                if self._characters <= _CACHED_CHARACTERS // 2:
                    break
                self._forget(self._modules.pop(path))
        frame, self._frame = self._frame, _Frame()
        looked = Looked()
        if self._is_watched:
            for path in frame.files - self._digests.keys():
                # It was asked for when no more files could be used.
                self._content(path)
            looked.files = {path: self._digests[path] for path in frame.files}
            looked.imports = {each: self._locator.locate(*each) for each in frame.imports}
        return looked

    def derive(self, module: Module, kind: str, make: Callable[[], _T], *, is_alone: bool = True) -> _T:
        """What another layer works out about a module and wants to keep as long as the module is.

        Args:
            module: What it is about.
            kind: What it is.
            make: Works it out. It looks up the same whatever file is under check.
            is_alone: Whether it rests on nothing that was worked out for the file under check before.
        """
        known = self._derived.setdefault(module, {})
        if kind not in known:
            outer = self._frame
            if is_alone:
                self._frame = _Frame()
            try:
                value = make()
            finally:
                inner, self._frame = self._frame, outer
            if not is_alone:
                inner = _Frame({*outer.files}, {*outer.imports})
            # What was forgotten in the meantime is not to be kept.
            known = self._derived.setdefault(module, {})
            known[kind] = (value, inner)
        found, frame = known[kind]
        self._frame.add(frame)
        return found  # type: ignore[no-any-return]

    def imported(self, importer: Module, imported: Import) -> tuple[Module | None, str | None]:
        """The project file an import reads, and the name taken from it.

        `from pkg import name` is the file `pkg/name.py` with name None where
        that exists and `pkg` does not bind the name, else `pkg` with the name.
        (None, ...) where the import does not lead to a file of the project.
        """
        module = self.find(importer, imported.module, imported.level)
        if imported.name is None:
            return module, None
        if module is not None and imported.name in module.scope.bindings:
            return module, imported.name
        parts = f"{imported.module}.{imported.name}" if imported.module else imported.name
        submodule = self.find(importer, parts, imported.level)
        if submodule is not None:
            return submodule, None
        return module, imported.name

    def find(self, importer: Module, dotted: str, level: int = 0) -> Module | None:
        """The project file that `import dotted` in `importer` reads."""
        path = self.locate(importer, dotted, level)
        return None if path is None else self.load(path)

    def locate(self, importer: Module, dotted: str, level: int = 0) -> str | None:
        """Where that file is, without reading it."""
        folder, written = importer.folder, "." * level + dotted
        self._frame.imports.add((folder, written))
        return self._locator.locate(folder, written)

    def mentions(self, path: str, pattern: re.Pattern[bytes]) -> bool:
        """Whether the bytes of the file at an absolute path match, found out without parsing it."""
        self._frame.files.add(path)
        key = (path, pattern.pattern)
        if key not in self._mentions:
            self._mentions[key] = pattern.search(self._content(path) or b"") is not None
        return self._mentions[key]

    def _content(self, path: str) -> bytes | None:
        data = content(path)
        self._saw(path, data)
        return data

    def _saw(self, path: str, data: bytes | None) -> None:
        if self._is_watched:
            now = None if data is None else digest(data)
            if self._digests.setdefault(path, now) != now:
                self._digests[path] = CHANGING

    def _read(self, path: str) -> Module | None:
        data = self._content(path)
        if data is None:
            return None
        try:
            source = Source.from_bytes(path, data)
            return index(Path(path), source, source.parse())
        except SourceError:
            return None


def _release(modules: OrderedDict[str, Module | None], derived: _Derived) -> None:
    derived.clear()
    while modules:
        _, module = modules.popitem()
        if module is not None:
            module.release()
