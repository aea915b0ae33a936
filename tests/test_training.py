"""The interpreter: what it sees happen in small programs, in order, over branches, loops and files."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from packaging.version import Version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.model.names import Module
from mslint.model.project import Project
from mslint.model.source import Source
from mslint.training import Training, interpret_file
from mslint.training.events import RateWrite, TrainStep
from mslint.training.interpreter import interpret
from mslint.training.state import Mode

PARTS = """
import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim


class Net(nn.Cell):
    def __init__(self, rate=0.5):
        super().__init__()
        self.drop = nn.Dropout(p=rate)
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.drop(x))


def gradients(network, optimizer):
    return ms.value_and_grad(lambda x: network(x).sum(), None, optimizer.parameters)


net = Net()
opt = nn.SGD(net.trainable_params(), 0.1)
grad_fn = gradients(net, opt)
"""
STEP = """

def step(x):
    _, grads = grad_fn(x)
    opt(grads)


"""
HEAD = PARTS + STEP
"""With a function that steps, which runs by itself where the program does not call it."""


def train(folder: Path, program: str, target: str = "2.10", **files: str) -> Training:
    """The events of `program` beside other files of its project."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
    return interpret_file(*_indexed(new_project(), folder / "main.py", textwrap.dedent(program)), Version(target))


def _indexed(project: Project, path: Path, text: str) -> tuple[Module, Project]:
    return project.module(Source(str(path), text)), project


def modes(training: Training) -> list[set[Mode]]:
    """The modes that the trained network can have at each step."""
    return [{each.mode for each in network.modes} for step in training.of(TrainStep) for network in step.networks]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("step(1)\nnet.set_train()\n", [{Mode.UNSET}]),
        ("net.set_train()\nstep(1)\nnet.set_train(False)\nstep(1)\n", [{Mode.TRAIN}, {Mode.EVAL}]),
        ("if condition():\n    net.set_train()\nstep(1)\n", [{Mode.UNSET, Mode.TRAIN}]),
        ("net.set_train(unknown())\nstep(1)\n", [{Mode.UNKNOWN}]),
        ("net.head.set_train()\nstep(1)\n", [{Mode.UNSET}]),
        ("nn.CellList([net]).set_train()\nstep(1)\n", [{Mode.TRAIN}]),
        ("held = [net]\nheld[0].set_train()\nstep(1)\n", [{Mode.TRAIN}]),
        ("third_party(net)\nstep(1)\n", [{Mode.UNKNOWN}]),
        ("print(net)\nms.save_checkpoint(net, 'x')\nstep(1)\n", [{Mode.UNSET}]),
        ("ms.Model(net, nn.MSELoss(), opt)\nstep(1)\n", [{Mode.TRAIN}]),
        ("ms.Model(net, nn.MSELoss())\nstep(1)\n", [{Mode.UNSET}]),
        ("net.training = True\nstep(1)\n", [{Mode.TRAIN}]),
        ("getattr(net, 'set_train')()\nstep(1)\n", [{Mode.TRAIN}]),
        ("what = 'train'\ngetattr(net, f'set_{what}')(False)\nstep(1)\n", [{Mode.EVAL}]),
        ("getattr(net, f'set_{unknown()}')()\nstep(1)\n", [{Mode.UNKNOWN}]),
        ("getattr(net, unknown())\nstep(1)\n", [{Mode.UNSET}]),
        ("third_party(lambda: net.set_train())\nstep(1)\n", [{Mode.UNKNOWN}]),
        ("third_party(lambda: net.set_grad())\nstep(1)\n", [{Mode.UNSET}]),
        ("from functools import partial\npartial(net.set_train, True)()\nstep(1)\n", [{Mode.TRAIN}]),
        ("switch = net.set_train\nswitch(mode=False)\nstep(1)\n", [{Mode.EVAL}]),
    ],
)
def test_modes_follow_the_order_of_statements(tmp_path: Path, program: str, expected: list[set[Mode]]) -> None:
    assert modes(train(tmp_path, HEAD + program)) == expected


