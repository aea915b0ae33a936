"""The rules' names without the rules: importing all of them takes longer than many runs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from mslint import checkers

_CODE = re.compile(r'^    code="(MSL\d{3})",$', re.MULTILINE)


@cache
def codes() -> dict[str, str]:
    """The code of every rule by its symbol, read off the rules' files as text."""
    found = {}
    for folder in checkers.__path__:
        for path in Path(folder).glob("*/[!_]*.py"):
            code = _CODE.search(path.read_text(encoding="utf-8"))
            if code is not None:
                found[path.stem.replace("_", "-")] = code[1]
    return found
