"""What the interpreter sees change between the steps of an optimizer, and how often it counts a step."""

from __future__ import annotations

import textwrap
from collections import Counter
from pathlib import Path

import pytest
from packaging.version import Version

from mslint.engine import new_project
from mslint.model.source import Source
from mslint.training import Training, interpret_file
from mslint.training.events import Change, Changed, GroupsRead, OptimizerStep, RateForm, RateWrite
from mslint.training.kinds import is_integer, is_number, is_tensor

HEAD = """
import math
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim

net = nn.Dense(4, 2)
native = nn.SGD(net.trainable_params(), 0.1)
modern = optim.SGD(net.trainable_params(), lr=0.1)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, native.parameters)


def step(x):
    native(grad_fn(x)[1])


def modern_step(x):
    modern(grad_fn(x)[1])


@ms.jit
def compiled(x):
    modern(grad_fn(x)[1])


"""


def train(folder: Path, program: str) -> Training:
    """The events of `program`."""
    project = new_project()
    text = HEAD + textwrap.dedent(program)
    return interpret_file(project.module(Source(str(folder / "main.py"), text)), project, Version("2.10"))


def changes(folder: Path, program: str) -> list[tuple[Changed, str, bool, bool]]:
    """What is changed, by what, whether after a compiled step, and whether one follows."""
    return [
        (each.changed, each.name, any(region is not None for region in each.before), each.is_followed)
        for each in train(folder, program).of(Change)
    ]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("native.lr = 0.5\n", (Changed.ATTRIBUTE, "lr", False, False)),
        ("setattr(native, 'lr', 0.5)\n", (Changed.ATTRIBUTE, "lr", False, False)),
        ("native.learning_rate.set_data(1)\nstep(1)\n", (Changed.DATA, "set_data", False, False)),
        ("step(1)\nnative.learning_rate.set_data(1)\n", (Changed.DATA, "set_data", True, False)),
        ("step(1)\nnative.learning_rate.set_data(1)\nstep(1)\n", (Changed.DATA, "set_data", True, True)),
        ("step(1)\nnative.get_lr().assign_value(1)\nstep(1)\n", (Changed.DATA, "assign_value", True, True)),
        ("step(1)\nnative.learning_rate[...] = 1\nstep(1)\n", (Changed.DATA, "[...]", True, True)),
        ("step(1)\nnative.learning_rate.data = 1\nstep(1)\n", (Changed.DATA, "data", True, True)),
        ("step(1)\nops.assign(native.learning_rate, 1)\nstep(1)\n", (Changed.ASSIGNED, "assign", True, True)),
        ("step(1)\nms.load_param_into_net(net, {})\nstep(1)\n", (Changed.WEIGHTS, "load_param_into_net", True, True)),
        ("step(1)\nms.load_checkpoint('a', net)\nstep(1)\n", (Changed.WEIGHTS, "load_checkpoint", True, True)),
        ("compiled(1)\nmodern.param_groups[0]['lr'] = 0.5\ncompiled(1)\n", (Changed.ENTRY, "lr", True, True)),
        ("modern_step(1)\nmodern.param_groups[0]['lr'] = 0.5\ncompiled(1)\n", (Changed.ENTRY, "lr", False, False)),
        ("compiled(1)\nmodern.param_groups[0]['lr'] = 0.5\nmodern_step(1)\n", (Changed.ENTRY, "lr", True, False)),
    ],
)
def test_changes_know_the_steps_around_them(
    tmp_path: Path, program: str, expected: tuple[Changed, str, bool, bool]
) -> None:
    assert changes(tmp_path, program) == [expected]


@pytest.mark.parametrize(
    "program",
    [
        "for _ in load():\n    step(1)\n    native.learning_rate.set_data(1)\n",
        "for _ in load():\n    native.learning_rate.set_data(1)\n    step(1)\n",
        "while load():\n    step(1)\n    native.learning_rate.set_data(1)\n",
        "def epoch():\n    step(1)\n    native.learning_rate.set_data(1)\n",
        "step(1)\nif load():\n    native.learning_rate.set_data(1)\nstep(1)\n",
    ],
)
def test_loops_and_functions_called_again_lead_to_the_next_step(tmp_path: Path, program: str) -> None:
    assert any(each.is_between_compiled_steps for each in train(tmp_path, program).of(Change))