def test_setting_an_attribute_does_not_reach_the_layers(tmp_path: Path) -> None:
    network = train(tmp_path, HEAD + "net.training = True\nstep(1)\n").of(TrainStep)[0].networks[0]
    assert [each.mode for each in network.runs[0].modes] == [Mode.UNSET]
    assert not network.is_never_set()


def test_one_condition_decides_alike_wherever_it_is_asked(tmp_path: Path) -> None:
    program = """
def run(phase, flag):
    if phase == "train" and flag:
        net.set_train()
    elif phase == "eval":
        net.set_train(False)
    if phase == "train":
        if not flag:
            return
        step(1)


run(load(), load())
"""
    assert modes(train(tmp_path, HEAD + program)) == [{Mode.TRAIN}]


def test_a_condition_is_forgotten_when_its_name_is_assigned(tmp_path: Path) -> None:
    program = """
phase = load()
if phase == "train":
    net.set_train()
else:
    net.set_train(False)
phase = load()
if phase == "train":
    step(1)
"""
    assert modes(train(tmp_path, HEAD + program)) == [{Mode.TRAIN, Mode.EVAL}]


def test_the_second_iteration_starts_where_the_first_ended(tmp_path: Path) -> None:
    program = "net.set_train()\nfor epoch in range(10):\n    step(1)\n    net.set_train(False)\n"
    assert modes(train(tmp_path, HEAD + program)) == [{Mode.TRAIN}, {Mode.EVAL}]


def test_what_is_done_in_the_last_iteration_has_no_next_one(tmp_path: Path) -> None:
    program = """
def run(epochs):
    net.set_train()
    for epoch in range(1, epochs + 1):
        step(1)
        if epoch == epochs:
            net.set_train(False)


run(load())
"""
    assert modes(train(tmp_path, HEAD + program)) == [{Mode.TRAIN}, {Mode.TRAIN}]


@pytest.mark.parametrize("leave", ["return 1", "raise ValueError", "pass"])
def test_finally_runs_on_every_way_out(tmp_path: Path, leave: str) -> None:
    program = f"""
def evaluate():
    net.set_train(False)
    try:
        if condition():
            {leave}
        net(1)
    finally:
        net.set_train()


evaluate()
step(1)
"""
    assert modes(train(tmp_path, HEAD + program)) == [{Mode.TRAIN}]


def test_a_path_that_raises_or_exits_is_over(tmp_path: Path) -> None:
    program = "import sys\nif condition():\n    net.set_train(False)\n    sys.exit(0)\nnet.set_train()\nstep(1)\n"
    assert modes(train(tmp_path, HEAD + program)) == [{Mode.TRAIN}]


def test_layers_run_under_conditions_are_not_sure(tmp_path: Path) -> None:
    program = """
class Maybe(nn.Cell):
    def __init__(self, flag):
        super().__init__()
        self.flag, self.drop = flag, nn.Dropout(p=0.5)

    def construct(self, x):
        if x is None:
            raise ValueError
        if self.flag:
            x = self.drop(x)
        return x


def run(flag):
    maybe = Maybe(flag)
    optimizer = nn.SGD(maybe.trainable_params(), 0.1)
    _, grads = gradients(maybe, optimizer)(1)
    optimizer(grads)


run(load())
run(True)
"""
    assert [step.networks[0].is_sure for step in train(tmp_path, PARTS + program).of(TrainStep)] == [False, True]


def test_networks_are_told_apart_by_their_optimizers(tmp_path: Path) -> None:
    program = """
teacher, student = Net(), Net()
student.set_train()
optimizer = nn.SGD(student.trainable_params(), 0.1)
grads = ms.grad(lambda x: student(x) - teacher(x), None, optimizer.parameters)(1)
optimizer(grads)
"""
    training = train(tmp_path, PARTS + program)
    assert modes(training) == [{Mode.TRAIN}]


