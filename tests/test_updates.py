"""Optimizers and the gradients they get: what the interpreter sees of lists of parameters, freezes and targets."""

from __future__ import annotations

import textwrap

import pytest
from packaging.version import Version

from mslint.engine import new_project
from mslint.model.source import Source
from mslint.training import Training, interpret_file
from mslint.training.events import FrozenUpdate, Moves, Parts, TargetTrained, Update

HEAD = """
import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = ms.Parameter(ms.Tensor(1.0))
        self.first = nn.SequentialCell(nn.Dense(4, 4), nn.BatchNorm1d(4))
        self.second = nn.Dense(4, 2, has_bias=False)

    def construct(self, x):
        return self.second(self.first(x)) * self.scale


net = Net()
made = create_network()


def forward(x):
    return net(x).sum()


def step(optimizer, weights):
    loss, grads = ms.value_and_grad(forward, None, weights)(data())
    optimizer(grads)


"""
ALL = "net.trainable_params()"
FIRST = "net.first.trainable_params()"
SECOND = "net.second.trainable_params()"


def train(program: str) -> Training:
    """The events of a program."""
    project = new_project()
    module = project.module(Source("main.py", HEAD + textwrap.dedent(program)))
    return interpret_file(module, project, Version("2.10"))


def named(condition: str, network: str = "net") -> str:
    """The parameters of a network with a name."""
    return f"[p for p in {network}.trainable_params() if {condition}]"


SCALE = named("p.name == 'scale'")
MADE = "made.trainable_params()"


@pytest.mark.parametrize(
    ("params", "weights", "is_disordered"),
    [
        (ALL, ALL, False),
        (f"list({ALL})", f"ms.ParameterTuple({ALL})", False),
        (f"[{{'params': {FIRST}}}, {{'params': {SECOND}}}]", ALL, False),
        (f"[{{'params': {SECOND}}}, {{'params': {FIRST}}}]", ALL, True),
        (f"{SECOND} + {FIRST}", ALL, True),
        (f"{FIRST} + {SECOND}", f"{FIRST} + {SECOND}", False),
        (f"{FIRST} + {SECOND}", f"tuple({SECOND} + {FIRST})", True),
        (f"[*{SECOND}, *{FIRST}]", ALL, False),
        (f"sorted({ALL}, key=str)", ALL, False),
        (f"{ALL}[2:]", ALL, False),
        (named("p.name in names()") + f" + {SECOND}", ALL, False),
        (f"{SCALE} + {FIRST}", ALL, False),
        (f"{FIRST} + {SCALE}", ALL, True),
        (named("p.name.startswith('second')") + " + " + named("not p.name.startswith('second')"), ALL, True),
        (named("p.name.endswith('gamma')") + " + " + named("p.name.endswith('beta')"), ALL, False),
        (named("p.name.endswith('beta')") + " + " + named("p.name.endswith('gamma')"), ALL, True),
        (
            named("'0' in p.name and 'bias' in p.name") + " + " + named("'first.0' in p.name and 'weight' in p.name"),
            ALL,
            True,
        ),
        (named("p.requires_grad"), ALL, False),
        (f"list(filter(lambda p: p.requires_grad, {SECOND})) + list(filter(None, {FIRST}))", ALL, True),
        (
            named("'bias' in p.name", "made") + " + " + named("'bias' not in p.name", "made"),
            "made.get_parameters()",
            True,
        ),
        (named("p.ndim == 1", "made") + " + " + named("p.ndim != 1", "made"), MADE, True),
        (named("len(p.shape) < 2", "made") + " + " + named("not len(p.shape) < 2", "made"), MADE, True),
        (named("'head' in p.name", "made") + " + " + named("'head' not in p.name", "made"), MADE, False),
        ("made.head.trainable_params() + made.body.trainable_params()", MADE, False),
        ("made.head.trainable_params() + made.body.trainable_params()", "made.body.trainable_params()", False),
    ],
)
def test_order(params: str, weights: str, is_disordered: bool) -> None:
    updates = train(f"step(nn.SGD({params}, 0.1), {weights})\n").of(Update)
    assert [update.is_disordered for update in updates] == [is_disordered]


def test_lists_filled_in_a_loop() -> None:
    program = """
        biases, rest = [], []
        for p in net.trainable_params():
            if "bias" in p.name or p.name.endswith("beta"):
                biases.append(p)
            else:
                rest.append(p)
        step(nn.SGD([{"params": biases}, {"params": rest}], 0.1), net.trainable_params())
        rest.reverse()
        step(nn.SGD([{"params": biases}, {"params": rest}], 0.1), net.trainable_params())
    """
    assert [update.is_disordered for update in train(program).of(Update)] == [True, False]


