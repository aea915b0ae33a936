"""Which mslint this is: its code and facts, and the Python that runs them."""

from __future__ import annotations

import os
import sys
from functools import cache

from mslint.model.looked import digest

_FOLDER = os.path.dirname(os.path.abspath(__file__))


@cache
def stamp() -> str:
    """A text that is another one as soon as mslint is: its rules, its facts or its version.

    All files of the package are read for it: where somebody works on a checkout, the version says nothing.

    Raises:
        OSError: mslint does not lie in a folder, or cannot be read.
    """
    python = (sys.implementation.name, *sys.version_info)
    parts = [repr(python).encode()]
    for path in sorted(_files(_FOLDER)):
        with open(path, "rb") as file:
            parts += [os.fsencode(path[len(_FOLDER) :]), digest(file.read()).encode()]
    return digest(b"\0".join(parts))


def _files(folder: str) -> list[str]:
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    found += _files(entry.path)
            else:
                found.append(entry.path)
    return found
