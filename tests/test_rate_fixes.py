"""The repairs that put `ops.assign` where a compiled step does not see a change, and those beside them, as text."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = """\
import mindspore as ms
from mindspore import mint, nn, ops
from mindspore.experimental import optim
net = nn.Dense(2, 1)
params = net.trainable_params()
sgd = nn.SGD(params, learning_rate=0.1)
adam = optim.Adam(params, lr=0.1)
grouped = nn.SGD([{"params": params, "lr": 0.1}], learning_rate=0.1)
scheduled = nn.SGD(params, learning_rate=nn.CosineDecayLR(0.0, 0.1, 10))
def forward(x):
    return net(x).sum()
grad_fn = ms.value_and_grad(forward, None, params)
x = ops.ones((1, 2))
"""
STEPS = "sgd(grad_fn(x)[1])\n{}\nsgd(grad_fn(x)[1])"
COMPILED = """\
@ms.jit
def step(x):
    adam(grad_fn(x)[1])
step(x)
{}
step(x)"""


def repaired(code: str, before: str, head: str = HEAD, target: str = "2.10") -> tuple[str, set[Applicability]]:
    """The text after the fixes of `code`, which must be gone then where it had one, and how sure they are."""
    report = linting.check(Path("program.py"), f"{head}{before}\n", target)
    assert report.failure is None
    findings = [finding for finding in report.findings if finding.code == code]
    assert findings
    result = fixed(f"{head}{before}\n", findings)
    again = [finding for finding in linting.check(Path("program.py"), result, target).findings if finding.code == code]
    with_fix = [finding for finding in findings if finding.fix is not None]
    assert len(again) == len(findings) - len(with_fix)
    assert all(finding.fix is None for finding in again)
    assert result.startswith(head)
    return result[len(head) : -1], {finding.fix.applicability for finding in with_fix if finding.fix is not None}


@pytest.mark.parametrize(
    ("before", "after", "applicability"),
    [
        ("sgd.lr = 0.01", "ops.assign(sgd.learning_rate, 0.01)", UNSAFE),
        ("sgd.lr = (0.01)", "ops.assign(sgd.learning_rate, (0.01))", UNSAFE),
        ("sgd.lr = 0.1 if x.sum() else 0.2", "ops.assign(sgd.learning_rate, 0.1 if x.sum() else 0.2)", UNSAFE),
        ("sgd.lr = max(0.1,\n    0.2)  # more", "ops.assign(sgd.learning_rate, max(0.1,\n    0.2))  # more", UNSAFE),
        ("sgd.lr = \\\n    0.1", "ops.assign(sgd.learning_rate, \\\n    0.1)", UNSAFE),
        ("def change(ops):\n    sgd.lr = 1", "def change(ops):\n    ms.ops.assign(sgd.learning_rate, 1)", UNSAFE),
        ("sgd.lr *= 0.1", "ops.assign(sgd.learning_rate, sgd.learning_rate * 0.1)", UNSAFE),
        ("sgd.lr -= 0.1 * 2", "ops.assign(sgd.learning_rate, sgd.learning_rate - (0.1 * 2))", UNSAFE),
        ("setattr(sgd, 'lr', 0.01)", "ops.assign(sgd.learning_rate, 0.01)", UNSAFE),
        ("sgd.learning_rate = 0.01", "ops.assign(sgd.learning_rate, 0.01)", SAFE),
        ("é = 'é'; sgd.learning_rate = 0.01", "é = 'é'; ops.assign(sgd.learning_rate, 0.01)", SAFE),
    ],
)
def test_attribute(before: str, after: str, applicability: Applicability) -> None:
    assert repaired("MSL303", before) == (after, {applicability})


@pytest.mark.parametrize(
    "line",
    [
        "adam.lr = 0.01",
        "adam.learning_rate = 0.01",
        "grouped.learning_rate = 0.01",
        "grouped.lr = 0.01",
        "scheduled.lr = 0.01",
        "sgd.lr = other = 0.01",
        "sgd.lr = 0.1, 0.2",
        "sgd.lr //= 2",
        "sgd.lr = 0.01\nprint(sgd.lr)",
        "for sgd.lr in (0.1, 0.2):\n    pass",
        "setattr(*[sgd], 'lr', 0.01)",
        "def change(ops, ms):\n    sgd.lr = 0.01",
    ],
)
def test_attribute_that_is_left(line: str) -> None:
    assert repaired("MSL303", line) == (line, set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("sgd.learning_rate.set_data(ms.Tensor(0.5))", "ops.assign(sgd.learning_rate, ms.Tensor(0.5))"),
        ("sgd.learning_rate.assign_value(x[0, 0])", "ops.assign(sgd.learning_rate, x[0, 0])"),
        ("sgd.learning_rate = ms.Tensor(0.5)", "ops.assign(sgd.learning_rate, ms.Tensor(0.5))"),
        ("sgd.learning_rate *= 0.5", "ops.assign(sgd.learning_rate, sgd.learning_rate * 0.5)"),
        ("sgd.learning_rate[...] = 0.5", "ops.assign(sgd.learning_rate, 0.5)"),
        ("sgd.learning_rate.data = ms.Tensor(0.5)", "ops.assign(sgd.learning_rate, ms.Tensor(0.5))"),
        ("rate = sgd.get_lr()\nrate.set_data(x[0, 0])", "rate = sgd.get_lr()\nops.assign(rate, x[0, 0])"),
    ],
)
def test_data(before: str, after: str) -> None:
    assert repaired("MSL304", STEPS.format(before)) == (STEPS.format(after), {UNSAFE})


@pytest.mark.parametrize(
    "line",
    [
        "print(sgd.learning_rate.set_data(ms.Tensor(0.5)))",
        "sgd.learning_rate.set_data(ms.Tensor(0.5), True)",
        "sgd.learning_rate.set_data(data=ms.Tensor(0.5))",
        "sgd.learning_rate . set_data(ms.Tensor(0.5))",
        "sgd.learning_rate.set_data(  # half\n    ms.Tensor(0.5))".replace("(  #", " (  #"),
    ],
)
def test_data_that_is_left(line: str) -> None:
    assert repaired("MSL304", STEPS.format(line)) == (STEPS.format(line), set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for group in sgd.param_groups:\n    group['lr'] = 0.01",
            "ops.assign(sgd.learning_rate, 0.01)",
        ),
        (
            "for group in sgd.param_groups:  # all\n    group['lr'] *= 0.5 + 0.1  # less",
            "# all\nops.assign(sgd.learning_rate, sgd.learning_rate * (0.5 + 0.1))  # less",
        ),
        (
            "if x.sum():\n    # lower\n    for group in sgd.param_groups:\n        # each\n        group['lr'] = 0.1",
            "if x.sum():\n    # lower\n    # each\n    ops.assign(sgd.learning_rate, 0.1)",
        ),
        ("for g in sgd.param_groups: g['lr'] = 0.01", "ops.assign(sgd.learning_rate, 0.01)"),
        ("sgd.param_groups[0]['lr'] = 0.01", "ops.assign(sgd.learning_rate, 0.01)"),
        ("sgd.param_groups[0]['lr'] *= 0.1", "ops.assign(sgd.learning_rate, sgd.learning_rate * 0.1)"),
    ],
)
def test_groups(before: str, after: str) -> None:
    assert repaired("MSL305", before) == (after, {UNSAFE})


@pytest.mark.parametrize(
    "line",
    [
        "print(sgd.param_groups[0]['lr'])",
        "for group in sgd.param_groups:\n    group['lr'] = group['lr'] * 0.1",
        "for group in sgd.param_groups:\n    group['lr'] = 0.1\n    print(group)",
        "for group in sgd.param_groups:\n    group['lr'] = 0.1\nelse:\n    print()",
        "for group in sgd.param_groups:\n    group['weight_decay'] = 0.1",
        "for group in grouped.param_groups:\n    group['lr'] = 0.1",
        "sgd.param_groups[0]['weight_decay'] = 0.1",
        "for number, group in enumerate(sgd.param_groups):\n    group['lr'] = 0.1",
    ],
)
def test_groups_that_are_left(line: str) -> None:
    assert repaired("MSL305", line) == (line, set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for group in adam.param_groups:\n    group['lr'] *= 0.1",
            "for group in adam.param_groups:\n    ops.assign(group['lr'], group['lr'] * 0.1)",
        ),
        ("adam.param_groups[0]['lr'] = 1", "ops.assign(adam.param_groups[0]['lr'], 1)"),
        ("adam.param_groups[0]['lr'] = ms.Tensor(0.5)", "ops.assign(adam.param_groups[0]['lr'], ms.Tensor(0.5))"),
    ],
)
def test_entry(before: str, after: str) -> None:
    assert repaired("MSL306", before) == (after, {UNSAFE})


@pytest.mark.parametrize(
    "text",
    [
        "adam.param_groups[0].update(lr=1)",
        "adam.param_groups[0].update({'lr': 1})",
        # A number is in the place of the Parameter, which ops.assign takes.
        "adam.param_groups[0]['lr'] = 1\nadam.param_groups[0]['lr'] = 0.5",
        "def change(rate):\n    adam.param_groups[0]['lr'] = rate\nadam.param_groups[0]['lr'] = 1\nchange(x)",
    ],
)
def test_entry_that_is_left(text: str) -> None:
    assert repaired("MSL306", text) == (text, set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("adam.param_groups[0]['lr'] = 0.5", "ops.assign(adam.param_groups[0]['lr'], 0.5)"),
        (
            "for rate in (0.5, 0.1):\n    for group in adam.param_groups:\n        group['lr'] = rate\n    step(x)",
            "for rate in (0.5, 0.1):\n    for group in adam.param_groups:\n"
            "        ops.assign(group['lr'], rate)\n    step(x)",
        ),
    ],
)
def test_between_compiled_steps(before: str, after: str) -> None:
    assert repaired("MSL310", COMPILED.format(before)) == (COMPILED.format(after), {UNSAFE})


def test_between_compiled_steps_where_a_number_was_assigned_before() -> None:
    text = "adam.param_groups[0]['lr'] = 0.2\n" + COMPILED.format("adam.param_groups[0]['lr'] = 0.5")
    assert repaired("MSL310", text) == (text, set())


MINT = "fixed = mint.optim.SGD({})\nfixed.param_groups[0]['lr'] = 0.5"


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("import mindspore as ms\nfrom mindspore.experimental import optim", "optim"),
        ("import mindspore.experimental.optim as eo", "eo"),
        ("import mindspore as ms", "ms.experimental.optim"),
        ("import mindspore", "mindspore.experimental.optim"),
        ("from mindspore import ops", None),
        ("import mindspore as ms\nms = None", None),
    ],
)
def test_another_optimizer(imports: str, name: str | None) -> None:
    head = f"{imports}\nfrom mindspore import mint, nn\nparams = nn.Dense(2, 1).trainable_params()\n"
    before = MINT.format("params, lr=0.1, momentum=0.9")
    after = before if name is None else before.replace("mint.optim.SGD", f"{name}.SGD")
    assert repaired("MSL308", before, head) == (after, set() if name is None else {UNSAFE})


@pytest.mark.parametrize(
    "text", [MINT.format("params"), MINT.format("params, lr=0.1") + "\nfixed.param_groups[0]['lr'] = ms.Tensor(0.5)"]
)
def test_another_optimizer_needs_a_rate_and_takes_no_tensors(text: str) -> None:
    assert repaired("MSL308", text) == (text, set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for p in net.trainable_params():\n    p.set_data(p * 0.5)",
            "for p in net.trainable_params():\n    ops.assign(p, p * 0.5)",
        ),
        ("ms.load_param_into_net(net, {})", None),
        ("for p in net.trainable_params():\n    print(p.set_data(p * 0.5))", None),
    ],
)
def test_weights(before: str, after: str | None) -> None:
    expected = (before, set()) if after is None else (after, {UNSAFE})
    found, sure = repaired("MSL309", STEPS.format(before))
    assert (found, sure) == (STEPS.format(expected[0]), expected[1])


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("from mindspore import nn, ops", "ops"),
        ("from mindspore import nn, ops as F", "F"),
        ("from mindspore import nn\nimport mindspore.ops as O", "O"),
        ("from mindspore import nn\nimport mindspore", "mindspore.ops"),
        ("from mindspore import nn\nimport mindspore as ms\nimport mindspore.numpy as mnp", "ms.ops"),
        ("from mindspore import nn, mint as ops", None),
        ("from mindspore import nn, ops\nops = None", None),
        ("from mindspore import nn", None),
    ],
)
def test_the_name_of_ops_is_that_of_the_file(imports: str, name: str | None) -> None:
    head = f"{imports}\nsgd = nn.SGD(nn.Dense(2, 1).trainable_params(), learning_rate=0.1)\n"
    after = "sgd.learning_rate = 0.01" if name is None else f"{name}.assign(sgd.learning_rate, 0.01)"
    assert repaired("MSL303", "sgd.learning_rate = 0.01", head)[0] == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with ms.no_grad():\n    y = net(x)\n\n    z = y", "y = net(x)\n\nz = y"),
        ("with ms.no_grad():  # evaluation\n    y = net(x)", "# evaluation\ny = net(x)"),
        (
            "def run(x):\n\twith ms.no_grad():\n\t\ty = net(\n\t\t\tx)\n\t\treturn y\nrun(x)",
            "def run(x):\n\ty = net(\n\t\tx)\n\treturn y\nrun(x)",
        ),
        (
            'with ms.no_grad():\n    text = """\n    a\n    """  # kept\n    y = net(x)',
            'text = """\n    a\n    """  # kept\ny = net(x)',
        ),
        ("@ms.no_grad()\ndef run(x):\n    return net(x)\nrun(x)", "def run(x):\n    return net(x)\nrun(x)"),
        ("y = 1\nms.set_grad_enabled(False)\ny = 2", "y = 1\ny = 2"),
        ("ms.set_grad_enabled(False)  # evaluation\ny = 1", "# evaluation\ny = 1"),
    ],
)
def test_no_grad(before: str, after: str) -> None:
    assert repaired("MSL406", before) == (after, {UNSAFE})


@pytest.mark.parametrize(
    "text",
    [
        "with ms.no_grad() as manager:\n    y = net(x)",
        "with ms.no_grad(), open('x') as file:\n    y = net(x)",
        "with ms.no_grad(): y = net(x)",
        "with (\n    ms.no_grad()\n):\n    y = net(x)",
        "was = ms.is_grad_enabled()",
        "def run(x):\n    with ms.no_grad():\n        return net(x)\nms.grad(run)(x)",
        "class Loss(nn.Cell):\n    def construct(self, x):\n        with ms.no_grad():\n            return net(x)",
        "if x.sum():\n    ms.set_grad_enabled(False)",
        "y = 1\nms.set_grad_enabled(len([]))",
        "@ms.no_grad()\ndef run(x):\n    return net(x)\nms.grad(run)(x)",
    ],
)
def test_no_grad_that_is_left(text: str) -> None:
    assert repaired("MSL406", text) == (text, set())


@pytest.mark.parametrize(
    ("before", "after", "target"),
    [
        ("net.weight.requires_grad_(False)", "net.weight.requires_grad = False", "2.7"),
        ("net.weight.requires_grad_()  # train", "net.weight.requires_grad = True  # train", "2.7"),
        (
            "if x.sum():\n    net.requires_grad_(False)  # freeze",
            "if x.sum():\n    for parameter in net.get_parameters():\n"
            "        parameter.requires_grad = False  # freeze",
            "2.10",
        ),
    ],
)
def test_requires_grad(before: str, after: str, target: str) -> None:
    head = HEAD.replace("adam = optim.Adam(params, lr=0.1)\n", "")
    assert repaired("MSL407", before, head, target) == (after, {SAFE})


@pytest.mark.parametrize(
    "text",
    [
        "x.requires_grad = True",
        "net.requires_grad_(mode=False)",
        "if x.sum(): net.requires_grad_(False)",
        "frozen = net.requires_grad_(False)",
        "parameter = 1\nnet.requires_grad_(False)",
        "net.requires_grad_(\n    False)",
    ],
)
def test_requires_grad_that_is_left(text: str) -> None:
    assert repaired("MSL407", text) == (text, set())
