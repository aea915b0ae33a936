"""Workers that misbehave: each fault costs one outcome, and the next program runs.

The workers are small programs that speak the protocol and fault on purpose;
no MindSpore takes part.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from packaging.version import Version

from mslint.selfcheck.outcomes import Died, TimedOut, Values
from mslint.selfcheck.process import WORKER
from mslint.selfcheck.runner import Clock, Session, Unusable

HEAD = """\
import json, os, signal, sys, time

def say(text):
    sys.stdout.write(text + chr(10))
    sys.stdout.flush()

def ready(**more):
    facts = {"framework": "mindspore", "version": "2.10.0", "python": "3", "numpy": "1", "device": "CPU"}
    say(json.dumps({"ready": dict(facts, **more)}))
"""
LOOP = """
ready()
for line in sys.stdin:
    request = json.loads(line)
    if request["program"] == "fault":
        FAULT
    say(json.dumps({"id": request["id"], "values": {"x": 1.5}}))
"""

Open = Callable[..., Session]


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Open]:
    """Makes a session whose worker is this program."""
    sessions = []

    def make(program: str, *, probe: float = 20.0, total: float = 60.0, start: float = 20.0) -> Session:
        path = tmp_path / "fake_worker.py"
        path.write_text(HEAD + program)
        session = Session(sys.executable, "mindspore", "CPU", Clock(probe, total), worker=path, start=start)
        sessions.append(session)
        return session

    yield make
    for session in sessions:
        session.__exit__(None, None, None)


FAULTS = {
    "dies by a signal": ("os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "killed by SIGKILL (out of memory, or ended from outside)"),
    "aborts": ("os.abort()", "killed by SIGABRT"),
    "ends": ("os._exit(7)", "ended with exit code 7"),
    "speaks garbage": ("say('Segmentation fault (core dumped)')", "not the protocol"),
    "speaks other JSON": ("say('[1, 2]')", "not the protocol"),
    "speaks half a line": ("sys.stdout.write('{\"id\": 1'); sys.stdout.flush(); os._exit(0)", "not the protocol"),
    "answers another question": ("say(json.dumps({'id': 99, 'values': {}}))", "another question"),
    "answers nothing": ("say(json.dumps({'id': request['id']}))", "not an answer"),
    "answers with no numbers": ("say(json.dumps({'id': request['id'], 'values': {'x': {}}}))", "not an answer"),
    "closes its pipe": ("os.close(1); time.sleep(600)", "closed its pipe"),
    "sends bytes": ("sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", "not the protocol"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_costs_one_outcome(worker: Open, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mslint.selfcheck.process._GRACE", 1.0)
    code, reason = FAULTS[fault]
    session = worker(LOOP.replace("FAULT", code))
    session.open()
    first = session.pid
    assert session.run("before", "fine")[0] == Values({"x": 1.5})
    outcome, _ = session.run("fault", "fault")
    assert isinstance(outcome, Died)
    assert reason in outcome.reason
    assert session.run("after", "fine")[0] == Values({"x": 1.5})
    assert session.pid != first


def test_a_worker_that_hangs_is_stopped_at_the_limit(worker: Open) -> None:
    session = worker(LOOP.replace("FAULT", "time.sleep(600)"), probe=0.5)
    session.open()
    assert session.run("fault", "fault")[0] == TimedOut(0.5)
    assert session.pid is None
    assert session.run("after", "fine")[0] == Values({"x": 1.5})


def test_the_total_limit_stops_what_is_left(worker: Open) -> None:
    session = worker(LOOP.replace("FAULT", "time.sleep(600)"), probe=20.0, total=0.5)
    session.open()
    assert isinstance(session.run("fault", "fault")[0], TimedOut)
    outcome, printed = session.run("after", "fine")
    assert outcome == TimedOut(0.5)
    assert "over" in printed


def test_a_worker_that_cannot_start_again_ends_the_run(worker: Open, tmp_path: Path) -> None:
    once = f"""
if os.path.exists({str(tmp_path / "started")!r}):
    os._exit(5)
