"""The fixes of the rules about arguments that MindSpore does not take, to the letter."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = "import mindspore as ms\nfrom mindspore import mint, nn, ops\nx = ms.Tensor([[1.0, 2.0]])\n"


def repaired(line: str, target: str = "2.10") -> tuple[str, set[str], set[Applicability]]:
    """The line after the fixes, the rules that spoke and how sure their fixes are."""
    text = f"{HEAD}{line}\n"
    report = linting.check(Path("program.py"), text, target)
    assert report.failure is None
    applicabilities = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    result = fixed(text, report.findings)
    assert result.startswith(HEAD)
    return result[len(HEAD) :].rstrip("\n"), {finding.code for finding in report.findings}, applicabilities


@pytest.mark.parametrize(
    ("code", "before", "after", "applicability"),
    [
        ("MSL701", "nn.Conv2d(3, 8, 3, bias=False)", "nn.Conv2d(3, 8, 3, has_bias=False)", SAFE),
        ("MSL701", "nn.Dense(3, 8, bias=flag)", "nn.Dense(3, 8, has_bias=flag)", SAFE),
        ("MSL701", "nn.Conv2d(3, 3, 3, groups=3, bias=b)", "nn.Conv2d(3, 3, 3, group=3, has_bias=b)", SAFE),
        ("MSL701", "ops.softmax(x, dim=1)", "ops.softmax(x, axis=1)", SAFE),
        ("MSL701", "x.squeeze(dim=0)", "x.squeeze(axis=0)", SAFE),
        ("MSL701", "mint.mean(x, axis=0)", "mint.mean(x, dim=0)", SAFE),
        ("MSL701", "mint.nn.Linear(3, 8, has_bias=False)", "mint.nn.Linear(3, 8, bias=False)", SAFE),
        ("MSL701", "nn.LayerNorm((8,), eps=1e-6)", "nn.LayerNorm((8,), epsilon=1e-6)", SAFE),
        ("MSL701", "nn.LayerNorm((8,), elementwise_affine=True)", "nn.LayerNorm((8,))", SAFE),
        ("MSL701", "nn.LeakyReLU(0.1, inplace=False)", "nn.LeakyReLU(0.1)", SAFE),
        ("MSL701", "nn.LeakyReLU(0.1, inplace=True)", "nn.LeakyReLU(0.1)", UNSAFE),
        ("MSL701", "nn.ReLU(inplace=True)", "nn.ReLU()", UNSAFE),
        (
            "MSL709",
            "nn.Conv2d(3, 8, 3, padding=1)",
            'nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1)',
            SAFE,
        ),
        (
            "MSL709",
            "nn.Conv2d(3, 8,\n    kernel_size=3, # the kernel\n    padding=1,  # both sides\n)",
            'nn.Conv2d(3, 8,\n    kernel_size=3, # the kernel\n    pad_mode="pad", padding=1,  # both sides\n)',
            SAFE,
        ),
        ("MSL709", "nn.MaxPool2d(2, 2, ceil_mode=True)", 'nn.MaxPool2d(2, 2, pad_mode="pad", ceil_mode=True)', SAFE),
        (
            "MSL712",
            "nn.Conv2d(3, 8, 3, 1, 1)",
            'nn.Conv2d(3, 8, 3, 1, pad_mode="pad", padding=1)',
            SAFE,
        ),
        (
            "MSL712",
            "nn.Conv2d(3, 8, 3, 1, 1, has_bias=True)",
            'nn.Conv2d(3, 8, 3, 1, pad_mode="pad", padding=1, has_bias=True)',
            SAFE,
        ),
        ("MSL712", "nn.MaxPool2d(3, 2, 1)", 'nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)', SAFE),
        ("MSL712", "nn.ReLU(True)", "nn.ReLU()", UNSAFE),
        ("MSL712", "nn.ReLU6( True, )", "nn.ReLU6()", UNSAFE),
    ],
)
def test_a_fix_writes_what_the_rule_says(code: str, before: str, after: str, applicability: Applicability) -> None:
    assert repaired(before) == (after, {code}, {applicability})


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("MSL701", 'nn.Conv2d(3, 8, 3, padding_mode="zeros")'),
        ("MSL701", "nn.Conv2d(3, 8, 3, bias=True, has_bias=True)"),
        ("MSL701", "x.norm(p=2)"),
        ("MSL701", "mint.arange(4, device=place)"),
        ("MSL701", "nn.Conv2d(3, 8, 3, **{'bias': True})"),
        ("MSL709", 'nn.Conv2d(3, 8, 3, pad_mode="same", padding=1)'),
        ("MSL709", 'nn.Conv2d(3, 8, 3, 1, "valid", 1)'),
        ("MSL709", "nn.Conv2d(3, 8, 3, **{'padding': 1})"),
        ("MSL712", "nn.Conv2d(3, 8)"),
        ("MSL712", "nn.Conv2d(3, 8, 3, 1, 1, 2)"),
        ("MSL712", "mint.zeros(2, 3)"),
    ],
)
def test_there_is_no_fix_where_the_meaning_is_not_sure(code: str, line: str) -> None:
    assert repaired(line) == (line, {code}, set())


def test_a_bias_and_a_padding_are_repaired_together() -> None:
    line = "nn.Conv2d(3, 8, 3, padding=1, bias=False)"
    after = 'nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1, has_bias=False)'
    assert repaired(line) == (after, {"MSL701", "MSL709"}, {SAFE})


def messages(line: str, target: str = "2.10") -> list[str]:
    report = linting.check(Path("program.py"), f"{HEAD}{line}\n", target)
    # The older versions have no mindspore.mint, which is another finding, in the second line.
    return [finding.message for finding in report.findings if (finding.code, finding.span.line) != ("MSL702", 2)]


@pytest.mark.parametrize(
    ("line", "target", "text"),
    [
        ("nn.Conv2d(3, 8, 3, bias=False)", "2.10", "nn.Conv2d takes no bias= on MindSpore 2.10"),
        ("nn.Conv2d(3, 8, 3, bias=False)", "1.10", "write has_bias="),
        ("ops.interpolate(x, sizes=2)", "2.10", "only MindSpore 1.10 takes it, here it may be size="),
        ("nn.Dense(3, 8, dtype=ms.float16)", "2.0", "only MindSpore 2.5 to 2.10 takes it"),
        ('nn.Conv2d(3, 8, 3, padding_mode="zeros")', "2.10", "pad_mode= comes closest but means something else"),
        ("nn.Conv2d(3, 8, 3, has_biass=True)", "2.10", "did you mean has_bias=?"),
        ("mint.arange(4, device=place)", "2.10", "it has nothing like it"),
        ("nn.ReLU(True)", "2.10", "takes no arguments by position, not 1, and raises TypeError"),
        ("nn.Conv2d(3, 8)", "2.10", "nn.Conv2d is called without kernel_size and raises TypeError; give it"),
        ("mint.zeros(2, 3)", "2.10", "takes at most 1 argument by position, not 2"),
        ("nn.Conv2d(3, 8, 3, padding=(1, 1, 1, 1))", "2.10", 'takes padding=(...) only with pad_mode="pad"'),
    ],
)
def test_a_message_says_what_is_wrong_and_what_to_write(line: str, target: str, text: str) -> None:
    [message] = messages(line, target)
    assert text in message
