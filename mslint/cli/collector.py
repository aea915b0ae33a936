"""The garbage collector, at the pace of this program.

Syntax trees are millions of small objects that live until their file is done.
Python's own pace looks through all of them again and again, which takes longer
than the checks. Here it looks once for every few megabytes of source.
"""

from __future__ import annotations

import gc
from types import TracebackType

_BYTES = 3_000_000
"""Source whose trees may lie about before they are swept up: about 80 MB of objects."""


class Collector:
    """While entered, sweeps only when `checked` says that enough has come together."""

    def __enter__(self) -> Collector:
        """Stop the collector; what the program itself consists of is not looked at again."""
        self._pending = 0
        self._was_enabled = gc.isenabled()
        gc.disable()
        gc.freeze()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let the collector run as before."""
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def checked(self, count: int) -> None:
        """A file of `count` bytes is done."""
        self._pending += count
        if self._pending >= _BYTES:
            self._pending = 0
            gc.collect()
