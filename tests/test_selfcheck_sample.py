"""Claims drawn from the tables: which they are, how MindSpore is asked, and what is said of the answers.

No MindSpore takes part: a package of that name stands in for it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from mslint.facts import names
from mslint.facts.presence import is_absent
from mslint.facts.torch_places import torch_name
from mslint.selfcheck import asking, keyword_rows
from mslint.selfcheck.outcomes import Died, Outcome, Raised, TimedOut, Values
from mslint.selfcheck.sample import Answer, Claim, UnknownVersion, ask, draw

VERSION = Version("2.10.0")
FORMS = "f(): incompatible function arguments.\n    1. "
STANDS_IN = """\
import os, time
__version__ = "VERSION"
PYNATIVE_MODE = 1


def set_context(**settings):
    pass


class Anything:
    def __call__(self, *arguments, **keywords):
        if keywords:
            CALL
        return Anything()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __add__(self, other):
        return self

    def asnumpy(self):
        return Array()


class Array(Anything):
    shape = (2, 3)

    def tolist(self):
        return [[2.0] * 3] * 2


def __getattr__(name):
    return getattr(Anything(), name)
"""
REFUSES = "raise TypeError('f() got an unexpected keyword argument %r' % list(keywords)[-1])"
"""The keyword that is tried is the last one."""


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Values({"returned": 1.0}), False),
        (Died("killed"), None),
        (TimedOut(3.0), None),
        (Raised("TypeError", (), "f() got an unexpected keyword argument 'dim'"), True),
        (Raised("TypeError", (), "f() got an unexpected keyword argument 'keepdim'"), None),
        (Raised("TypeError", (), "f() missing 1 required positional argument: 'x'"), None),
        (Raised("TypeError", (), "f(): argument 'dim' must be int"), False),
        (Raised("TypeError", (), "f(): argument 'n' (position 2) must be int but got Tensor"), None),
        (Raised("TypeError", (), "f.__init__() got multiple values for argument 'self'"), None),
        (Raised("TypeError", (), f"{FORMS}(x: object, n: int = -1) -> object\n\nInvoked with: kwargs: dim=1"), True),
        (Raised("TypeError", (), f"{FORMS}(arg0: int) -> object\n\nInvoked with: 1"), False),
        (Raised("TypeError", (), f"{FORMS}(x: object, dim: int = -1) -> object\n"), False),
        (Raised("ValueError", (), "dim is too large"), False),
        (Raised("KeyError", (), "'dim'"), True),
        (Raised("KeyError", (), "invalid keys are passed, but got dict_keys(['dim'])."), True),
        (Raised("KeyError", (), "only 'a' or 'b' are supported, but got 'dim': 3"), False),
        (Raised("AttributeError", (), "module 'mindspore' has no attribute 'f'"), None),
        (
            Raised("TypeError", (), 'Failed calling f with "f(dim=int)". The valid calling should be: "f(axis=<int>)"'),
            True,
        ),
        (
            Raised("TypeError", (), 'Failed calling f with "f(dim=str)". The valid calling should be: "f(dim=<int>)"'),
            False,
        ),
        (
            Raised("TypeError", (), 'Failed calling In with "In()". The valid calling should be: "In(axis=<int>)"'),
            False,
        ),
        (
            Raised("TypeError", (), 'Failed calling f with "f(str)". The valid calling should be: "f(axis=<int>)"'),
            False,
        ),
    ],
)
def test_how_a_call_ends_tells_whether_the_keyword_was_refused(outcome: Outcome, expected: bool | None) -> None:
    assert asking.is_refused("dim", outcome) is expected


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package `mindspore` in this process, with something of everything."""
    package = tmp_path / "mindspore"
    (package / "nn").mkdir(parents=True)
    (package / "__init__.py").write_text(
        "import inspect\ngone = NotImplemented\nfloat32 = None\n"
        "class Tensor:\n    def __init__(self, *arguments): pass\n"
        "def closed(dim): pass\ndef free(**options): pass\n"
    )
    (package / "nn" / "__init__.py").write_text("class Dense:\n    def __init__(self, bias): pass\n")
    (package / "nn" / "poor.py").write_text("import a_package_that_is_nowhere\n")
    (package / "nn" / "odd.py").write_text("raise RuntimeError('no device')\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "mindspore"]:
        monkeypatch.delitem(sys.modules, name)


def observed(program: str) -> Outcome:
    """What a program gives in this process."""
    module: dict[str, Any] = {}
    try:
        exec(compile(program, "program", "exec"), module)
        return Values({name: float(value) for name, value in module["observe"]().items()})
    except Exception as error:
        return Raised(type(error).__name__, (), str(error))
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "mindspore"]:
            del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mindspore", True),
        ("mindspore.nn", True),
        ("mindspore.nn.Dense", True),
        ("mindspore.nn.Conv", False),
        ("mindspore.ops", False),
        ("mindspore.ops.relu", False),
        ("mindspore.nn.Dense.bias", False),
        ("mindspore.gone", False),
        ("mindspore.nn.poor", None),
        ("mindspore.nn.odd", None),
        ("mindspore.nn.poor.part", None),
    ],
)
@pytest.mark.usefixtures("installed")
def test_a_name_is_there_or_not_or_cannot_be_looked_at(name: str, expected: bool | None) -> None:
    assert asking.is_there(observed(asking.name_program(name))) is expected


