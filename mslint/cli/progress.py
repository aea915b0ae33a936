"""A bar that shows how far a run is, for people who wait for it."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE = 1.0
"""Seconds for which nothing is shown."""
_PAUSE = 0.1
"""Seconds between two drawings."""


class Bar:
    """The bar on standard error. It appears only on a terminal, and only in runs that take longer than a second."""

    def __init__(self, total: int) -> None:
        """The run has `total` files and begins now."""
        self._total = total
        self._done = 0
        self._progress: Progress | None = None
        self._is_wanted = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._next = time.monotonic() + _PATIENCE

    def step(self) -> None:
        """One more file is done."""
        self._done += 1
        if self._is_wanted and time.monotonic() >= self._next:
            self._draw()

    def hide(self) -> None:
        """Make room for other output; the bar comes back with one of the next steps."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def _draw(self) -> None:
        self._next = time.monotonic() + _PAUSE
        if self._progress is None:
            self._progress = _progress()
            self._progress.add_task("mslint", total=self._total)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=self._done, refresh=True)


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("files"))
    # It draws by itself in no thread, so that processes can be forked, and leaves the streams to others.
    return Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