@pytest.mark.parametrize(
    ("grad_fn", "given", "parts"),
    [
        ("ms.value_and_grad(forward)", "result[1]", Parts.INPUTS),
        ("ms.grad(forward, (0, 1))", "result", Parts.INPUTS),
        ("ms.grad(forward, None, WEIGHTS)", "result", Parts.WEIGHTS),
        ("ms.value_and_grad(forward, 0, WEIGHTS)", "result[1]", Parts.BOTH),
        ("ms.value_and_grad(forward, 0, WEIGHTS)", "result[1][1]", None),
        ("ms.grad(forward, 0, WEIGHTS, has_aux=True)", "result[0]", None),
        ("ms.grad(forward, 0, something())", "result", None),
        ("ms.grad(forward, 0, WEIGHTS, return_ids=True)", "result", None),
        ("ops.GradOperation(get_by_list=True)(forward, WEIGHTS)", "result", Parts.WEIGHTS),
        ("ops.GradOperation(True, True)(forward, WEIGHTS)", "result", Parts.BOTH),
        ("ops.GradOperation(True, True, True)(forward, WEIGHTS)", "result", None),
        ("ops.GradOperation(get_all=flag())(forward)", "result", None),
    ],
)
def test_parts(grad_fn: str, given: str, parts: Parts | None) -> None:
    weights = "WEIGHTS = ms.ParameterTuple(net.trainable_params())\n"
    program = f"{weights}result = {grad_fn}(data())\nnn.SGD(net.trainable_params(), 0.1)({given})\n"
    assert [update.parts for update in train(program).of(Update)] == [parts]


FREEZE = "for p in net.first.get_parameters():\n    p.requires_grad = False\n"
OWN = "opt.parameters"


@pytest.mark.parametrize(
    ("program", "moves"),
    [
        (f"opt = nn.SGD({ALL}, 0.1)\n{FREEZE}step(opt, {OWN})\n", {Moves.NOTHING}),
        (f"opt = nn.SGD({ALL}, 0.1, weight_decay=0.1)\n{FREEZE}step(opt, {OWN})\n", {Moves.DECAYS}),
        (f"opt = nn.SGD({ALL}, 0.1, 0.9, 0.0, 0.1)\n{FREEZE}step(opt, {OWN})\n", {Moves.DECAYS}),
        (f"opt = nn.SGD({ALL}, 0.1)\n{FREEZE}step(opt, {ALL})\n", {Moves.RAISES}),
        (f"opt = nn.SGD({ALL}, 0.1)\nweights = {ALL}\n{FREEZE}step(opt, weights)\n", {Moves.NOTHING}),
        (f"opt = nn.SGD({ALL}, 0.1)\n{FREEZE}step(opt, net.get_parameters())\n", {Moves.NOTHING}),
        (f"opt = nn.Adam({ALL})\n{FREEZE}step(opt, {OWN})\n", {Moves.NOTHING}),
        (f"opt = nn.Adam({ALL})\nstep(opt, {OWN})\n{FREEZE}step(opt, {OWN})\n", {Moves.ROLLS_ON}),
        (f"opt = optim.SGD({ALL}, lr=1, momentum=0.9)\nstep(opt, {OWN})\n{FREEZE}step(opt, {OWN})\n", {Moves.ROLLS_ON}),
        (f"opt = optim.SGD({ALL}, lr=0.1)\nstep(opt, {OWN})\n{FREEZE}step(opt, {OWN})\n", {Moves.NOTHING}),
        (f"{FREEZE}opt = nn.SGD({ALL}, 0.1)\nstep(opt, {ALL})\n", set()),
        (f"opt = nn.SGD({SECOND}, 0.1)\n{FREEZE}step(opt, {SECOND})\n", set()),
        (f"opt = nn.SGD({ALL}, 0.1)\nstep(opt, {ALL})\n{FREEZE}", set()),
        (f"opt = nn.SGD({ALL}, 0.1)\nif flag():\n    {FREEZE.replace(chr(10), chr(10) + '    ')}\nstep(opt, {ALL})\n",
         {Moves.RAISES}),
        (f"if flag():\n    step(nn.SGD({ALL}, 1), {ALL})\nelse:\n    net.second.weight.requires_grad = False\n", set()),
        (f"opt = nn.SGD({ALL}, 0.1)\nnet.second.weight.requires_grad = False\nstep(opt, {ALL})\n", {Moves.RAISES}),
        (f"opt = nn.SGD({ALL}, 0.1)\nnet.second.units.requires_grad = False\nstep(opt, {ALL})\n", set()),
    ],
)  # fmt: skip
def test_late_freezes(program: str, moves: set[Moves]) -> None:
    assert {update.moves for update in train(program).of(FrozenUpdate)} == moves


PAIR = """
class Pair(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student = nn.Dense(2, 1)
        self.teacher = nn.Dense(2, 1)

    def construct(self, x):
        target = self.teacher(x)
        return {returned}


pair = Pair()
"""


@pytest.mark.parametrize(
    ("returned", "weights", "names"),
    [
        ("(self.student(x) - target).sum()", "pair.trainable_params()", ["teacher"]),
        ("ops.mse_loss(self.student(x), target[0] * 2)", "pair.trainable_params()", ["teacher"]),
        ("self.student(x).sum(), target", "pair.trainable_params()", []),
        ("(self.student(x) - ops.stop_gradient(target)).sum()", "pair.trainable_params()", []),
        ("(self.student(x) - ms.Tensor(target.asnumpy())).sum()", "pair.trainable_params()", []),
        ("(self.student(x) - target).sum()", "pair.student.trainable_params()", []),
        ("(self.student(x) - target).sum()", "pair.teacher.trainable_params()", []),
        ("(self.student(x) - target).sum()", "nn.SGD(pair.trainable_params(), 0.1).parameters", ["teacher"]),
        ("(self.student(x) - target).sum()", "something()", []),
    ],
)
def test_targets(returned: str, weights: str, names: list[str]) -> None:
    program = PAIR.format(returned=returned) + f"ms.value_and_grad(pair, None, {weights})(data())\n"
    assert [trained.name for trained in train(program).of(TargetTrained)] == names