def test_a_change_of_the_second_iteration_is_followed_by_the_third(tmp_path: Path) -> None:
    program = """
best = None
for _ in load():
    step(1)
    if best is not None:
        native.learning_rate.set_data(1)
    best = load()
"""
    assert any(each.is_between_compiled_steps for each in train(tmp_path, program).of(Change))


@pytest.mark.parametrize(
    "program",
    [
        "if load():\n    step(1)\nelse:\n    native.learning_rate.set_data(1)\n",
        "phase = load()\nif phase:\n    step(1)\nif not phase:\n    native.learning_rate.set_data(1)\n",
        "def run(epochs):\n    for e in range(epochs):\n        step(1)\n        if e == epochs - 1:\n"
        "            ms.load_param_into_net(net, {})\nrun(load())\n",
        "for _ in load():\n    step(1)\n    ms.load_param_into_net(net, {})\n    break\n",
        "def once():\n    step(1)\n    ms.load_param_into_net(net, {})\n",
        "step(1)\nnative.learning_rate.set_data(1)\nops.assign(native.learning_rate, 1)\n",
    ],
)
def test_no_step_follows(tmp_path: Path, program: str) -> None:
    found = [each for each in train(tmp_path, program).of(Change) if each.changed is not Changed.ASSIGNED]
    assert found
    assert not any(each.is_between_compiled_steps for each in found)


def test_a_function_that_is_made_again_is_compiled_again(tmp_path: Path) -> None:
    program = """
def make():
    @ms.jit
    def inner(x):
        modern(grad_fn(x)[1])
    return inner


for rate in (0.1, 0.01):
    modern.param_groups[0]["lr"] = rate
    run = make()
    run(1)
    run(1)
"""
    assert not any(each.is_between_compiled_steps for each in train(tmp_path, program).of(Change))


def test_what_a_rate_is_can_be_asked(tmp_path: Path) -> None:
    program = """
def set_rate(optimizer, rate):
    if hasattr(optimizer, "learning_rate"):
        if isinstance(optimizer.learning_rate, ms.Parameter):
            optimizer.learning_rate.set_data(rate)
        else:
            optimizer.learning_rate = rate
    if hasattr(optimizer, "param_groups"):
        optimizer.param_groups[0]["lr"] = rate


set_rate(native, 0.1)
set_rate(modern, 0.1)
"""
    assert [each[:2] for each in changes(tmp_path, program)] == [(Changed.DATA, "set_data"), (Changed.ENTRY, "lr")]


@pytest.mark.parametrize(
    "program",
    [
        "if ms.__version__ < '2.5':\n    native.learning_rate.set_data(1)\n",
        "try:\n    native.learning_rate.set_data(1)\nexcept AttributeError:\n    pass\n",
        "if hasattr(native, 'lr'):\n    native.lr = 1\n",
    ],
)
def test_shims_change_nothing(tmp_path: Path, program: str) -> None:
    assert changes(tmp_path, program) == []


def test_graph_mode_is_told(tmp_path: Path) -> None:
    program = "ms.set_context(mode=ms.GRAPH_MODE)\nstep(1)\nnative.learning_rate.set_data(1)\n"
    assert [each.graph_mode for each in train(tmp_path, program).of(Change)] == [True]


