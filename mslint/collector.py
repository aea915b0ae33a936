"""The garbage collector, out of the way while files are checked.

Syntax trees are millions of small objects. The collector's sweeps look through
all of them again and again, which takes longer than the checks, and find
nothing: what belongs to a file is taken apart when the file is done.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
