"""The repairs of the rules on gradients, as text."""

from pathlib import Path
from textwrap import dedent

import linting
import pytest

from mslint.finding import Applicability, Edit

HEAD = """\
import mindspore as ms
from mindspore import nn, ops
net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), 0.1)
x = ms.ops.ones((2, 2))
"""


def repaired(text: str, head: str = HEAD) -> str | None:
    """The text after the fix of its one finding; None where that has no fix."""
    [finding] = linting.check(Path("main.py"), head + dedent(text)).findings
    if finding.fix is None:
        return None
    assert finding.fix.applicability is Applicability.SAFE
    result = applied(head + dedent(text), finding.fix.edits)
    assert linting.check(Path("main.py"), result).findings == []
    return result.removeprefix(head)


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    data = text.encode()
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        start = starts[edit.span.line - 1] + edit.span.column
        end = starts[edit.span.end_line - 1] + edit.span.end_column
        data = data[:start] + edit.text.encode() + data[end:]
    return data.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("optimizer.step(grads)\n", "optimizer(grads)\n"),
        ("done = optimizer . step(grads)\n", None),
        ("optimizer.step()\n", None),
        ("optimizer.step(*grads)\n", "optimizer(*grads)\n"),
        ("optimizer.step(grads, 1)\n", None),
        ("optimizer.step(\n    grads,  # all\n)\n", "optimizer(\n    grads,  # all\n)\n"),
        ("optimizer.zero_grad()\nprint(1)\n", "print(1)\n"),
        ("for _ in x:\n    optimizer.zero_grad()\n    print(1)\n", "for _ in x:\n    print(1)\n"),
        ("for _ in x:\n    optimizer.zero_grad()\n", None),
        ("optimizer.zero_grad()  # fresh\nprint(1)\n", None),
        ("optimizer.zero_grad(); print(1)\n", None),
        ("optimizer.zero_grad(\n)\nprint(1)\n", None),
        ("print(optimizer.zero_grad())\n", None),
        ("net.zero_grad()\nprint(1)\n", "print(1)\n"),
    ],
)
def test_torch_optimizer_step(before: str, after: str | None) -> None:
    assert repaired(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = net(x).detach()\n", "y = ops.stop_gradient(net(x))\n"),
        ("y = (net(x) + 1).detach()\n", "y = ops.stop_gradient((net(x) + 1))\n"),
        ("é, y = 'é', net(x).detach().asnumpy()\n", "é, y = 'é', ops.stop_gradient(net(x)).asnumpy()\n"),
        ("y = (net(x)\n     .detach())\n", "y = (ops.stop_gradient(net(x)\n     ))\n"),
        ("y = net(x).detach( )\n", None),
        ("y = net(x).  detach()\n", None),
        ("y = net(x).detach(\n)\n", None),
        ("f = net(x).detach\n", None),
        ("net(x).retain_grad()\n", None),
        ("y = net(x).is_leaf\n", None),
        ("ops = None\ny = net(x).detach()\n", "ops = None\ny = ms.ops.stop_gradient(net(x))\n"),
    ],
)
def test_torch_grad_attribute(before: str, after: str | None) -> None:
    if before.startswith("f = "):
        assert linting.check(Path("main.py"), HEAD + before).findings == []
    else:
        assert repaired(before) == after


@pytest.mark.parametrize(
    ("imports", "spelling"),
    [
        ("import mindspore", "mindspore.ops.stop_gradient"),
        ("import mindspore as ms", "ms.ops.stop_gradient"),
        ("from mindspore.ops import stop_gradient", "stop_gradient"),
        ("import mindspore.ops as ops", "ops.stop_gradient"),
        ("from mindspore.ops import functional as F", None),
        ("import torch.nn.functional as ops", None),
    ],
)
def test_the_spelling_that_the_file_has(imports: str, spelling: str | None) -> None:
    head = f"{imports}\nfrom mindspore import nn\nnet = nn.Dense(2, 1)\n"
    expected = None if spelling is None else f"y = {spelling}(net(1))\n"
    assert repaired("y = net(1).detach()\n", head) == expected
