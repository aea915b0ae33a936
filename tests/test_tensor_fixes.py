"""The fixes of the rules about tensors, to the letter, and what they say on each version."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability, Severity

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = """\
import mindspore as ms
import torch
from mindspore import Tensor, nn, ops
x = Tensor([[1.0, 2.0]], ms.float32)
"""


def repaired(code: str, text: str, target: str = "2.10") -> tuple[str, set[Applicability]]:
    """The text after the fixes of `code`, and how sure they are; other rules must not speak."""
    report = linting.check(Path("program.py"), f"{HEAD}{text}\n", target, also=(code,))
    assert report.failure is None
    assert {finding.code for finding in report.findings} == {code}
    result = fixed(f"{HEAD}{text}\n", report.findings)
    assert result.startswith(HEAD)
    applicabilities = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    return result[len(HEAD) :].rstrip("\n"), applicabilities


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        ("print(x.size())", "print(x.shape)", SAFE),
        ("rows = x.size(0)", "rows = x.shape[0]", SAFE),
        ("last = ops.abs(x).size(-1)  # columns", "last = ops.abs(x).shape[-1]  # columns", SAFE),
        ("größe = x.size(len('ä') - 1)", "größe = x.shape[len('ä') - 1]", SAFE),
        ("y = x.relu()", "y = ops.relu(x)", SAFE),
        ("y = (x + 1).cuda()", "y = (x + 1)", UNSAFE),
        ("y = x.cpu()", "y = x", UNSAFE),
        ("y = x.real * 2", "y = x.real() * 2", SAFE),
        ("y = x.max(dim=1).values", "y = x.max(dim=1)[0]", SAFE),
        ("y = ops.topk(x, 1).indices", "y = ops.topk(x, 1)[1]", SAFE),
    ],
)
def test_methods_of_tensors(before: str, after: str, how: Applicability) -> None:
    assert repaired("MSL704", before) == (after, {how})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x.numpy()", "y = x.asnumpy()"),
        ("y = x.permute(1, 0)", "y = x.transpose(1, 0)"),
        ("y = x.unsqueeze(0)", "y = x.expand_dims(0)"),
        ("y = x.numel()", "y = x.size"),
    ],
)
def test_methods_that_came_later(before: str, after: str) -> None:
    assert repaired("MSL704", before, "1.10") == (after, {SAFE})


@pytest.mark.parametrize(
    "text",
    [
        "rows = x.size(dim=0)",
        "rows = x.size(*[0])",
        "rows = x.size((0))",
        "rows = x.size( 0 )",
        "rows = x.size(  # rows\n    0\n)",
        "y = x.cuda(0)",
        "y = x.cuda(  # away\n)",
        "x.unsqueeze_(0)",
        "y = x.to('cuda')",
        "y = x.new_tensor([1.0])",
        "y = (x.sort()  # pairs\n     .values)",
    ],
)
def test_what_is_not_plain_has_no_fix(text: str) -> None:
    assert repaired("MSL704", text) == (text, set())


def test_functions_are_named_only_where_the_file_has_ops() -> None:
    text = "import mindspore as ms\nx = ms.Tensor([[1.0, 2.0]], ms.float32)\ny = x.relu()\n"
    [finding] = linting.check(Path("program.py"), text).findings
    assert finding.fix is None
    assert "mindspore.ops.relu" in finding.message


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x.astype(torch.float16)", "y = x.astype(ms.float16)"),
        ("y = Tensor([1], dtype=torch.long)", "y = Tensor([1], dtype=ms.int64)"),
        ("is_half = x.dtype == torch.half", "is_half = x.dtype == ms.float16"),
    ],
)
def test_data_types(before: str, after: str) -> None:
    assert repaired("MSL708", before) == (after, {SAFE})


@pytest.mark.parametrize(
    "text", ["y = torch.abs(x)", "y = ops.abs(torch.ones(2))", "is_half = x.dtype in (torch.half, torch.bfloat16)"]
)
def test_functions_of_pytorch_have_no_fix(text: str) -> None:
    assert repaired("MSL708", text) == (text, set())


def test_transpose_becomes_swapaxes() -> None:
    assert repaired("MSL520", "y = x.transpose(0, 1)", "2.0") == ("y = x.swapaxes(0, 1)", {UNSAFE})


@pytest.mark.parametrize(
    ("code", "text", "target", "expected"),
    [
        ("MSL704", "x.size()", "1.10", (Severity.ERROR, "size is a number")),
        ("MSL704", "x.clone()", "2.0", (Severity.ERROR, "tensors have no clone; write copy()")),
        ("MSL704", "x.clone()", "2.5", None),
        ("MSL704", "x.cuda()", "2.0", (Severity.ERROR, "device_target of mindspore.set_context")),
        ("MSL704", "x.cuda()", "2.5", (Severity.ERROR, "mindspore.set_device")),
        ("MSL704", "x.cuda()", "2.3", None),
        ("MSL704", "x.to('cpu')", "2.7", (Severity.ERROR, "to takes no such device")),
        ("MSL704", "x.to('cpu')", "2.8", None),
        ("MSL704", "x.add_(1)", "2.0", (Severity.ERROR, "write x = x.add(...)")),
        ("MSL704", "x.relu_()", "2.10", (Severity.ERROR, "write x = mindspore.ops.relu(x)")),
        ("MSL704", "ms.Parameter(x).is_cuda", "2.7", (Severity.ERROR, "parameters have no is_cuda")),
        ("MSL704", "x.max(1).indices", "2.0", (Severity.ERROR, "it has no indices")),
        ("MSL704", "x.max(dim=1).indices", "2.5", (Severity.ERROR, "plain tuple; write [1]")),
        ("MSL708", "torch.abs(x)", "1.10", (Severity.ERROR, "write mindspore.ops.abs")),
        ("MSL708", "x.dtype != torch.half", "2.10", (Severity.WARNING, "it is always True")),
        ("MSL708", "if ms.__version__ > '2': torch.abs(x)", "2.10", None),
        ("MSL520", "x.max(1)", "2.0", (Severity.PARITY, "without their indices")),
        ("MSL520", "a, b = x.max(1)", "2.0", (Severity.WARNING, "without their indices")),
        ("MSL520", "a, b = x.max(1)", "2.5", None),
        ("MSL520", "x.repeat(2)", "2.5", (Severity.PARITY, "repeats each element")),
        ("MSL520", "x.repeat(2)", "2.6", None),
        ("MSL520", "Tensor([1, 2]) / 2", "2.0", (Severity.WARNING, "are rounded")),
        ("MSL520", "Tensor([1, 2]) / 2", "2.5", None),
        ("MSL520", "x.split(1)", "1.10", (Severity.WARNING, "axis n and one part")),
        ("MSL520", "x.sum().item()", "2.0", (Severity.ERROR, "raises ValueError")),
    ],
)
def test_severity_and_words(code: str, text: str, target: str, expected: tuple[Severity, str] | None) -> None:
    findings = linting.check(Path("main.py"), f"{HEAD}{text}\n", target, also=(code,)).findings
    if expected is None:
        assert findings == []
    else:
        [finding] = findings
        severity, words = expected
        assert finding.code == code
        assert finding.severity is severity
        assert words in finding.message
        assert f"MindSpore {target}" in finding.message
