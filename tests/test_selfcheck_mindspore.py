"""selfcheck under a real MindSpore.

It is the MindSpore of this interpreter, which the dev extra installs, or of
the one that MSLINT_MINDSPORE_PYTHON names.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_contributing import EXAMPLE

from mslint.checkers import all_checkers
from mslint.rule import MINDSPORE, Differs, Proof
from mslint.selfcheck import curves
from mslint.selfcheck.outcomes import Died, Raised, TimedOut, Values
from mslint.selfcheck.proving import probes, prove
from mslint.selfcheck.runner import Clock, Facts, Session
from mslint.selfcheck.verdicts import Verdict, judge

PYTHON = os.environ.get("MSLINT_MINDSPORE_PYTHON", sys.executable)
SUM = """\
import numpy as np
import mindspore as ms


def observe():
    return {"sum": float(ms.Tensor(np.ones(4), ms.float32).sum().asnumpy())}
"""
EVERY_RULE = {checker.rule.code for checker in all_checkers()}
ABOUT_MINDSPORE = {checker.rule.code for checker in all_checkers() if checker.rule.package == MINDSPORE}
BESIDE_PYTORCH = {
    checker.rule.code for checker in all_checkers() if re.search(r"^ *import torch$", checker.rule.bad, re.MULTILINE)
}
"""Rules whose programs import PyTorch, which need not be installed beside MindSpore."""


def selfcheck(*arguments: str | Path, python: str = PYTHON) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mslint", "selfcheck", "--python", python, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that a run that cannot be done prints."""
    assert done.returncode == 2, done.stdout + done.stderr
    [line] = done.stdout.splitlines()
    return line


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(PYTHON, "mindspore", "CPU", Clock(probe=60.0, total=600.0)) as session:
        facts = session.open()
        assert isinstance(facts, Facts)
        assert (facts.framework, facts.device) == ("mindspore", "CPU")
        yield session


