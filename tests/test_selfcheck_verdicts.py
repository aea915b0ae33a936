"""From outcomes to verdicts, and from verdicts to exit codes."""

from __future__ import annotations

import dataclasses

import pytest
from packaging.version import Version

from mslint.finding import Severity
from mslint.rule import Agrees, Dies, Differs, Expectation, Proof, Raises, Stays
from mslint.selfcheck.outcomes import Died, NotRun, Outcome, Raised, TimedOut, Values, as_object, first_line, of_object
from mslint.selfcheck.proving import Result
from mslint.selfcheck.records import Report, Run
from mslint.selfcheck.runner import Facts
from mslint.selfcheck.verdicts import Verdict, distance, judge, severity_shown

FINE = Values({"x": 1.0})
NO_NUMBER = float("nan")
NO_KERNEL = Raised("RuntimeError", ("Exception",), "Not found op AddExt on device CPU")
NO_API = Raised("AttributeError", ("Exception",), "module 'mindspore' has no attribute 'mint'")
TYPE_ERROR = Raised("TypeError", ("Exception",), "got an unexpected keyword argument 'lr'")
KILLED = Died("the process was killed by SIGSEGV")

CONFIRMED, REFUTED = Verdict.CONFIRMED, Verdict.NOT_REPRODUCED


@pytest.mark.parametrize(
    ("expected", "bad", "good", "verdict"),
    [
        (Differs("x", 0.5), Values({"x": 1.5}), FINE, CONFIRMED),
        (Differs("x", 0.5), Values({"x": 1.4}), FINE, REFUTED),
        (Differs("x", 0.5), Values({"x": NO_NUMBER}), FINE, CONFIRMED),
        (Differs("x", 0.5), Values({"x": [1.0, 2.0]}), Values({"x": [1.0, 3.0]}), CONFIRMED),
        (Differs("x", 0.5), Values({"x": [1.0, 2.0]}), Values({"x": [1.0, 2.1]}), REFUTED),
        (Differs("x", 0.5), Values({"y": 9.0}), FINE, REFUTED),
        (Differs("x", 0.5), TYPE_ERROR, FINE, REFUTED),
        (Differs("x", 0.5), KILLED, FINE, Verdict.CRASHED),
        (Differs("x", 0.5), NO_KERNEL, FINE, Verdict.NOT_APPLICABLE),
        (Differs("x", 0.5), NO_API, FINE, Verdict.NOT_APPLICABLE),
        (Differs("x", 0.5), Values({"x": 9.0}), TYPE_ERROR, Verdict.NOT_APPLICABLE),
        (Differs("x", 0.5), Values({"x": 9.0}), Raised("ValueError", (), "no"), REFUTED),
        (Differs("x", 0.5), Values({"x": 9.0}), NO_API, Verdict.NOT_APPLICABLE),
        (Differs("x", 0.5), Values({"x": 9.0}), KILLED, Verdict.CRASHED),
        (Differs("x", 0.5), Values({"x": 9.0}), TimedOut(3.0), Verdict.TIMED_OUT),
        (Differs("x", 0.5), TimedOut(3.0), FINE, Verdict.TIMED_OUT),
        (Agrees("x"), FINE, FINE, CONFIRMED),
        (Agrees("x"), Values({"x": 1.1}), FINE, REFUTED),
        (Agrees("x"), Values({"x": NO_NUMBER}), FINE, REFUTED),
        (Stays("x"), Values({"x": [0.1, 0.1]}), Values({"x": [0.1, 0.5]}), CONFIRMED),
        (Stays("x"), Values({"x": [0.1, 0.5]}), Values({"x": [0.1, 0.5]}), REFUTED),
        (Stays("x"), Values({"x": [0.1, 0.1]}), Values({"x": [0.1, 0.1]}), REFUTED),
        (Stays("x"), Values({"x": [0.1, NO_NUMBER]}), Values({"x": [0.1, 0.5]}), REFUTED),
        (Stays("x"), FINE, FINE, REFUTED),
        (Raises("TypeError", "'lr'"), TYPE_ERROR, FINE, CONFIRMED),
        (Raises(("KeyError", "TypeError")), TYPE_ERROR, FINE, CONFIRMED),
        (Raises("Exception"), TYPE_ERROR, FINE, CONFIRMED),
        (Raises("KeyError"), TYPE_ERROR, FINE, REFUTED),
        (Raises("TypeError", "momentum"), TYPE_ERROR, FINE, REFUTED),
        (Raises("TypeError"), FINE, FINE, REFUTED),
        (Raises("TypeError"), KILLED, FINE, Verdict.CRASHED),
        (Raises("TypeError"), TYPE_ERROR, Raised("ValueError", (), "no"), REFUTED),
        (Dies(), KILLED, FINE, CONFIRMED),
        (Dies(), TYPE_ERROR, FINE, REFUTED),
        (Dies(), KILLED, KILLED, Verdict.CRASHED),
    ],
)
def test_verdicts(expected: Expectation, bad: Outcome, good: Outcome, verdict: Verdict) -> None:
    judgement = judge(Proof((expected,)), bad, good)
    assert judgement.verdict is verdict, judgement.reason
    assert judgement.reason
    assert "\n" not in judgement.reason


