"""How often each rule spoke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mslint.finding import Finding


def statistics(findings: Iterable[Finding]) -> list[str]:
    """One line per rule: the number of its findings, its code, its symbol; the most frequent first."""
    counts = Counter((finding.code, finding.symbol) for finding in findings)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    width = max((len(str(count)) for count in counts.values()), default=0)
    return [f"{count:>{width}}  {code}  {symbol}" for (code, symbol), count in rows]
