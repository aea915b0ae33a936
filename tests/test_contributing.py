"""The example rule in CONTRIBUTING.md is a rule that works: one of mslint's own, whole."""

from __future__ import annotations

import re
from pathlib import Path

from mslint.checkers.mode import forced_batch_statistics

TEXT = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"<!-- example rule -->\n```python\n(.*?)\n```\n\n1\. ", TEXT, re.DOTALL)


def test_the_example_is_the_rule_that_it_shows() -> None:
    assert EXAMPLE
    assert f"{EXAMPLE[1]}\n" == Path(forced_batch_statistics.__file__).read_text(encoding="utf-8")


def test_the_text_around_it_names_the_same_rule() -> None:
    rule = forced_batch_statistics.RULE
    assert f"--select {rule.code}" in TEXT
    assert f"tests/eval/{rule.code.lower()}_{rule.symbol.replace('-', '_')}.py" in TEXT