open({str(tmp_path / "started")!r}, "w").close()
"""
    session = worker(once + LOOP.replace("FAULT", "os._exit(7)"))
    session.open()
    reasons = [str(session.run("fault", "fault")[0]) for _ in range(6)]
    assert "exit code 7" in reasons[0]
    assert "could not be started again: the process ended with exit code 5" in reasons[1]
    assert reasons[-1] == "the worker cannot be started any more"


def test_what_is_printed_is_kept_apart(worker: Open) -> None:
    noisy = "sys.stderr.write('x' * 200_000 + chr(10) + '[WARNING] keep_prob'); sys.stderr.flush()"
    session = worker(LOOP.replace("FAULT", noisy))
    session.open()
    assert session.run("quiet", "fine") == (Values({"x": 1.5}), "")
    outcome, printed = session.run("noisy", "fault")
    assert outcome == Values({"x": 1.5})
    assert printed.endswith("[WARNING] keep_prob")
    assert len(printed) > 200_000


def test_paths_of_the_machine_do_not_travel(worker: Open) -> None:
    program = LOOP.replace(
        "FAULT",
        'say(json.dumps({"id": request["id"], "raised": {"type": "E", "bases": [], "message":'
        ' "in /opt/site/mindspore/nn.py, " + sys.argv[3] + ", <f at 0x7f00deadbeef>'
        ' \\n----------------------\\n- C++ Call Stack: (For framework developers)\\nx.cc:1"}})); continue',
    ).replace("ready()", 'ready(package="/opt/site/mindspore")')
    session = worker(program)
    session.open()
    outcome = str(session.run("fault", "fault")[0])
    assert outcome == "E: in .../mindspore/nn.py, ..., <f at 0x...>"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("os._exit(3)", "exit code 3"),
        ("sys.exit('libfoo is missing')", "(libfoo is missing)"),
        ("say('hello')", "not the protocol"),
        ("say('{}')", "not the protocol"),
        ("say(json.dumps({'ready': 3}))", "not the protocol"),
        ("ready(version='newest')", "not the protocol"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
    ],
)
def test_a_worker_that_does_not_start_is_one_sentence(worker: Open, program: str, reason: str) -> None:
    with pytest.raises(Unusable) as caught:
        worker(program).open()
    assert reason in str(caught.value)
    assert "does not start" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_worker_that_never_says_anything(worker: Open) -> None:
    with pytest.raises(Unusable, match=r"no answer in 0\.5 s"):
        worker("time.sleep(600)", start=0.5).open()


def test_the_version_is_read_without_its_local_part(worker: Open) -> None:
    session = worker("ready(version='2.13.0+cpu')\nsys.stdin.read()")
    assert session.open().version == Version("2.13.0")


def test_the_end_of_a_session_ends_its_process(worker: Open) -> None:
    session = worker(LOOP.replace("FAULT", "time.sleep(600)"))
    session.open()
    pid = session.pid
    assert pid is not None
    session.__exit__(None, None, None)
    assert not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes()


def test_the_worker_stands_alone() -> None:
    """It is Python 3.7, and no file beside it has the name of a standard module, which its imports would find first."""
    ast.parse(WORKER.read_text(encoding="utf-8"), feature_version=(3, 7))
    assert not {path.stem for path in WORKER.parent.glob("*.py")} & sys.stdlib_module_names
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(WORKER.read_text(encoding="utf-8")))
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


def test_a_program_leaves_nothing_where_the_user_stands(
    worker: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    session = worker(LOOP.replace("FAULT", "open('left_behind', 'w').close()"))
    session.open()
    assert session.run("fault", "fault")[0] == Values({"x": 1.5})
    assert list(here.iterdir()) == []


def test_an_interpreter_named_from_here(worker: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fake_worker.py"
    path.write_text(HEAD + LOOP.replace("FAULT", "pass"))
    monkeypatch.chdir(Path(sys.executable).parent)
    name = f"./{Path(sys.executable).name}"
    with Session(name, "mindspore", "CPU", Clock(), worker=path) as session:
        session.open()
        assert session.run("fine", "fine")[0] == Values({"x": 1.5})
