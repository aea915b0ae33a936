"""The other files of a project: found by import, read on demand, cached."""

from __future__ import annotations

import ast
import stat
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from mslint.model.index import index
from mslint.model.names import Import, Module
from mslint.model.source import Source, SourceError

_CACHED_MODULES = 128
"""About 100 MB of trees: enough for what one file imports, little for two million lines."""
_MAX_BYTES = 4_000_000
_MAX_ANCESTORS = 6
"""How far above a file the folder may lie from which its absolute imports start."""


def _no_names(_module: str) -> frozenset[str]:
    return frozenset()


class Project:
    """Finds and keeps the modules that files under check import.

    Imports are followed only to files beside or above the importing file,
    never to installed packages, and nothing is executed. `star_names` tells
    which names `from M import *` binds for libraries that are known by name.
    """

    def __init__(self, star_names: Callable[[str], frozenset[str]] = _no_names) -> None:
        self.star_names = star_names
        self._modules: OrderedDict[Path, Module | None] = OrderedDict()
        self._located: dict[tuple[Path, str], Path | None] = {}

    def module(self, path: Path, source: Source, tree: ast.Module) -> Module:
        """The index of a file whose text and tree are at hand."""
        module = index(path, source, tree)
        self._keep(_absolute(path), module)
        return module

    def load(self, path: Path) -> Module | None:
        """The index of the file at `path`; None where it cannot be read or parsed."""
        path = _absolute(path)
        if path in self._modules:
            self._modules.move_to_end(path)
            return self._modules[path]
        module = _read(path)
        self._keep(path, module)
        return module

    def _keep(self, path: Path, module: Module | None) -> None:
        self._modules[path] = module
        self._modules.move_to_end(path)
        while len(self._modules) > _CACHED_MODULES:
            self._modules.popitem(last=False)

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
        folder = _absolute(importer.path).parent
        key = (folder, "." * level + dotted)
        if key not in self._located:
            self._located[key] = self._locate(folder, dotted, level)
        path = self._located[key]
        return None if path is None else self.load(path)

    def _locate(self, folder: Path, dotted: str, level: int) -> Path | None:
        parts = dotted.split(".") if dotted else []
        if level:
            for _ in range(level - 1):
                folder = folder.parent
            return _module_file(folder, parts)
        if not parts or parts[0] in sys.stdlib_module_names:
            return None
        for base in _bases(folder):
            first = base / parts[0]
            if first.with_suffix(".py").is_file() or first.is_dir():
                found = _module_file(base, parts)
                if found is not None:
                    return found
        return None


def _absolute(path: Path) -> Path:
    return path if path.is_absolute() else Path.cwd() / path


def _bases(folder: Path) -> Iterator[Path]:
    """The folder of a script and those above it, up to the project's own."""
    for number, base in enumerate((folder, *folder.parents)):
        if number > _MAX_ANCESTORS or base.name == "site-packages":
            return
        yield base
        if (base / ".git").exists() or (base / "pyproject.toml").is_file() or (base / "setup.py").is_file():
            return


def _module_file(base: Path, parts: list[str]) -> Path | None:
    target = base.joinpath(*parts)
    if parts and target.with_name(target.name + ".py").is_file():
        return target.with_name(target.name + ".py")
    package = target / "__init__.py"
    return package if package.is_file() else None


def _read(path: Path) -> Module | None:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            return None
        source = Source.from_bytes(str(path), path.read_bytes())
        return index(path, source, source.parse())
    except (OSError, SourceError):
        return None
