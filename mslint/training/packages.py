"""Packages whose functions are known not to switch a network, or are known one by one."""

from __future__ import annotations

import sys

from mslint.model.names import Import, Module
from mslint.model.project import Project

STDLIB = frozenset(sys.stdlib_module_names)
_OVER_MINDSPORE = ("mindtorch", "msadapter")
KNOWN_LIBRARIES = STDLIB | {"mindspore", "numpy", "torch"}


def is_over_mindspore(module: Module) -> bool:
    """Whether a file imports a package that puts PyTorch's names over MindSpore."""
    return any(imported.module.partition(".")[0] in _OVER_MINDSPORE for imported in module.imports)


def is_known(imported: Import, importer: Module, project: Project) -> bool:
    """Whether an import leads to one of them: a script's own folder comes before the standard library."""
    package = imported.module.partition(".")[0]
    if imported.level or package not in KNOWN_LIBRARIES:
        return False
    return package not in STDLIB or project.locate(importer, package) is None
