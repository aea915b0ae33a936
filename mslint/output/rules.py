"""The rules behind findings."""

from __future__ import annotations

from mslint import checkers
from mslint.checkers import Checker
from mslint.finding import Finding
from mslint.rule import Rule


def checker_of(finding: Finding) -> Checker:
    """What found it."""
    checker = checkers.by_name(finding.code)
    assert checker is not None, finding.code
    return checker


def rule_of(finding: Finding) -> Rule:
    """The rule that it breaks."""
    return checker_of(finding).rule
