"""What every form of output has in common."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mslint.finding import Failure
from mslint.output.located import Located, in_cell

NOT_CHECKED = "not-checked"
"""What formats that need a name for it call a file that could not be checked."""


class Output:
    """Where a run goes. As it is, it writes nothing."""

    needs_all = False
    """Whether it needs identities and edits of findings."""

    def checked(self, path: str) -> None:
        """A file was checked; its findings follow, if there are any."""

    def write(self, found: Iterable[Located]) -> None:
        """Take the findings of one file."""

    def fail(self, failure: Failure) -> None:
        """Something could not be checked."""

    def close(self, exit_code: int) -> None:
        """The run ends, with this exit code."""


def said(failure: Failure) -> str:
    """The message of a failure for those who see the place in the file: with the cell and the line in it."""
    return in_cell(failure.message, *failure.cell[:2]) if failure.cell else failure.message


def below(path: str, root: Path) -> str | None:
    """`path` as seen from `root`, with slashes; None where it lies elsewhere."""
    try:
        found = os.path.relpath(path, root)
    except ValueError:
        # Another drive.
        return None
    if found == os.pardir or found.startswith(os.pardir + os.sep):
        return None
    return found.replace(os.sep, "/")
