"""flake8's door: mslint as a plugin that checks the tree flake8 has parsed.

Everything found is yielded: `# noqa`, `select` and `ignore` are flake8's to
apply. Rules that are off by default are kept back here, whatever flake8's own
lists say, unless one of its lists or mslint's options asks for them.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from mslint import __version__, checkers
from mslint.config import HOST, ConfigError, Configuration, Options, Settings
from mslint.hosts.checking import Checking
from mslint.model.source import Source
from mslint.suppress import skips_file

NOT_CHECKED = "MSL000"
_USAGE_ERROR = 2


class Plugin:
    """Checks one file; flake8 makes one for each."""

    name = "mslint"
    version = __version__

    _configuration: ClassVar[Configuration | None] = None
    _checking: ClassVar[Checking | None] = None
    _named: ClassVar[tuple[str, ...]] = ()
    """The codes and their beginnings that flake8's own lists select, but for the bare "MSL"."""

    def __init__(self, tree: ast.Module, filename: str, lines: Sequence[str]) -> None:
        """flake8 gives the tree it has parsed and the lines it has read."""
        self._tree = tree
        self._filename = filename
        self._lines = lines

    @staticmethod
    def add_options(manager: Any) -> None:
        """Declare the options; dashes and underscores both work in flake8's configuration files."""
        manager.add_option(
            "--mslint-target-version",
            metavar="VERSION",
            parse_from_config=True,
            help='The MindSpore version to check for, such as 2.10, or "auto" for the installed one.',
        )
        manager.add_option(
            "--mslint-select",
            metavar="RULES",
            parse_from_config=True,
            help="Let only these rules of mslint run: codes, their beginnings, or symbols.",
        )
        manager.add_option(
            "--mslint-ignore",
            metavar="RULES",
            parse_from_config=True,
            help="Let all rules of mslint run but these.",
        )
        manager.add_option(
            "--mslint-parity",
            action="store_true",
            default=None,
            parse_from_config=True,
            help="Also report what differs from PyTorch but may be meant.",
        )

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Take the options; wrong settings end the run with one line and exit code 2."""
        given = {
            "target-version": options.mslint_target_version,
            "select": options.mslint_select,
            "ignore": options.mslint_ignore,
            "parity": options.mslint_parity,
        }
        named = [*(options.select or ()), *(options.extend_select or ())]
        cls._named = tuple(name for name in named if name.startswith("MSL") and name != "MSL")
        try:
            cls._configuration = Configuration(Options.read(given, HOST, Path()))
            cls._checking = Checking(cls._configuration.of_folder(Path()))
        except ConfigError as error:
            print(f"mslint: {error}", file=sys.stderr)
            sys.exit(_USAGE_ERROR)

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """The findings, as flake8 wants them: line from 1, column from 0 in bytes, text, class."""
        if self._configuration is None or self._checking is None:
            raise RuntimeError("flake8 runs a plugin only after it has parsed the options")
        path = Path(self._filename)
        try:
            settings = self._configuration.of_file(path)
        except ConfigError as error:
            yield 1, 0, f"{NOT_CHECKED} mslint cannot check this file: {error}", Plugin
            return
        if settings.excludes(path):
            return
        source = Source(self._filename, "".join(self._lines))
        if skips_file(source):
            return
        for finding in self._checking.findings(source, self._tree, self._with_named(settings)):
            text = f"{finding.code} {finding.message} [{finding.symbol}]"
            yield finding.span.line, finding.span.column, text, Plugin

    def _with_named(self, settings: Settings) -> Settings:
        """`settings` that also let those parity rules run that flake8's own lists name."""
        if not self._named:
            return settings
        silent = tuple(
            checker.rule.code
            for checker in checkers.all_checkers()
            if not checker.rule.code.startswith(self._named) and not settings.is_enabled(checker.rule)
        )
        return replace(settings, parity=True, ignore=(*settings.ignore, *silent))