@pytest.mark.parametrize(
    ("made", "form"),
    [
        ("nn.SGD(net.trainable_params(), 0.1)", RateForm.ONE),
        ("nn.SGD(net.trainable_params(), [0.1, 0.2])", RateForm.SCHEDULED),
        ("nn.SGD([{'params': [net.weight], 'lr': 0.1}], 0.2)", RateForm.PER_GROUP),
        ("nn.SGD([{'params': [net.weight]}], 0.2)", RateForm.ONE),
    ],
)
def test_forms_of_rates(tmp_path: Path, made: str, form: RateForm) -> None:
    assert [each.form for each in train(tmp_path, f"made = {made}\nmade.lr = 1\n").of(Change)] == [form]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("ms.Tensor(0.1)", is_tensor),
        ("group['lr'] * 0.5", is_tensor),
        ("max(group['lr'] * 0.5, 1e-6)", is_tensor),
        ("0.5 ** load() if False else group['lr'] / 2", is_tensor),
        ("float(group['lr']) * 0.5", is_number),
        ("group['lr'].item() / 2", is_number),
        ("0.1 * math.cos(load())", is_number),
        ("0.1 ** 2", is_number),
        ("1", is_integer),
    ],
)
def test_kinds_of_values(tmp_path: Path, value: str, kind: object) -> None:
    writes = train(tmp_path, f"for group in modern.param_groups:\n    group['lr'] = {value}\n").of(RateWrite)
    kinds = {test for test in (is_tensor, is_number, is_integer) if test(writes[0].value)}
    assert kinds == ({is_number, is_integer} if kind is is_integer else {kind})


@pytest.mark.parametrize("value", ["load()", "load() * 0.5", "group['lr'] if load() else 0.1", "load(group['lr'])"])
def test_unknown_values_have_no_kind(tmp_path: Path, value: str) -> None:
    writes = train(tmp_path, f"for group in modern.param_groups:\n    group['lr'] = {value}\n").of(RateWrite)
    assert not any(test(writes[0].value) for test in (is_tensor, is_number, is_integer))


@pytest.mark.parametrize(
    ("program", "times"),
    [
        ("step(1)\n", 1),
        ("step(1)\nstep(1)\n", 2),
        ("for _ in range(3):\n    step(1)\n", 3),
        ("for _ in range(100):\n    step(1)\n", 100),
        ("for _ in range(10, 30):\n    for _ in range(50):\n        step(1)\n", 1000),
        ("for _ in range(100):\n    for _ in load():\n        step(1)\n", 100),
        ("for _ in load():\n    step(1)\n", 1),
        ("for n in range(100):\n    if n % 2:\n        step(1)\n", 0),
        ("for n in range(100):\n    step(1)\n    if load():\n        break\n", 1),
        ("for phase in ('train', 'test'):\n    if phase == 'train':\n        step(1)\n", 1),
        ("while True:\n    step(1)\n", 1),
        ("if load():\n    step(1)\n", 0),
    ],
)
def test_steps_are_counted_where_they_surely_happen(tmp_path: Path, program: str, times: int) -> None:
    steps = train(tmp_path, program).of(OptimizerStep)
    assert sum(step.times for step in steps if step.entry == 0) == times


def test_functions_that_nothing_calls_are_told_apart(tmp_path: Path) -> None:
    """The two steps of `modern`, each in a function of its own, are not two in a row."""
    steps = train(tmp_path, "for _ in range(3):\n    step(1)\n").of(OptimizerStep)
    counts = Counter[int]()
    for step in steps:
        counts[step.entry] += step.times
    assert list(counts.values()) == [3, 1, 1]


@pytest.mark.parametrize(
    ("program", "count"),
    [
        ("native.param_groups\n", 1),
        ("modern.param_groups\n", 0),
        ("if hasattr(native, 'param_groups'):\n    native.param_groups\n", 0),
        ("if isinstance(native, optim.Optimizer):\n    native.param_groups\n", 0),
        ("if isinstance(native, nn.Optimizer):\n    native.param_groups\n", 1),
        ("try:\n    native.param_groups\nexcept AttributeError:\n    pass\n", 0),
        ("load().param_groups\n", 0),
        ("(native if load() else modern).param_groups\n", 0),
    ],
)
def test_groups_that_are_read(tmp_path: Path, program: str, count: int) -> None:
    assert len(train(tmp_path, program).of(GroupsRead)) == count
