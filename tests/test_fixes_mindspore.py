"""Under a real MindSpore, the faulty program of a rule does after its fixes what the repaired one does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from packaging.version import Version
from test_selfcheck_mindspore import PYTHON

from mslint.checkers import Checker, all_checkers
from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.finding import Applicability, Finding
from mslint.fixes import repair
from mslint.rule import MINDSPORE
from mslint.selfcheck.outcomes import Outcome, Values
from mslint.selfcheck.runner import Clock, Facts, Session
from mslint.selfcheck.verdicts import distance

TARGET = "2.10"


def fixed(checker: Checker) -> tuple[str, bool]:
    """The faulty program of a rule after its fixes, and whether they repair all that is marked in it."""
    project = new_project()
    settings = Settings(Version(TARGET), ("MSL", checker.rule.code))

    def check(content: bytes) -> list[Finding]:
        report = check_bytes("bad.py", content, settings, project)
        assert report.failure is None
        return report.findings

    bad = checker.rule.bad.encode()
    result = repair("bad.py", bad, check(bad), check, frozenset(Applicability))
    assert result.refused == []
    return result.data.decode(), result.remaining == []


FIXED = [
    (checker, *fixed(checker))
    for checker in all_checkers()
    if checker.rule.package == MINDSPORE
    and checker.rule.on(Version(TARGET)) is not None
    # Its programs import PyTorch beside MindSpore.
    and "import torch" not in checker.rule.good
]
CHANGED = [each for each in FIXED if each[1] != each[0].rule.bad]


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(PYTHON, "mindspore", "CPU", Clock(probe=60.0, total=600.0)) as session:
        facts = session.open()
        assert isinstance(facts, Facts)
        assert f"{facts.version.major}.{facts.version.minor}" == TARGET
        yield session


def is_like(first: Outcome, second: Outcome, tolerance: float) -> bool:
    """Whether two programs did the same: the same numbers, or the same error."""
    if not isinstance(first, Values) or not isinstance(second, Values):
        return type(first) is type(second) and str(first) == str(second)
    names = first.values.keys()
    return names == second.values.keys() and all(
        distance(first.values[name], second.values[name]) <= tolerance for name in names
    )


@pytest.mark.parametrize(("checker", "program", "is_whole"), CHANGED, ids=[each[0].rule.code for each in CHANGED])
def test_a_fixed_program_does_what_the_repaired_one_does(
    session: Session, checker: Checker, program: str, is_whole: bool
) -> None:
    """In each variant; where fixes repair only some lines, the variants of the others stay exactly as they were."""
    rule = checker.rule
    repaired = 0
    for variant in rule.variants:
        if rule.proof(variant, Version(TARGET)) is None:
            continue
        good, _ = session.run(f"{rule.code}_good", rule.good, variant)
        now, _ = session.run(f"{rule.code}_fixed", program, variant)
        assert isinstance(good, Values), good
        if is_like(now, good, rule.tolerance):
            repaired += 1
            continue
        assert not is_whole, f"{variant}: {now} instead of {good}"
        bad, _ = session.run(f"{rule.code}_bad", rule.bad, variant)
        assert is_like(now, bad, rule.tolerance), f"{variant}: {now}, neither {good} nor {bad}"
    assert repaired


def test_the_programs_of_mechanical_repairs_are_repaired_as_a_whole() -> None:
    whole = {checker.rule.code for checker, _, is_whole in CHANGED if is_whole}
    numbers = (104, 105, 108, *range(201, 211), 212, 304, 305, 306, 308, 310, 413)
    assert whole >= {f"MSL{number}" for number in numbers}
