"""Rules about packages over MindSpore: which versions they speak about, and how selfcheck comes to the package."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import linting
import pytest
from packaging.version import Version
from test_selfcheck_process import HEAD

from mslint.checkers import all_checkers
from mslint.finding import Edit, Finding, Severity
from mslint.rule import PACKAGES, Differs, Proof, Rule, Seen
from mslint.selfcheck.environment import Environment
from mslint.selfcheck.outcomes import NotRun, Values
from mslint.selfcheck.proving import Probe, probes
from mslint.selfcheck.runner import Clock, Session
from mslint.selfcheck.verdicts import Verdict

RULE = Rule(
    code="MSL999",
    symbol="probe",
    summary="a probe",
    message="{package} {target}",
    seen=(
        Seen("0.3", None, Severity.WARNING, "differs", package="mindtorch"),
        Seen("0.1", "0.1", Severity.ERROR, "raises", package="msadapter"),
    ),
    bad="bad",
    good="good",
    proofs=(
        Proof((Differs("x", 1.0),), since="0.3", variant="one", package="mindtorch"),
        Proof((Differs("x", 1.0),), since="0.1", variant="two", package="msadapter"),
    ),
)
WORKER = """
package = sys.argv[4] if len(sys.argv) > 4 else ""
if package == "msadapter":
    facts = {"framework": "mindspore", "version": "2.10.0", "python": "3", "numpy": "1", "device": "CPU"}
    say(json.dumps(dict(facts, failed="package", needed=package, type="ImportError", message="no such hook")))
    sys.exit()
ready(beside=BESIDE, packages={package: "0.4.0"} if package else {})
for line in sys.stdin:
    request = json.loads(line)
    x = 1.0 if request["program"] == "good" else 3.0
    say(json.dumps({"id": request["id"], "values": {"x": x, "with": float(package == "mindtorch")}}))
"""


@pytest.fixture
def environment(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Environment]:
    """An environment whose worker says that these packages are installed."""
    path = tmp_path / "fake_worker.py"
    path.write_text(HEAD + WORKER.replace("BESIDE", repr(request.param)))

    def session(package: str) -> Session:
        return Session(sys.executable, "mindspore", "CPU", Clock(), worker=path, package=package)

    with Environment(session) as made:
        made.open()
        yield made


def probe(variant: str) -> Probe:
    [found] = [each for each in probes([RULE]) if each.variant == variant]
    return found


@pytest.mark.parametrize("environment", [["mindtorch"]], indirect=True)
def test_programs_run_where_their_package_is(environment: Environment) -> None:
    result = environment.prove(probe("one"))
    assert (result.verdict, result.severity) == (Verdict.CONFIRMED, Severity.WARNING)
    assert isinstance(result.good, Values)
    assert result.good.values["with"] == 1.0
    assert environment.facts.packages == {"mindtorch": Version("0.4.0")}


@pytest.mark.parametrize("environment", [[]], indirect=True)
def test_programs_do_not_run_where_it_is_not(environment: Environment) -> None:
    result = environment.prove(probe("one"))
    assert (result.verdict, result.severity) == (Verdict.NOT_APPLICABLE, None)
    assert isinstance(result.bad, NotRun)
    assert result.reason == "MindTorch is not installed beside this MindSpore"
    assert environment.facts.packages == {}


@pytest.mark.parametrize("environment", [["msadapter"]], indirect=True)
def test_a_package_that_does_not_import_says_why(environment: Environment) -> None:
    result = environment.prove(probe("two"))
    assert (result.verdict, result.severity) == (Verdict.NOT_APPLICABLE, None)
    assert result.reason == "MSAdapter does not import with MindSpore 2.10.0: no such hook"


def test_the_mindspore_under_check_does_not_matter() -> None:
    for version in PACKAGES["mindspore"].versions:
        seen = RULE.on(Version(version))
        assert seen is not None
        assert seen.package == "mindtorch"


def test_the_version_of_the_package_does() -> None:
    assert RULE.on(Version("0.2"), "mindtorch") is None
    assert RULE.on(Version("0.3"), "mindtorch") is RULE.seen[0]
    assert RULE.on(Version("0.1"), "msadapter") is RULE.seen[1]
    assert RULE.on(Version("2.10"), "mindspore") is None
    assert RULE.proof("one", Version("0.2")) is None
    assert RULE.proof("one", Version("0.4")) is RULE.proofs[0]
    assert RULE.proof("two", Version("0.4")) is None


def test_a_variant_is_about_one_package() -> None:
    for rule in (checker.rule for checker in all_checkers()):
        for variant in rule.variants:
            packages = {proof.package for proof in rule.proofs if proof.variant == variant}
            assert packages == {rule.package_of(variant)}
            assert packages <= {seen.package for seen in rule.seen}


PRINTING = """\
import mindtorch.torch as torch

group = torch.optim.SGD(torch.nn.Linear(2, 2).parameters(), lr=0.1).param_groups[0]
print("rate", group["lr"])
round(group["lr"], 4)
rates = []
rates.append(group["lr"])
print(f"{group['lr']:.4f}")
"""


def test_the_fix_makes_a_float_of_a_rate() -> None:
    found = linting.check(Path("program.py"), PRINTING).findings
    assert [finding.code for finding in found] == ["MSL901"] * 4
    assert fixed(PRINTING, found).splitlines()[3:] == [
        'print("rate", float(group["lr"]))',
        'round(float(group["lr"]), 4)',
        "rates = []",
        'rates.append(float(group["lr"]))',
        "print(f\"{group['lr']:.4f}\")",
    ]


def fixed(text: str, findings: list[Finding]) -> str:
    """The text with every fix applied."""
    edits: list[Edit] = [edit for finding in findings if finding.fix for edit in finding.fix.edits]
    lines = text.splitlines()
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column] + edit.text + line[edit.span.end_column :]
    return "\n".join(lines)
