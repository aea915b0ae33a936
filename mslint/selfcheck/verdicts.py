"""What two outcomes say about a rule's claim."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from mslint.finding import Severity
from mslint.rule import Agrees, Dies, Differs, Expectation, Proof, Raises, Stays
from mslint.selfcheck.outcomes import Died, NotRun, Outcome, Raised, TimedOut, Value, Values, number_text


class Verdict(enum.Enum):
    """What came of a claim."""

    CONFIRMED = "confirmed"
    """The bad program fails as the rule says, and the good one does not."""
    NOT_REPRODUCED = "not reproduced"
    """Both ran, and the fault did not show, or the good program shows it too."""
    NOT_APPLICABLE = "not applicable"
    """This MindSpore has no such API, this device no kernel for it, or a package that is needed is not there."""
    CRASHED = "crashed"
    """The process ended where the rule says nothing of it."""
    TIMED_OUT = "timed out"
    """A program was stopped at its limit."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and its reason, one line."""

    verdict: Verdict
    reason: str


_NO_KERNEL = re.compile(
    r"unregistered"
    r"|Not implement exception"
    r"|Kernel select failed"
    r"|Not found op .* on device"
    r"|Unsupported op .* on (?:CPU|GPU|Ascend)"
    r"|not supported on this device"
    r"|[Cc]an not find .* kernel"
    r"|(?:is|are) not (?:yet )?supported (?:on|in) (?:device )?(?:CPU|GPU|Ascend)"
    r"|only support[s]? (?:on )?(?:CPU|GPU|Ascend)"
)
"""How MindSpore says that a device has no kernel."""

_NO_API = re.compile(
    r"module '.*' has no attribute|type object '.*' has no attribute|cannot import name|No module named"
    r"|got an unexpected keyword argument"
)
"""How Python says that a version has no such API; in a good program, that is what a wrong keyword means too."""


def judge(proof: Proof, bad: Outcome, good: Outcome) -> Judgement:
    """Whether the two outcomes are those that prove the rule."""
    undecided = _undecided(proof, bad, good)
    if undecided is not None:
        return undecided
    failed = [reason for expected in proof.expects if (reason := _missed(expected, bad, good))]
    if failed:
        return Judgement(Verdict.NOT_REPRODUCED, "; ".join(failed))
    return Judgement(Verdict.CONFIRMED, shown(bad, good))


def _undecided(proof: Proof, bad: Outcome, good: Outcome) -> Judgement | None:
    """The verdict where the programs did not get far enough to compare them."""
    for name, outcome in (("good", good), ("bad", bad)):
        if isinstance(outcome, NotRun):
            return Judgement(Verdict.NOT_APPLICABLE, outcome.reason)
        if isinstance(outcome, TimedOut):
            return Judgement(Verdict.TIMED_OUT, f"{name}: {outcome}")
    if isinstance(good, Died):
        return Judgement(Verdict.CRASHED, f"good: {good}")
    if isinstance(good, Raised):
        absence = absent(good)
        if absence:
            return Judgement(Verdict.NOT_APPLICABLE, absence)
        return Judgement(Verdict.NOT_REPRODUCED, f"the good program fails too: {good}")
    if isinstance(bad, Died) and Dies() not in proof.expects:
        return Judgement(Verdict.CRASHED, f"bad: {bad}")
    if isinstance(bad, Raised) and not any(isinstance(each, Raises) for each in proof.expects):
        # A keyword that is refused now, where it was silently wrong, is no absence: the claim is out of date.
        absence = "" if bad.type == "TypeError" else absent(bad)
        if absence:
            return Judgement(Verdict.NOT_APPLICABLE, absence)
    return None


def absent(outcome: Raised) -> str:
    """Why the program cannot run here at all; empty where it can."""
    if _NO_KERNEL.search(outcome.message):
        return f"no kernel on this device: {outcome}"
    if outcome.type in ("AttributeError", "ImportError", "ModuleNotFoundError", "TypeError") and _NO_API.search(
        outcome.message
    ):
        return f"not in this version: {outcome}"
    return ""


def _missed(expected: Expectation, bad: Outcome, good: Outcome) -> str:
    """How the outcomes miss an expectation; empty where they meet it. The good program returned."""
    assert isinstance(good, Values)
    if isinstance(expected, Dies):
        return "" if isinstance(bad, Died) else f"bad should kill its process, but: {bad}"
    if isinstance(expected, Raises):
        return _missed_error(expected, bad)
    if not isinstance(bad, Values):
        return f"bad should return, but: {bad}"
    missing = [name for name, run in (("bad", bad), ("good", good)) if expected.value not in run.values]
    if missing:
        return f"{' and '.join(missing)} did not return {expected.value!r}"
    ours, theirs = bad.values[expected.value], good.values[expected.value]
    if isinstance(expected, Stays):
        return _missed_stay(expected, ours, theirs)
    apart = distance(ours, theirs)
    said = f"{expected.value} is {number_text(ours)} in bad and {number_text(theirs)} in good"
    if isinstance(expected, Differs):
        return "" if apart >= expected.by else f"{said}: less than {expected.by:g} apart"
    assert isinstance(expected, Agrees)
    return "" if apart <= expected.by else f"{said}: more than {expected.by:g} apart"


def _missed_error(expected: Raises, bad: Outcome) -> str:
    part = f" with {expected.message!r}" if expected.message else ""
    wanted = f"bad should raise {' or '.join(expected.errors)}{part}"
    if not isinstance(bad, Raised):
        return f"{wanted}, but: {bad}"
    is_kind = not {bad.type, *bad.bases}.isdisjoint(expected.errors)
    return "" if is_kind and re.search(expected.message, bad.message) else f"{wanted}, but raised {bad}"


def _missed_stay(expected: Stays, ours: Value, theirs: Value) -> str:
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return f"{expected.value} is no list"
    if _moves(ours):
        return f"{expected.value} moves in bad: {number_text(ours)}"
    return "" if _moves(theirs) else f"{expected.value} does not move in good: {number_text(theirs)}"


def _moves(values: list[float]) -> bool:
    # A number that is not finite is no rate that was kept: it counts as moved.
    return not all(abs(value - values[0]) <= 1e-6 * max(1.0, abs(values[0])) for value in values)


def distance(first: Value, second: Value) -> float:
    """How far two values are apart: the largest distance of their numbers; infinite where they do not pair up."""
    if isinstance(first, list) and isinstance(second, list):
        if len(first) != len(second):
            return float("inf")
        return max((distance(*pair) for pair in zip(first, second, strict=True)), default=0.0)
    if isinstance(first, list) or isinstance(second, list):
        return float("inf")
    apart = abs(first - second)
    # What is not a number is not near anything.
    return apart if apart == apart else float("inf")


def shown(bad: Outcome, good: Outcome) -> str:
    """Both outcomes in one line."""
    if isinstance(bad, Values) and isinstance(good, Values):
        return ", ".join(
            f"{name} {number_text(value)}, repaired {number_text(good.values[name])}"
            for name, value in bad.values.items()
            if name in good.values
        )
    return f"{bad}; repaired {good}"


def severity_shown(proof: Proof) -> Severity:
    """What a confirmed proof says happens: it raises, it is wrong, or it works."""
    if any(isinstance(each, Raises | Dies) for each in proof.expects):
        return Severity.ERROR
    if any(isinstance(each, Differs | Stays) for each in proof.expects):
        return Severity.WARNING
    return Severity.ADVICE
