"""The fixes of the rules about modes, to the letter."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = "from mindspore import nn, ops\nnet = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(p=0.5))\n"
CELL = "class Net(nn.Cell):\n    def construct(self, x):\n        "


def repaired(code: str, text: str) -> tuple[str, set[Applicability]]:
    """The text after the fixes of `code`, and how sure they are; other rules must not speak."""
    report = linting.check(Path("program.py"), f"{HEAD}{text}\n")
    assert report.failure is None
    assert {finding.code for finding in report.findings} == {code}
    result = fixed(f"{HEAD}{text}\n", report.findings)
    assert result.startswith(HEAD)
    applicabilities = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    return result[len(HEAD) :].rstrip("\n"), applicabilities


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net.train()", "net.set_train()"),
        ("net.train(False)", "net.set_train(False)"),
        ("net.train(mode=ready)", "net.set_train(mode=ready)"),
        ("net.eval()", "net.set_train(False)"),
        ("net = net.eval()  # for testing", "net = net.set_train(False)  # for testing"),
        ("größe = net.eval()", "größe = net.set_train(False)"),
        ("(net\n .eval())", "(net\n .set_train(False))"),
    ],
)
def test_a_torch_method_becomes_set_train(before: str, after: str) -> None:
    assert repaired("MSL105", before) == (after, {SAFE})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net.training = True", "net.set_train(True)"),
        ("net.training=False", "net.set_train(False)"),
        ("net.training = not ready  # later", "net.set_train(not ready)  # later"),
    ],
)
def test_an_assignment_becomes_set_train(before: str, after: str) -> None:
    assert repaired("MSL104", before) == (after, {UNSAFE})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return ops.dropout(x, p=0.1)", "return ops.dropout(x, p=0.1, training=self.training)"),
        ("return ops.dropout2d(x)", "return ops.dropout2d(x, training=self.training)"),
        ("return ops.dropout(\n        x, 0.1)", "return ops.dropout(\n        x, 0.1, training=self.training)"),
    ],
)
def test_a_functional_dropout_gets_the_mode(before: str, after: str) -> None:
    assert repaired("MSL108", f"{CELL}{before}") == (f"{CELL}{after}", {UNSAFE})


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("MSL105", "net.eval(  # for testing\n)"),
        ("MSL104", "net.training = (True)"),
        ("MSL104", "net.training = other = True"),
        ("MSL108", f"{CELL}return ops.dropout(x, p=0.1,)"),
        ("MSL108", f"{CELL}return ops.dropout(x, p=(0.1))"),
        ("MSL108", "class Net(nn.Cell):\n    def construct(this, x):\n        return ops.dropout(x, p=0.1)"),
    ],
)
def test_what_is_not_plain_is_left_as_it_is(code: str, text: str) -> None:
    assert repaired(code, text) == (text, set())