def test_every_rule_is_proved_and_none_refuted(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = selfcheck("--output-format", "json", "--html", page)
    assert done.returncode == 0, done.stdout + done.stderr
    [run] = json.loads(done.stdout)["runs"]
    claims = [each for each in run["results"] if each["claims"]]
    assert {each["code"] for each in claims} == ABOUT_MINDSPORE
    others = [each for each in run["results"] if each["code"] in EVERY_RULE - ABOUT_MINDSPORE]
    assert {each["verdict"] for each in others} == {"not applicable"}
    assert all("is not installed beside this MindSpore" in each["reason"] for each in others)
    unproved = [each for each in claims if each["verdict"] != "confirmed"]
    assert {each["code"] for each in unproved} <= BESIDE_PYTORCH
    assert all("No module named 'torch'" in each["reason"] for each in unproved)
    content = page.read_text(encoding="utf-8")
    assert content.count("<svg") == len(curves.CURVES)
    assert all(f'id="{code}"' in content for code in EVERY_RULE)


def test_the_example_in_the_contributing_guide_is_proved(session: Session) -> None:
    assert EXAMPLE
    module: dict[str, Any] = {}
    exec(compile(EXAMPLE[1], "CONTRIBUTING.md", "exec"), module)
    [probe] = probes([module["RULE"]])
    result = prove(session, session.open(), probe)
    assert result.verdict is Verdict.CONFIRMED, result.reason


def test_a_sample_of_the_tables_is_as_they_say() -> None:
    done = selfcheck("--select", "MSL702", "--sample", "25", "--output-format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    [run] = json.loads(done.stdout)["runs"]
    claims = run["sample"]["claims"]
    assert [each["says"] for each in claims] == ["refused"] * 25 + ["taken"] * 25 + ["absent"] * 25 + ["present"] * 25
    assert [each for each in claims if each["seen"] not in (each["says"], None)] == []
    assert sum(each["seen"] is not None for each in claims) >= 90
    assert {each["code"] for each in run["results"]} == {"MSL702"}


def test_findings_are_proved_with_their_own_literals(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(
        "from mindspore import nn\n"
        "raise SystemExit('this file is not to be run')\n"
        "norm = nn.BatchNorm2d(64, momentum=0.03)\n"
        "drop = nn.Dropout(0.2)\n"
        "opt = nn.Momentum(params, lr=0.3, momentum=0.9)\n"
        "adam = nn.Adam(params, lr=0.01)\n"
        "sgd = nn.SGD(net.get_parameters(), 0.1)\n"
        "quiet = nn.Dropout(0.2)  # noqa: MSL209\n"
    )
    (tmp_path / "broken.py").write_text("def f(:\n")
    done = selfcheck("--output-format", "json", tmp_path)
    assert done.returncode == 2
    assert "broken.py" in done.stderr
    [run] = json.loads(done.stdout)["runs"]
    found = {int(each["place"].split(":")[-2]): each for each in run["findings"]}
    assert {each["result"]["verdict"] for each in found.values()} == {"confirmed"}

    def values(line: int, program: str) -> dict[str, float]:
        given: dict[str, float] = found[line]["result"][program]["values"]
        return given

    assert values(3, "bad")["share"] == pytest.approx(0.97, abs=1e-4)
    assert values(3, "good")["share"] == pytest.approx(0.03, abs=1e-4)
    assert values(4, "bad")["dropped"] == pytest.approx(0.8, abs=0.01)
    assert values(4, "good")["dropped"] == pytest.approx(0.2, abs=0.01)
    assert "learning_rate" in found[5]["result"]["bad"]["raised"]["message"]
    assert values(5, "good")["step"] == pytest.approx(0.3, abs=1e-4)
    assert found[6]["result"]["bad"]["raised"]["type"] == "KeyError"
    assert values(6, "good")["step"] == pytest.approx(0.01, abs=1e-4)
    assert 7 in found
    assert 8 not in found


def test_literals_that_the_repaired_call_refuses_too(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text("from mindspore import nn\nopt = nn.Momentum(params, lr=0.3, momentum=-1.0)\n")
    done = selfcheck("--output-format", "json", path)
    assert done.returncode == 0
    [run] = json.loads(done.stdout)["runs"]
    [found] = run["findings"]
    assert found["note"].startswith("the rule's own program, because Momentum with lr=0.3, momentum=-1.0")
    assert found["result"]["verdict"] == "confirmed"


def test_the_original_stands_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How PyTorch's results come in; the records hold what the real one gave."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text(
        "from . import nn\n__version__ = '2.13.0+cpu'\ndef full(shape, value):\n    return value\n"
    )
    (tmp_path / "torch" / "nn.py").write_text(
        "class BatchNorm2d:\n"
        "    def __init__(self, count, momentum):\n        self.running_mean = [momentum * 10.0]\n"
        "    def train(self):\n        pass\n    def __call__(self, x):\n        pass\n"
    )
    (tmp_path / "model.py").write_text("from mindspore import nn\nnorm = nn.BatchNorm2d(8, momentum=0.03)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    options = ("--against", "torch", "--torch-python", PYTHON, "--output-format", "json")
    data = json.loads(selfcheck("--select", "MSL201,MSL204", *options).stdout)
    assert data["original"]["version"] == "2.13.0"
    originals = {each["code"]: each["original"] for each in data["runs"][0]["results"]}
    assert originals["MSL201"] == {"values": {"share": pytest.approx(0.1)}}
    assert "raised" in originals["MSL204"]
    [found] = json.loads(selfcheck(*options, tmp_path / "model.py").stdout)["runs"][0]["findings"]
    assert found["result"]["original"] == {"values": {"share": pytest.approx(0.03)}}


def test_mindspores_logging_is_kept_for_v() -> None:
    quiet = selfcheck("--select", "MSL209")
    assert quiet.returncode == 0
    assert "keep_prob` will be deprecated" not in quiet.stdout + quiet.stderr
    loud = selfcheck("--select", "MSL209", "-v")
    assert "keep_prob` will be deprecated" in loud.stdout


def test_killing_the_worker_in_the_middle_costs_one_verdict(session: Session, tmp_path: Path) -> None:
    assert session.run("before", SUM)[0] == Values({"sum": 4.0})
    marker = tmp_path / "running"
    program = f"import time\nopen({str(marker)!r}, 'w').close()\ntime.sleep(600)\n{SUM}"
    killed = []

    def kill() -> None:
        while not marker.exists():
            time.sleep(0.05)
        assert session.pid is not None
        killed.append(session.pid)
        os.kill(session.pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    outcome, _ = session.run("killed", program)
    thread.join()
    assert isinstance(outcome, Died)
    assert "SIGKILL" in outcome.reason
    assert session.run("after", SUM)[0] == Values({"sum": 4.0})
    assert session.pid not in killed


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("import os; os.abort()", "SIGABRT"),
        ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
        ("import os; os._exit(4)", "exit code 4"),
    ],
)
def test_a_program_that_ends_the_process_costs_one_verdict(session: Session, fault: str, reason: str) -> None:
    outcome, _ = session.run("fault", f"def observe():\n    {fault}\n")
    assert isinstance(outcome, Died)
    assert reason in outcome.reason
    assert session.run("after", SUM)[0] == Values({"sum": 4.0})


def test_a_program_that_hangs_is_stopped() -> None:
    with Session(PYTHON, "mindspore", "CPU", Clock(probe=2.0, total=600.0)) as session:
        session.open()
        program = "import time\ndef observe():\n    while True: time.sleep(1)\n"
        assert session.run("hangs", program)[0] == TimedOut(2.0)
    done = selfcheck("--select", "MSL201", "--timeout", "0.000001")
    assert done.returncode == 2
    assert "1 timed out" in done.stdout


@pytest.mark.parametrize(
    ("program", "kind", "message"),
    [
        ("def observe():\n    raise SystemExit('leaving')\n", "SystemExit", "leaving"),
        ("def observe():\n    input()\n", "EOFError", "EOF"),
        ("def observe():\n    return {'x': object()}\n", "TypeError", "float"),
        ("def observe():\n    return 3\n", "AttributeError", "items"),
        ("def observe(:\n", "SyntaxError", ""),
        ("x = 1\n", "AttributeError", "observe"),
    ],
)
def test_whatever_a_program_does_is_an_outcome(session: Session, program: str, kind: str, message: str) -> None:
    outcome, _ = session.run("odd", program)
    assert isinstance(outcome, Raised)
    assert outcome.type == kind
    assert message in outcome.message
    assert session.run("after", SUM)[0] == Values({"sum": 4.0})


@pytest.mark.parametrize(
    "call",
    [
        "mint.nn.Dropout(0.5).set_train()(x)",
        "mint.nn.BatchNorm2d(2).set_train()(x)",
        "mint.nn.NoSuchLayer()(x)",
        "nn.InstanceNorm2d(2).set_train()(x)",
    ],
)
def test_what_the_device_or_the_version_lacks_is_no_wrong_result(session: Session, call: str) -> None:
    program = (
        "import numpy as np\nimport mindspore as ms\nfrom mindspore import mint, nn\n\n\ndef observe():\n"
        f"    x = ms.Tensor(np.ones((2, 2, 3, 3)), ms.float32)\n    return {{'x': float({call}.asnumpy().sum())}}\n"
    )
    outcome, _ = session.run("lacks", program)
    fine, _ = session.run("fine", SUM)
    judgement = judge(Proof((Differs("sum", 1.0),)), outcome, fine)
    assert judgement.verdict is Verdict.NOT_APPLICABLE, judgement.reason


def test_what_a_program_prints_is_not_an_answer(session: Session) -> None:
    program = SUM.replace("    return", '    print(\'{"id": 1, "values": {}}\', flush=True)\n    return')
    outcome, printed = session.run("prints", program)
    assert outcome == Values({"sum": 4.0})
    assert '"values"' in printed


def test_numbers_that_are_not_finite_arrive(session: Session) -> None:
    outcome, _ = session.run("odd", "def observe():\n    return {'x': float('inf'), 'y': [float('nan'), 1]}\n")
    assert isinstance(outcome, Values)
    assert outcome.values["x"] == float("inf")
    assert str(outcome) == "x inf, y [nan, 1]"


def test_the_mode_of_one_program_is_not_that_of_the_next(session: Session) -> None:
    mode = "import mindspore as ms\ndef observe():\n    return {'mode': ms.get_context('mode')}\n"
    graph = mode.replace("observe():\n", "observe():\n    ms.set_context(mode=ms.GRAPH_MODE)\n")
    assert session.run("graph", graph)[0] == Values({"mode": 0.0})
    assert session.run("eager", mode)[0] == Values({"mode": 1.0})


@pytest.mark.parametrize("device", ["GPU", "Ascend"])
def test_a_device_that_is_not_here_is_one_sentence(device: str) -> None:
    line = sentence(selfcheck("--device", device))
    assert f"cannot use {device} here" in line
    assert line.endswith("devices that work: CPU")
    if device == "GPU":
        assert "libcuda.so.1" in line
        assert "nvidia-cudnn-cu11<9" in line
    else:
        assert "CANN" in line


def test_devices_that_work_are_used_beside_those_that_do_not() -> None:
    done = selfcheck("--device", "cpu", "--device", "gpu", "--select", "MSL201", "--output-format", "json")
    assert done.returncode == 2
    data = json.loads(done.stdout)
    assert [run["device"] for run in data["runs"]] == ["CPU"]
    assert len(data["unusable"]) == 1


class Environments:
    """Virtual environments that see the packages of the real one, but for some."""

    def __init__(self, folder: Path) -> None:
        found = subprocess.run(
            [PYTHON, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
            capture_output=True,
            text=True,
            check=True,
        )
        self._packages = Path(found.stdout.strip())
        self._folder = folder

    def make(self, name: str, *without: str, empty: bool = False) -> str:
        """The interpreter of a new one that lacks the packages whose names begin with `without`."""
        folder = self._folder / name
        base = subprocess.run(
            [PYTHON, "-c", "import sys; print(sys._base_executable)"], capture_output=True, text=True, check=True
        )
        subprocess.run([base.stdout.strip(), "-m", "venv", str(folder)], check=True)
        [own] = folder.glob("lib/python*/site-packages")
        if not empty:
            links = self._folder / f"{name}-packages"
            links.mkdir()
            for path in self._packages.iterdir():
                if not path.name.startswith(without):
                    (links / path.name).symlink_to(path)
            (own / "real.pth").write_text(f"{links}\n")
        return str(folder / "bin" / "python")


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> Environments:
    return Environments(tmp_path_factory.mktemp("environments"))


def test_an_interpreter_without_mindspore(environments: Environments) -> None:
    python = environments.make("empty", empty=True)
    line = sentence(selfcheck(python=python))
    assert line.startswith(f"{python} has no MindSpore: {python} -m pip install mindspore 'numpy<2'")
    against = selfcheck("--select", "MSL201", "--against", "torch", "--torch-python", python)
    assert against.returncode == 2
    assert f"{python} has no PyTorch: {python} -m pip install torch" in against.stdout
    assert "confirmed" in against.stdout


def test_mindspore_without_numpy(environments: Environments) -> None:
    python = environments.make("no-numpy", "numpy")
    assert sentence(selfcheck(python=python)) == (
        f"{python} has no NumPy, which MindSpore needs: {python} -m pip install 'numpy<2'"
    )


def test_a_broken_installation(environments: Environments) -> None:
    python = environments.make("broken", "google", "protobuf")
    line = sentence(selfcheck(python=python))
    assert line.startswith(f"MindSpore of {python} does not import (ModuleNotFoundError: No module named 'google")
    assert line.endswith(f"{python} -m pip install protobuf")


def test_numpy_2(environments: Environments) -> None:
    python = environments.make("numpy-2", "numpy")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "numpy>=2"], check=True, capture_output=True)
    line = sentence(selfcheck(python=python))
    assert "does not compute with NumPy 2." in line
    assert line.endswith(f"{python} -m pip install 'numpy<2'")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        ("missing", "there is no such file"),
        ("folder", "is a folder; name the interpreter in it"),
        ("text", "cannot be run"),
        ("script", "is not a Python interpreter"),
    ],
)
def test_what_is_no_interpreter(tmp_path: Path, make: str, reason: str) -> None:
    path = tmp_path / make
    if make == "folder":
        path.mkdir()
    elif make == "text":
        path.write_text("no program")
    elif make == "script":
        path.write_text("#!/bin/sh\necho hello\n")
        path.chmod(0o755)
    assert reason in sentence(selfcheck(python=str(path)))


def test_several_interpreters_make_columns() -> None:
    done = selfcheck("--python", "/missing/python", "--select", "MSL201,MSL205")
    assert done.returncode == 2
    assert "/missing/python: there is no such file" in done.stdout
    assert "MSL205" in done.stdout
