"""The rules behind findings; mslint reports some things that no rule stands behind."""

from __future__ import annotations

from mslint import checkers
from mslint.finding import Finding, Severity

_LETTERS = {Severity.ERROR: "E", Severity.WARNING: "W", Severity.ADVICE: "R", Severity.PARITY: "R"}


def pylint_id(finding: Finding) -> str:
    """The message id of pylint: that of the rule, where there is one."""
    checker = checkers.by_name(finding.code)
    return checker.rule.pylint_id if checker else f"{_LETTERS[finding.severity]}9{finding.code.removeprefix('MSL')}"
