"""Notebooks for tests."""

from __future__ import annotations

import json
from typing import Any


def code(source: str, **metadata: Any) -> dict[str, Any]:
    """A code cell that was run."""
    output = {"name": "stdout", "output_type": "stream", "text": ["lr=0.1\n", "é\n"]}
    lines = source.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": 7, "metadata": metadata, "outputs": [output], "source": lines}


def markdown(source: str) -> dict[str, Any]:
    """A cell of text."""
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def notebook(*cells: str | dict[str, Any], **metadata: Any) -> dict[str, Any]:
    """A notebook; text stands for a code cell."""
    found = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    for number, cell in enumerate(found):
        cell.setdefault("id", f"cell-{number}")
    return {"cells": found, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def text_of(*cells: str | dict[str, Any], **metadata: Any) -> str:
    """The file of a notebook, as Jupyter writes it."""
    return json.dumps(notebook(*cells, **metadata), indent=1, ensure_ascii=False) + "\n"
