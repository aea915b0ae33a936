"""What hosts have in common: each file of a run is checked, where former runs do not know what is found in it."""

from __future__ import annotations

import ast
import os
from dataclasses import replace
from pathlib import Path

from mslint import cache
from mslint.cache import Kind, key_of
from mslint.config import Settings
from mslint.engine import check_tree, new_project
from mslint.finding import Finding
from mslint.model.source import Source


class Checking:
    """Checks the files of one run in one process."""

    def __init__(self, settings: Settings) -> None:
        """Use the cache of a project with these settings, unless MSLINT_NO_CACHE is set.

        Raises:
            ConfigError: The folder that was asked for as a cache holds something else.
        """
        folder = os.environ.get("MSLINT_CACHE_DIR")
        if folder:
            settings = replace(settings, cache_dir=Path(folder))
        self._cache = None if os.environ.get("MSLINT_NO_CACHE") else cache.opened(settings)
        self._project = new_project(is_watched=self._cache is not None)

    def findings(self, source: Source, tree: ast.Module | None, settings: Settings) -> list[Finding]:
        """All findings in a file, those that comments silence too; `tree` where the host has parsed it.

        Raises:
            SourceError: The file does not parse.
        """
        if self._cache is None:
            return check_tree(source, tree, settings, self._project).findings
        data, key = source.text.encode("utf-8", "surrogatepass"), key_of(settings, Kind.FOUND)
        known = self._cache.find(source.path, data, key)
        if known is not None:
            return known
        report = check_tree(source, tree, settings, self._project)
        self._cache.keep(source.path, data, key, report.findings, report.looked)
        return report.findings