def test_all_expectations_must_hold() -> None:
    proof = Proof((Differs("x", 0.5), Agrees("y")))
    assert judge(proof, Values({"x": 3, "y": 1}), Values({"x": 1, "y": 1})).verdict is CONFIRMED
    assert judge(proof, Values({"x": 3, "y": 2}), Values({"x": 1, "y": 1})).verdict is REFUTED


@pytest.mark.parametrize(
    "message",
    [
        "The kernel DropoutExt unregistered.",
        "Not implement exception",
        "----\n- Kernel select failed:\n----\nSelect CPU operator[InstanceNorm] fail!",
        "Not found op InplaceAdd on device CPU, please check",
        "Unsupported op [AddN] on CPU",
        "For primitive 'repeat', it is not supported on this device",
    ],
)
def test_a_missing_kernel_is_no_wrong_result(message: str) -> None:
    raised = Raised("RuntimeError", ("Exception",), message)
    assert judge(Proof((Differs("x", 1),)), FINE, raised).verdict is Verdict.NOT_APPLICABLE
    assert judge(Proof((Differs("x", 1),)), raised, FINE).verdict is Verdict.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("expects", "severity"),
    [
        ((Raises("TypeError"),), Severity.ERROR),
        ((Dies(),), Severity.ERROR),
        ((Differs("x", 1), Agrees("y")), Severity.WARNING),
        ((Stays("x"),), Severity.WARNING),
        ((Agrees("x"),), Severity.ADVICE),
    ],
)
def test_what_a_proof_says_about_the_severity(expects: tuple[Expectation, ...], severity: Severity) -> None:
    assert severity_shown(Proof(expects)) is severity


def test_distances() -> None:
    assert distance(1.0, 3.0) == 2.0
    assert distance([1.0, 5.0], [1.0, 2.0]) == 3.0
    assert distance([1.0], [1.0, 2.0]) == float("inf")
    assert distance(1.0, [1.0]) == float("inf")
    assert distance([], []) == 0.0


@pytest.mark.parametrize(
    "outcome",
    [
        Values({"x": 1.0, "y": [1.0, 2.5]}),
        Values({"x": float("inf"), "y": [float("-inf")]}),
        TYPE_ERROR,
        KILLED,
        TimedOut(2.5),
        NotRun("MindTorch is not installed beside this MindSpore"),
    ],
)
def test_outcomes_survive_json(outcome: Outcome) -> None:
    assert of_object(as_object(outcome)) == outcome


@pytest.mark.parametrize("answer", [{}, {"values": 3}, {"values": {"x": {}}}, {"raised": {}}, {"raised": "no"}])
def test_what_is_no_answer_is_said_to_be_none(answer: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not"):
        of_object(answer)


def test_the_first_line_of_a_decorated_message() -> None:
    assert first_line("\n-----\n  The pointer is null.\n-----\nC++ call stack\n") == "The pointer is null."
    assert first_line("") == ""


RESULT = Result("MSL201", "torch-style-momentum", "", Severity.WARNING, CONFIRMED, "r", FINE, FINE, 0.1)


def report(*verdicts: Verdict, severity: Severity | None = Severity.WARNING, unusable: tuple[str, ...] = ()) -> Report:
    results = [dataclasses.replace(RESULT, verdict=verdict, severity=severity) for verdict in verdicts]
    run = Run(Facts("mindspore", Version("2.10.0"), "3.11.7", "1.26.4", "CPU"), results=results)
    return Report([run], list(unusable))


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (report(CONFIRMED), 0),
        (report(CONFIRMED, REFUTED), 1),
        (report(REFUTED, severity=None), 0),
        (report(CONFIRMED, Verdict.NOT_APPLICABLE), 0),
        (report(CONFIRMED, Verdict.CRASHED), 0),
        (report(Verdict.CRASHED, Verdict.TIMED_OUT), 2),
        (report(CONFIRMED, unusable=("no GPU",)), 2),
        (report(REFUTED, unusable=("no GPU",)), 1),
        (report(), 0),
        (Report([], ["no GPU"]), 2),
    ],
)
def test_exit_codes(made: Report, code: int) -> None:
    assert made.exit_code == code