@pytest.mark.parametrize(
    ("called", "keyword", "expected"),
    [
        ("mindspore.closed", "dim", False),
        ("mindspore.closed", "axis", True),
        ("mindspore.free", "axis", None),
        ("mindspore.nn.Dense", "bias", False),
        ("mindspore.nn.Dense", "has_bias", True),
        ("mindspore.nn.Conv", "has_bias", None),
    ],
)
@pytest.mark.usefixtures("installed")
def test_a_signature_tells_where_it_names_its_parameters(called: str, keyword: str, expected: bool | None) -> None:
    outcome = observed(asking.signature_program(called, keyword, called.rpartition(".")[0]))
    assert asking.is_missing_in_signature(outcome) is expected


@pytest.mark.usefixtures("installed")
def test_a_call_is_made_with_its_keyword() -> None:
    call = asking.call_program("mindspore.nn.Dense(has_bias=x)", "mindspore.nn")
    assert asking.is_refused("has_bias", observed(call)) is True
    assert asking.is_refused("bias", observed(call.replace("has_bias", "bias"))) is False


def test_claims_are_what_the_tables_say() -> None:
    claims = draw(VERSION, 30, 0)
    kinds = [("MSL701", "refused"), ("MSL701", "taken"), ("MSL702", "absent"), ("MSL702", "present")]
    assert [(claim.code, claim.says) for claim in claims] == [kind for kind in kinds for _ in range(30)]
    assert len(set(claims)) == 120
    for claim in claims[:60]:
        assert (claim.keyword in keyword_rows.keywords(claim.name, VERSION)) is not claim.is_lacking
    for claim in claims[60:90]:
        assert is_absent(claim.name, VERSION)
        assert torch_name(claim.name) is None
    assert all(names.exists(claim.name, VERSION) for claim in claims[90:])


def test_the_seed_chooses_and_the_pool_is_a_limit() -> None:
    assert draw(VERSION, 5, 1) == draw(VERSION, 5, 1) != draw(VERSION, 5, 2)
    everything = draw(VERSION, 10**9, 0)
    assert Claim("MSL701", "mindspore.nn.Conv2d", "has_bias", is_lacking=False) in everything
    assert Claim("MSL701", "mindspore.nn.Conv2d", "bias", is_lacking=True) in everything
    assert Claim("MSL701", "mindspore.Tensor.squeeze", "dim", is_lacking=True) in everything
    assert Claim("MSL702", "mindspore.ms_function", "", is_lacking=True) in everything
    # Keywords of optimizers and names of PyTorch are left to other rules.
    assert not [claim for claim in everything if claim.name == "mindspore.nn.SGD" and claim.keyword]
    assert not [claim for claim in everything if claim.name == "mindspore.nn.Module"]


def test_another_version_has_other_claims() -> None:
    claim = Claim("MSL702", "mindspore.ms_function", "", is_lacking=False)
    assert claim in draw(Version("2.0.0"), 10**9, 0)
    assert claim not in draw(VERSION, 10**9, 0)


def test_a_version_that_the_tables_do_not_know() -> None:
    with pytest.raises(UnknownVersion, match=r"^MindSpore 2\.3\.1: no sample, because the tables do not know it"):
        draw(Version("2.3.1"), 5, 0)


def test_the_signature_is_asked_where_the_call_does_not_tell() -> None:
    claims = [
        Claim("MSL701", "mindspore.nn.Dense", "bias", is_lacking=True),
        Claim("MSL701", "mindspore.ops.relu", "axis", is_lacking=True),
    ]
    asked: list[str] = []

    def run(name: str, program: str) -> Outcome:
        asked.append(name)
        has_signature = "called = mindspore.nn.Dense" in program
        return Values({"takes": 0.0, "open": 0.0}) if has_signature else Died("killed by SIGSEGV")

    seen: list[str] = []
    first, second = ask(run, VERSION, claims, seen.append)
    assert asked == ["MSL701_sample", "MSL701_signature"] * 2
    assert seen == ["mindspore.nn.Dense bias=", "mindspore.ops.relu axis="]
    call = "mindspore.nn.Dense(in_channels=x, out_channels=x, bias=x)"
    assert first == Answer(claims[0], True, f"{call}: its signature lacks it")
    assert second == Answer(claims[1], None, "mindspore.ops.relu(input=x, axis=0): killed by SIGSEGV")