def test_parameters_that_are_frozen_are_not_trained(tmp_path: Path) -> None:
    program = """
class Pair(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = Net(), Net()

    def construct(self, x):
        return self.second(self.first(x))


pair = Pair()
for parameter in pair.first.get_parameters():
    parameter.requires_grad = False
optimizer = nn.SGD(pair.trainable_params(), 0.1)
_, grads = gradients(pair, optimizer)(1)
optimizer(grads)
"""
    training = train(tmp_path, PARTS + program)
    assert [len(network.runs) for step in training.of(TrainStep) for network in step.networks] == [1]


@pytest.mark.parametrize(
    ("target", "mode"),
    [("2.5", Mode.TRAIN), ("2.6", Mode.TRAIN), ("2.7", Mode.TRAIN), ("2.8", Mode.UNSET), ("2.10", Mode.UNSET)],
)
def test_the_norms_of_mint_start_in_training_mode_up_to_2_7(tmp_path: Path, target: str, mode: Mode) -> None:
    program = """
norm = mint.nn.BatchNorm2d(3)
optimizer = nn.SGD(norm.trainable_params(), 0.1)
_, grads = gradients(norm, optimizer)(1)
optimizer(grads)
"""
    assert modes(train(tmp_path, PARTS + program, target)) == [{mode}]


MODEL = """
from mindspore import nn


class Base(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList(self.build(index) for index in range(12))

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Small(Base):
    def build(self, index):
        return nn.SequentialCell([nn.Dense(4, 4), nn.Dropout(p=0.1)])
"""
ENGINE = """
import mindspore as ms
from mindspore import nn


class Engine:
    def __init__(self, network, optimizer):
        self.network, self.optimizer = network, optimizer
        self.grad_fn = ms.value_and_grad(self.forward, None, optimizer.parameters)

    def forward(self, x):
        return self.network(x).sum()

    def fit(self, data):
        for x in data:
            _, grads = self.grad_fn(x)
            self.optimizer(grads)
"""
SCRIPT = """
from mindspore import nn
from engine import Engine
from model import Small

if __name__ == "__main__":
    network = Small()
    trainer = Engine(network, nn.Adam(network.trainable_params()))
    trainer.fit(load())
"""


def test_networks_and_steps_are_followed_into_other_files(tmp_path: Path) -> None:
    training = train(tmp_path, SCRIPT, model=MODEL, engine=ENGINE)
    steps = training.of(TrainStep)
    assert [(each.place.node.lineno, each.place.is_direct) for each in steps] == [(9, False), (9, False)]
    network = steps[0].networks[0]
    assert network.root.name == "Small"
    assert network.is_never_set()
    assert not training.may_be_set_elsewhere(training.of(TrainStep)[0], network)


def test_a_file_alone_says_nothing_of_what_it_is_given(tmp_path: Path) -> None:
    training = train(tmp_path, ENGINE)
    assert training.of(TrainStep) == []


def test_a_mode_set_by_code_that_did_not_run_may_be_meant(tmp_path: Path) -> None:
    hook = "class Hook:\n    def begin(self, engine):\n        engine.network.set_train()\n"
    script = SCRIPT.replace("from model", "from hooks import Hook\nfrom model").replace(
        "    trainer.fit", "    handed_on(Hook())\n    trainer.fit"
    )
    training = train(tmp_path, script, model=MODEL, engine=ENGINE, hooks=hook)
    assert training.may_be_set_elsewhere(training.of(TrainStep)[0], training.of(TrainStep)[0].networks[0])


def test_files_that_import_each_other_end(tmp_path: Path) -> None:
    one = "from two import *\nfrom two import a\nimport two\nb = a\nclass C(two.D):\n    pass\n"
    two = "from one import *\nfrom one import b\nimport one\na = b\nclass D(one.C):\n    pass\n"
    script = HEAD + "from one import C, a, b, c\nC()\na()\nb.c()\nc(net)\nstep(1)\n"
    assert modes(train(tmp_path, script, one=one, two=two)) == [{Mode.UNKNOWN}]


