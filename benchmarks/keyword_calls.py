"""Make calls under an interpreter that has MindSpore and say how each ends: `python keyword_calls.py FROM < calls`.

The calls are Python expressions, a line each, over `mindspore` and a tensor
`x`; those before the number FROM are left out. The answer is a line of JSON
per call, as soon as it has ended: the name of the error and its text, or null.
Nothing of mslint is imported.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from typing import Any

MODULES = ("amp", "communication", "dataset", "dataset.audio", "dataset.text", "dataset.transforms", "dataset.vision")
"""Modules that `import mindspore` may leave out."""


def outcome(call: str, names: dict[str, Any]) -> dict[str, str] | None:
    """How one call ends; None where it returns."""
    try:
        eval(call, dict(names))
    except BaseException as error:
        return {"error": type(error).__name__, "message": str(error)}
    return None


def main() -> None:
    """Answer every call of stdin."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    mindspore = importlib.import_module("mindspore")
    for module in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(f"mindspore.{module}")
    with contextlib.suppress(Exception):
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE, device_target="CPU", pynative_synchronize=True)
    names = {"mindspore": mindspore, "x": mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]], mindspore.float32)}
    for number, call in enumerate(sys.stdin.read().splitlines()):
        if number >= int(sys.argv[1]):
            answers.write(json.dumps([number, outcome(call, names)]) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
