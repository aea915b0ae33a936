"""The fixes of the rules about optimizers and dropout, to the letter."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = "from mindspore import Parameter, mint, nn, ops\nnet = nn.Dense(2, 2)\nparams = net.trainable_params()\n"


def repaired(code: str, line: str) -> tuple[str, set[Applicability]]:
    """The line after the fixes of `code`, and how sure they are; other rules must not speak."""
    text = f"{HEAD}{line}\n"
    report = linting.check(Path("program.py"), text)
    assert report.failure is None
    assert {finding.code for finding in report.findings} == {code}
    applicabilities = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    result = fixed(text, report.findings)
    assert result.startswith(HEAD)
    return result[len(HEAD) :].rstrip("\n"), applicabilities


@pytest.mark.parametrize(
    ("code", "before", "after", "applicability"),
    [
        (
            "MSL206",
            'nn.SGD([{"params": params, "learning_rate": 0.1}], 0.1)',
            'nn.SGD([{"params": params, "lr": 0.1}], 0.1)',
            SAFE,
        ),
        (
            "MSL206",
            "nn.SGD([{'params': params, 'learning_rate': 0.1}], 0.1)",
            "nn.SGD([{'params': params, 'lr': 0.1}], 0.1)",
            SAFE,
        ),
        (
            "MSL206",
            "nn.SGD([dict(params=params, learning_rate=0.1)], 0.1)",
            "nn.SGD([dict(params=params, lr=0.1)], 0.1)",
            SAFE,
        ),
        (
            "MSL207",
            "nn.Adam(params, betas=(0.9, 0.99), eps=1e-8)",
            "nn.Adam(params, beta1=0.9, beta2=0.99, eps=1e-8)",
            SAFE,
        ),
        (
            "MSL207",
            "nn.Adam(params, betas=[0.9, f(1, 2),])",
            "nn.Adam(params, beta1=0.9, beta2=f(1, 2))",
            SAFE,
        ),
        (
            "MSL207",
            "nn.Adam(params, betas=args.betas)",
            "nn.Adam(params, beta1=args.betas[0], beta2=args.betas[1])",
            SAFE,
        ),
        ("MSL207", "nn.Adam(params, amsgrad=True)", "nn.Adam(params, use_amsgrad=True)", SAFE),
        ("MSL207", "nn.Adagrad(params, initial_accumulator_value=0.1)", "nn.Adagrad(params, accum=0.1)", SAFE),
        ("MSL207", "nn.RMSProp(params, alpha=0.9, eps=1e-8)", "nn.RMSProp(params, decay=0.9, epsilon=1e-8)", UNSAFE),
        ("MSL207", "nn.SGD(params, 0.1, foreach=True, momentum=0.9)", "nn.SGD(params, 0.1, momentum=0.9)", SAFE),
        ("MSL207", "nn.SGD(params, 0.1, maximize=False)", "nn.SGD(params, 0.1)", SAFE),
        ("MSL210", "nn.Dropout(p=1 - 0.1)", "nn.Dropout(p=0.1)", UNSAFE),
        ("MSL210", "nn.Dropout(p=float(1.0 - args.drop_rate))", "nn.Dropout(p=float(args.drop_rate))", UNSAFE),
        ("MSL210", "nn.Dropout(p=args.keep_prob)", "nn.Dropout(p=1 - args.keep_prob)", UNSAFE),
        ("MSL210", "nn.Dropout(keep_prob=args['drop_rate'])", "nn.Dropout(keep_prob=1 - args['drop_rate'])", UNSAFE),
        ("MSL204", "nn.SGD(p for p in params)", "nn.SGD([p for p in params])", SAFE),
        ("MSL204", "nn.SGD((p for p in params), 0.1)", "nn.SGD(([p for p in params]), 0.1)", SAFE),
        ("MSL211", "nn.SGD(net.parameters_and_names(), 0.1)", "nn.SGD(net.trainable_params(), 0.1)", UNSAFE),
        ("MSL211", "nn.SGD(net.trainable_params, 0.1)", "nn.SGD(net.trainable_params(), 0.1)", SAFE),
        ("MSL211", "nn.SGD({'params': params}, 0.1)", "nn.SGD([{'params': params}], 0.1)", SAFE),
        ("MSL211", "nn.SGD(Parameter(1.0), 0.1)", "nn.SGD([Parameter(1.0)], 0.1)", SAFE),
        (
            "MSL212",
            "mint.optim.SGD(net.get_parameters(), lr=0.1)",
            "mint.optim.SGD(list(net.get_parameters()), lr=0.1)",
            SAFE,
        ),
    ],
)
def test_fix(code: str, before: str, after: str, applicability: Applicability) -> None:
    assert repaired(code, before) == (after, {applicability})


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("MSL206", 'nn.SGD([{"params": params, "lr": 0.1, "learning_rate": 0.1}], 0.1)'),
        ("MSL206", 'nn.SGD([{"params": params, "learning_" "rate": 0.1}], 0.1)'),
        ("MSL206", 'nn.SGD([{"params": params, "betas": (0.9, 0.99)}], 0.1)'),
        ("MSL207", "nn.Adam(params, betas=(0.9,  # the first\n    0.99))"),
        ("MSL207", "nn.Adam(params, betas=(0.9, 0.99), beta1=0.8)"),
        ("MSL207", "nn.Adam(params, betas=choose())"),
        ("MSL207", "nn.SGD(params, 0.1,  # a comment\n    foreach=True)"),
        ("MSL207", "nn.SGD(params, 0.1, maximize=True)"),
        ("MSL207", "OPTIONS = {'amsgrad': True}\nnn.Adam(params, **OPTIONS)"),
        ("MSL211", "nn.SGD(net, 0.1)"),
        ("MSL211", "nn.SGD(net.parameters_and_names(expand=False), 0.1)"),
    ],
)
def test_no_fix_where_the_text_or_the_meaning_is_not_plain(code: str, line: str) -> None:
    assert repaired(code, line) == (line, set())


def test_fixes_on_several_lines_and_after_wide_characters() -> None:
    before = 'nn.Adam(params, betas=(  \n    0.9,\n    0.99,\n)); name = "\u00e4"; nn.Dropout(p=1 - 0.1)'
    text = f"{HEAD}{before}\n"
    findings = linting.check(Path("program.py"), text).findings
    after = 'nn.Adam(params, beta1=0.9, beta2=0.99); name = "\u00e4"; nn.Dropout(p=0.1)'
    assert fixed(text, findings) == f"{HEAD}{after}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "lazy = net.get_parameters()\nopt = nn.SGD(lazy, 0.1)\nprint(len(lazy))",
            "lazy = list(net.get_parameters())\nopt = nn.SGD(lazy, 0.1)\nprint(len(lazy))",
        ),
        (
            "lazy = net.get_parameters()\nprint(*lazy)\nopt = nn.SGD([{'params': lazy}], 0.1)",
            "lazy = list(net.get_parameters())\nprint(*lazy)\nopt = nn.SGD([{'params': lazy}], 0.1)",
        ),
        (
            "lazy = filter(None, params)\nprint(*lazy)\nopt = mint.optim.SGD(lazy, 0.1)",
            "lazy = list(filter(None, params))\nprint(*lazy)\nopt = mint.optim.SGD(lazy, 0.1)",
        ),
    ],
)
def test_an_iterator_that_others_read_becomes_a_list_where_it_is_made(before: str, after: str) -> None:
    """A list made for the optimizer alone would leave the others an iterator that is used up, or be empty itself."""
    findings = linting.check(Path("program.py"), f"{HEAD}{before}\n").findings
    assert {finding.fix.applicability for finding in findings if finding.fix is not None} == {UNSAFE}
    assert fixed(f"{HEAD}{before}\n", findings) == f"{HEAD}{after}\n"
    assert linting.check(Path("program.py"), f"{HEAD}{after}\n").findings == []


def test_what_only_holds_the_iterator_is_not_made_a_list() -> None:
    text = "def build(groups):\n    return nn.SGD(groups, 0.1)\nbuild([{'params': net.get_parameters()}])\n"
    text += "options = {'params': net.get_parameters()}\nnn.SGD(**options, learning_rate=0.1)\n"
    findings = linting.check(Path("program.py"), HEAD + text).findings
    assert {finding.code for finding in findings} == {"MSL203", "MSL204"}
    assert "list([" not in fixed(HEAD + text, findings)
    assert "**list" not in fixed(HEAD + text, findings)