@pytest.mark.parametrize(
    ("region", "is_graph"),
    [
        ("@ms.jit\n", True),
        ("@ms.jit(jit_level='O1')\n", True),
        ("@ms.jit(capture_mode='ast')\n", True),
        ("@ms.jit(capture_mode='bytecode')\n", False),
        ("", False),
    ],
)
def test_compiled_regions(tmp_path: Path, region: str, is_graph: bool) -> None:
    program = f"""
adam = optim.Adam(net.trainable_params(), lr=0.1)


def lower():
    for number, group in enumerate(adam.param_groups):
        group["lr"] = 0.1


{region}def outer(x):
    lower()


outer(1)
"""
    assert {write.is_graph for write in train(tmp_path, HEAD + program).of(RateWrite)} == {is_graph}


@pytest.mark.parametrize("context", ["ms.set_context(mode=ms.GRAPH_MODE)", "ms.set_context(mode=0)", ""])
def test_graph_mode_compiles_construct_and_nothing_else(tmp_path: Path, context: str) -> None:
    program = f"""
class Writes(nn.Cell):
    def __init__(self):
        super().__init__()
        self.adam = optim.Adam(net.trainable_params(), lr=0.1)

    def construct(self, x):
        self.adam.param_groups[0]["lr"] = x
        return x


{context}
writes = Writes()
writes(1)
writes.adam.param_groups[0]["lr"] = 0.1
"""
    assert [write.is_graph for write in train(tmp_path, HEAD + program).of(RateWrite)] == [bool(context), False]


def test_the_answer_does_not_depend_on_what_was_read_before(tmp_path: Path) -> None:
    train(tmp_path, SCRIPT, model=MODEL, engine=ENGINE)
    project = new_project()
    arguments = _indexed(project, tmp_path / "main.py", SCRIPT)
    first = interpret(*arguments, Version("2.10"))
    second = interpret(*arguments, Version("2.10"))
    assert first.budget == second.budget
    assert len(first.recording.events) == len(second.recording.events)


LOOPS = "".join(f"{'    ' * depth}for i{depth} in load():\n" for depth in range(18))
CALLS = "def f0():\n    pass\n" + "".join(f"def f{n}():\n    f{n - 1}()\n    f{n - 1}()\n" for n in range(1, 30))


@pytest.mark.parametrize(
    "program",
    [
        LOOPS + "    " * 18 + "net.set_train(load())\n",
        "".join(f"if c{n}():\n    net.set_train()\nelse:\n    net.set_train(False)\n" for n in range(900)),
        "if a:\n    pass\n" + "".join(f"elif b == {n}:\n    pass\n" for n in range(900)),
        f"x = {' + '.join(['a'] * 900)}\ny = a{'.b' * 900}\nz = a{'.b()' * 300}\n",
        f"x = {'f(' * 90}1{')' * 90}\n",
        CALLS + "f29()\n",
        "def f(n):\n    return f(n - 1) + g(n)\ndef g(n):\n    return f(n) + g(n)\nf(10)\n",
        "class A(A):\n    pass\nclass B(C):\n    pass\nclass C(B):\n    pass\nA()\nB()\nC()\n",
        "class A:\n    @property\n    def x(self):\n        return self.x\nA().x\n",
        "a = []\na.append(a)\nb = {}\nb[0] = b\nnet.itself = net\nnet.set_train(False)\nunknown(a, b, net)\n",
        "a = [1]\n" + "a = a + a\n" * 200,
        "a = 10**10 * 'x' * 10**10\nfor i in range(10**30):\n    pass\nb = '%99999999999d' % 1\n",
        "del net\nnet = load()\n",
    ],
)
def test_nothing_takes_for_ever_and_nothing_raises(tmp_path: Path, program: str) -> None:
    module, project = _indexed(new_project(), tmp_path / "main.py", HEAD + "step(1)\n" + program)
    machine = interpret(module, project, Version("2.10"))
    assert modes(Training(machine.recording))[0] == {Mode.UNSET}


