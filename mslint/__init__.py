"""mslint finds code whose meaning changed on the way from PyTorch to MindSpore.

This module is also pylint's door: `pylint --load-plugins=mslint`. It imports
nothing by itself, so that the command line starts quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylint.lint import PyLinter

__version__ = "0.1.0"


def register(linter: PyLinter) -> None:
    """Add mslint's checkers to pylint, which calls this once in every process."""
    from mslint.hosts.pylint import register as register_checkers

    register_checkers(linter)


def load_configuration(linter: PyLinter) -> None:
    """Read the options that pylint has parsed; pylint calls this after `register`."""
    from mslint.hosts.pylint import load_configuration as load

    load(linter)
