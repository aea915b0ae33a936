"""The forms in which a run can be written, by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from mslint.output.base import Output

FORMATS = ("text", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "pylint")
"""What `--output-format` takes."""

LINES = ("text", "concise")
"""Those that people read, beside which other lines may stand."""

_CHECKOUTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""Where GitHub and GitLab say what their paths are relative to."""


def root() -> Path:
    """What paths in reports are relative to: the checkout that the current folder is in, else the current folder."""
    here = Path.cwd()
    for name in _CHECKOUTS:
        value = os.environ.get(name, "")
        if value and here.is_relative_to(os.path.abspath(value)):
            return Path(os.path.abspath(value))
    return here


def opened(name: str, stream: TextIO, color: str, home: Path) -> Output:
    """The output called `name`.

    Args:
        name: One of `FORMATS`.
        stream: Where it writes to.
        color: "auto", "always" or "never".
        home: What files in baselines are relative to.
    """
    if name == "text" and (color == "always" or stream.isatty()):
        return _terminal(stream, color)
    return _OPENERS[name](stream, home)


def _terminal(stream: TextIO, color: str) -> Output:
    from rich.console import Console

    from mslint.output.terminal import TerminalOutput

    console = Console(
        file=stream,
        force_terminal=True if color == "always" else None,
        no_color=True if color == "never" else None,
        highlight=False,
        emoji=False,
        markup=False,
    )
    return TerminalOutput(console)


# Each imports its own, so that the command starts as quickly as it can.
def _text(stream: TextIO, home: Path) -> Output:
    from mslint.output.text import TextOutput

    # On the screen, standard error has them already.
    return TextOutput(stream, with_failures=stream not in (sys.stdout, sys.stderr))


def _json(stream: TextIO, home: Path) -> Output:
    from mslint.output.json import JsonOutput

    return JsonOutput(stream)


def _json_lines(stream: TextIO, home: Path) -> Output:
    from mslint.output.jsonlines import JsonLinesOutput

    return JsonLinesOutput(stream)


def _sarif(stream: TextIO, home: Path) -> Output:
    from mslint.output.sarif import SarifOutput

    return SarifOutput(stream, root(), home)


def _github(stream: TextIO, home: Path) -> Output:
    from mslint.output.github import GithubOutput

    return GithubOutput(stream, root())


def _gitlab(stream: TextIO, home: Path) -> Output:
    from mslint.output.gitlab import GitlabOutput

    return GitlabOutput(stream, root())


def _junit(stream: TextIO, home: Path) -> Output:
    from mslint.output.junit import JunitOutput

    return JunitOutput(stream)


def _pylint(stream: TextIO, home: Path) -> Output:
    from mslint.output.pylint import PylintOutput

    return PylintOutput(stream)


_OPENERS: dict[str, Callable[[TextIO, Path], Output]] = {
    "text": _text,
    "concise": _text,
    "json": _json,
    "json-lines": _json_lines,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _gitlab,
    "junit": _junit,
    "pylint": _pylint,
}