def selfcheck(
    folder: Path, *arguments: str, version: str = "2.10.0", call: str = REFUSES
) -> subprocess.CompletedProcess[str]:
    """The command under a package that has every name, and does `call` where a keyword is given."""
    (folder / "mindspore.py").write_text(STANDS_IN.replace("VERSION", version).replace("CALL", call))
    (folder / "numpy.py").write_text("__version__ = '1.26.4'\nfloat32 = None\ndef ones(*arguments):\n    return None\n")
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "mslint", "selfcheck", "--python", sys.executable, "--select", "MSL201"]
    return subprocess.run(
        [*command, *arguments],
        capture_output=True, text=True, encoding="utf-8", check=False, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


def test_what_is_not_as_the_tables_say_refutes(tmp_path: Path) -> None:
    done = selfcheck(tmp_path, "--sample", "3")
    assert done.returncode == 1, done.stdout + done.stderr
    *lines, last = done.stdout.splitlines()
    assert last == (
        "2.10.0 CPU, drawn from the tables (seed 0): MSL701 3 of 3 refused, MSL701 0 of 3 taken, "
        "MSL702 0 of 3 absent, MSL702 3 of 3 present"
    )
    told = [line for line in lines if "the tables say" in line]
    taken, absent = [claim for claim in draw(VERSION, 3, 0) if claim.says in ("taken", "absent")][2:4]
    assert len(told) == 6
    assert told[2] == (
        f"2.10.0 CPU MSL701 {taken}: the tables say taken, but it is refused: "
        f"{keyword_rows.call_of(keyword_rows.Row(taken.name, taken.keyword), VERSION)}: "
        f"TypeError: f() got an unexpected keyword argument '{taken.keyword}'"
    )
    assert told[3] == f"2.10.0 CPU MSL702 {absent}: the tables say absent, but it is present: it resolves"


def test_the_sample_is_in_the_data(tmp_path: Path) -> None:
    done = selfcheck(tmp_path, "--sample", "2", "--seed", "4", "--output-format", "json")
    assert done.returncode == 1
    [run] = json.loads(done.stdout)["runs"]
    sample = run["sample"]
    assert (sample["number"], sample["seed"]) == (2, 4)
    claims = [(each["code"], each["name"], each["keyword"], each["says"]) for each in sample["claims"]]
    assert claims == [(each.code, each.name, each.keyword or None, each.says) for each in draw(VERSION, 2, 4)]
    assert [each["seen"] for each in sample["claims"]] == ["refused"] * 4 + ["present"] * 4
    assert [each["agrees"] for each in sample["claims"]] == [True, True, False, False, False, False, True, True]
    assert [each["code"] for each in run["results"]] == ["MSL201"]
    assert "sample" not in json.loads(selfcheck(tmp_path, "--output-format", "json").stdout)["runs"][0]


@pytest.mark.parametrize(
    ("call", "reason"), [("os._exit(7)", "the process ended with exit code 7"), ("time.sleep(600)", "no answer in 2 s")]
)
def test_a_call_that_ends_the_process_or_hangs_costs_one_answer(tmp_path: Path, call: str, reason: str) -> None:
    done = selfcheck(tmp_path, "--sample", "1", "--timeout", "2", "-v", call=call)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == (
        "2.10.0 CPU, drawn from the tables (seed 0): MSL701 0 of 0 refused, MSL701 0 of 0 taken, "
        "MSL702 0 of 1 absent, MSL702 1 of 1 present, 2 not decided"
    )
    lost = [line for line in done.stdout.splitlines() if "not decided: " in line]
    assert len(lost) == 2
    assert all(line.endswith(f": {reason}") for line in lost)


def test_a_version_that_the_tables_do_not_know_is_one_sentence(tmp_path: Path) -> None:
    done = selfcheck(tmp_path, "--sample", "3", version="2.3.1")
    assert done.returncode == 2, done.stdout + done.stderr
    known = ", ".join(names.versions())
    sentence, *lines = done.stdout.splitlines()
    assert sentence == f"MindSpore 2.3.1: no sample, because the tables do not know it (they know {known})"
    assert any("MSL201" in line for line in lines)
    assert done.stderr == ""