SIMPLE = st.sampled_from(
    ("net.set_train()", "net.set_train(False)", "step(x)", "x = f(x)", "x, y = y, x", "y[0] = x", "foo(net)", "x += 1")
)
TESTS = st.sampled_from(("x", "x == 1", "not y", "x and y", "x is None", "x in (1, 2)", "net"))
SOURCES = st.sampled_from(("range(3)", "range(x)", "load()", "[1, net]", "enumerate(load())"))


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=3).map("\n".join).map(lambda text: textwrap.indent(text, "    "))
    way_out = st.sampled_from(("pass", "break", "continue"))
    return st.one_of(
        st.tuples(TESTS, body, body).map(lambda p: f"if {p[0]}:\n{p[1]}\nelse:\n{p[2]}"),
        st.tuples(SOURCES, body, way_out).map(lambda p: f"for x in {p[0]}:\n{p[1]}\n    {p[2]}"),
        st.tuples(TESTS, body).map(lambda p: f"while {p[0]}:\n{p[1]}"),
        st.tuples(body, body, body).map(lambda p: f"try:\n{p[0]}\nexcept ValueError:\n{p[1]}\nfinally:\n{p[2]}"),
        body.map(lambda text: f"with manage(net) as y:\n{text}"),
        st.tuples(body, TESTS).map(lambda p: f"def f(x, y=1, *a, **k):\n{p[0]}\n    return {p[1]}\nf(x)"),
        st.tuples(body, TESTS).map(lambda p: f"@ms.jit\ndef g(x):\n{p[0]}\n    return {p[1]}\ng(x)"),
    )


PROGRAMS = st.lists(st.recursive(SIMPLE, blocks, max_leaves=25), min_size=1, max_size=4).map("\n".join)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(PROGRAMS)
def test_every_program_is_interpreted_to_its_end(program: str) -> None:
    text = HEAD + "x = y = load()\nwhile load():\n" + textwrap.indent(program, "    ") + "\nstep(x)\n"
    module, project = _indexed(new_project(), Path("main.py"), text)
    interpret(module, project, Version("2.10"))
    assert module.tree.body


@pytest.mark.parametrize(("target", "codes"), [("2.8", ["MSL302"]), ("2.7", [])])
def test_the_fixed_rate_of_mint_is_claimed_where_it_was_seen(target: str, codes: list[str]) -> None:
    program = """
import mindspore as ms
from mindspore import mint, nn
from mindspore.experimental.optim import lr_scheduler

net = nn.Dense(2, 2)
opt = mint.optim.SGD(net.trainable_params(), lr=0.1)
scheduler = lr_scheduler.StepLR(opt, step_size=1)

@ms.jit
def step(g):
    opt(g)
    scheduler.step()

step(1)
"""
    report = check_bytes("steps.py", program.encode(), Settings(Version(target)), new_project())
    assert [finding.code for finding in report.findings] == codes


def test_a_scripts_own_file_comes_before_the_standard_library(tmp_path: Path) -> None:
    (tmp_path / "sched.py").write_text("""
class Warmup:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        for group in self.optimizer.param_groups:
            group["lr"] = 0.5
""")
    program = """
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim
from sched import Warmup

opt = optim.SGD(nn.Dense(2, 2).trainable_params(), lr=0.1)
scheduler = Warmup(opt)


@ms.jit
def step(g):
    opt(g)
    scheduler.step()


step(1)
"""
    path = tmp_path / "main.py"
    report = check_bytes(str(path), program.encode(), Settings(Version("2.10")), new_project())
    assert [finding.code for finding in report.findings] == ["MSL302"]
