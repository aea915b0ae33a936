"""The garbage collector, out of the way while files are checked.

Syntax trees are millions of small objects. The collector's sweeps look through
all of them again and again, which takes longer than the checks, and find
nothing: what belongs to a file is taken apart when the file is done.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_AT_START = 5_000
"""More objects than any Python begins with left out, which is some hundred in 3.12; a host leaves out all it has."""


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the collector from sweeping; afterwards it is as it was before."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Settled:
    """What a host's objects are while it runs: known to stay, so that sweeps leave them out.

    pylint keeps the tree of every file until its end, and half of its time
    goes into sweeps that search all of them again. Where a host uses this
    itself, it is left alone.
    """

    def __init__(self) -> None:
        """Nothing is left out yet."""
        self._is_hosts = gc.get_freeze_count() > _AT_START

    def settle(self) -> None:
        """Leave out of future sweeps whatever exists now."""
        if not self._is_hosts:
            gc.freeze()

    def release(self) -> None:
        """Let sweeps see everything again."""
        if not self._is_hosts:
            gc.unfreeze()
