"""What the rules on gradients say about each version."""

from pathlib import Path

import linting
import pytest

from mslint.finding import Severity

HEAD = """\
import mindspore as ms
import torch
from mindspore import nn, ops
net = nn.Dense(2, 1)
x = ops.ones((2, 2), ms.float32)
"""
ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE


@pytest.mark.parametrize(
    ("line", "target", "expected"),
    [
        ("net(x).backward()", "1.10", (ERROR, "AttributeError")),
        ("net(x).backward()", "2.3", None),
        ("net(x).backward()", "2.5", (WARNING, "does nothing")),
        ("net(x).backward()", "2.6", (ERROR, "AttributeError")),
        ("torch.autograd.backward(net(x))", "2.5", (ERROR, "torch.autograd.backward raises")),
        ("net.zero_grad()", "2.0", (ERROR, "AttributeError")),
        ("ms.grad(net(x))(x)", "1.10", (ERROR, "raises")),
        ("ms.no_grad()", "2.10", (ERROR, "raises")),
        ("with torch.no_grad(): net(x)", "2.7", None),
        ("with torch.no_grad(): net(x)", "2.8", (ADVICE, "gradients go through")),
        ("import mindnlp\nwith torch.no_grad(): net(x)", "2.8", None),
        ("x.requires_grad = True", "2.0", (WARNING, "nothing reads")),
        ("print(x.requires_grad)", "2.0", (ERROR, "reading requires_grad raises")),
        ("print(x.requires_grad)", "2.5", (WARNING, "always gives False")),
        ("x.requires_grad_()", "2.7", (ERROR, "has no requires_grad_()")),
        ("x.requires_grad_()", "2.8", (WARNING, "does not make it one and gives None")),
        ("net.weight.requires_grad_()", "2.7", (ERROR, "has no requires_grad_()")),
        ("net.weight.requires_grad_()", "2.8", None),
        ("net.requires_grad_()", "2.10", (ERROR, "has no requires_grad_()")),
        ("print(net.weight.grad)", "2.5", (WARNING, "it is None")),
        ("print(x.is_leaf)", "2.5", (WARNING, "always True")),
        ("x.retain_grad()", "2.5", (WARNING, "it does nothing")),
        ("print(x.detach())", "2.5", (ERROR, "AttributeError")),
        ("print(x.grad_fn)", "2.9", (ERROR, "AttributeError")),
    ],
)
def test_severity_and_effect(line: str, target: str, expected: tuple[Severity, str] | None) -> None:
    found = linting.check(Path("main.py"), f"{HEAD}{line}\n", target).findings
    # MindSpore 1.10 has no mindspore.grad, which is another finding.
    findings = [finding for finding in found if finding.code != "MSL702"]
    if expected is None:
        assert findings == []
    else:
        [finding] = findings
        severity, effect = expected
        assert finding.severity is severity
        assert effect in finding.message
        assert f"MindSpore {target}" in finding.message
