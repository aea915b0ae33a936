"""How fixes are made: in rounds, proved, and never where a comment or a comment's wish stands against it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.version import Version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.finding import Applicability, Confidence, Edit, Finding, Fix, Severity, Span
from mslint.fixes import MAX_ROUNDS, Repair, repair

SAFE = frozenset({Applicability.SAFE})
ALL = frozenset(Applicability)
HEAD = "import mindspore as ms\nfrom mindspore import mint, nn, ops\nnet = nn.Dense(2, 2)\n"


def fixed(data: bytes, allowed: frozenset[Applicability] = ALL) -> Repair:
    """A file after the fixes of the default rules."""
    project = new_project()
    options = Settings(Version("2.10"))

    def check(content: bytes) -> list[Finding] | None:
        report = check_bytes("model.py", content, options, project)
        return None if report.failure is not None else report.findings

    return repair("model.py", data, check(data) or [], check, allowed)


def fixed_text(text: str, allowed: frozenset[Applicability] = ALL) -> str:
    return fixed((HEAD + text).encode(), allowed).data.decode().removeprefix(HEAD)


Rewrite = tuple[str, str]


def made_up(data: str, *rules: tuple[str, str, Severity], check_parses: Callable[[bytes], bool] = bool) -> Repair:
    """A file after fixes of rules of the form (pattern, replacement, severity), named MSL901, MSL902 ..."""

    def check(content: bytes) -> list[Finding] | None:
        if not check_parses(content):
            return None
        found = []
        for number, (pattern, text, severity) in enumerate(rules, start=1):
            for row, line in enumerate(content.decode().splitlines(), start=1):
                for match in re.finditer(pattern, line):
                    span = Span(row, match.start(), row, match.end())
                    fix = Fix("write it", (Edit(span, match.expand(text)),), Applicability.SAFE)
                    code = f"MSL90{number}"
                    found.append(Finding(code, "made-up", severity, "m", "a.py", span, Confidence.HIGH, fix))
        return sorted(found, key=lambda finding: finding.sort_key)

    encoded = data.encode()
    return repair("a.py", encoded, check(encoded) or [], check, SAFE)


WARNING, ERROR = Severity.WARNING, Severity.ERROR


def test_unsafe_fixes_are_made_only_where_they_are_allowed() -> None:
    text = "net.eval()\nnn.BatchNorm2d(2, momentum=0.1)\n"
    assert fixed_text(text, SAFE) == "net.set_train(False)\nnn.BatchNorm2d(2, momentum=0.1)\n"
    assert fixed_text(text, ALL) == "net.set_train(False)\nnn.BatchNorm2d(2, momentum=0.9)\n"


def test_fixes_that_touch_wait_for_the_next_round() -> None:
    text = "nn.SGD(net.trainable_params(), learning_rate=0.1, foreach=True, fused=False)\n"
    result = fixed((HEAD + text).encode())
    assert result.data.decode() == f"{HEAD}nn.SGD(net.trainable_params(), learning_rate=0.1)\n"
    assert [finding.code for finding in result.done] == ["MSL207", "MSL207"]
    assert result.remaining == []


def test_a_fix_that_several_findings_share_is_made_once() -> None:
    text = "kind = nn.SGD if ms.flag else nn.Adam\nkind(net.trainable_params(), lr=0.1)\n"
    result = fixed((HEAD + text).encode())
    assert result.data.decode().endswith("kind(net.trainable_params(), learning_rate=0.1)\n")
    assert [finding.code for finding in result.done] == ["MSL202", "MSL202"]


@pytest.mark.parametrize(
    "text",
    [
        "nn.Adam(net.trainable_params(), betas=(0.9,  # first\n    0.99))\n",
        "nn.Adam(net.trainable_params(), betas=(\n    # both\n    0.9, 0.99))\n",
        "print(f'{net.eval()}')\n",
        "print(f'''\n{net.eval()}''')\n",
        "net.eval()  # noqa\n",
        "net.eval()  # noqa: MSL105\n",
        "net.eval()  # pylint: disable=torch-mode-method\n",
        "net.eval()  # mslint: ignore[MSL105]\n",
        "# mslint: skip-file\nnet.eval()\n",
        "# flake8: noqa\nnet.eval()\n",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    result = fixed((HEAD + text).encode())
    assert (result.data.decode(), result.done, result.refused) == (HEAD + text, [], [])


def test_a_number_sign_in_a_string_is_no_comment() -> None:
    before = "nn.Adam(net.trainable_params(), betas=(ms.a['#'], 0.99))\n"
    assert fixed_text(before) == "nn.Adam(net.trainable_params(), beta1=ms.a['#'], beta2=0.99)\n"


def test_a_line_on_which_the_finding_is_silenced_is_not_changed() -> None:
    finding = Finding(
        "MSL202", "optimizer-lr-keyword", ERROR, "m", "a.py", Span(1, 0, 1, 1), Confidence.HIGH,
        Fix("write it", (Edit(Span(2, 0, 2, 1), "c"),), Applicability.SAFE),
    )  # fmt: skip
    data = b"a = 1\nb = 2  # noqa: MSL202\n"
    result = repair("a.py", data, [finding], lambda content: [finding], SAFE)
    assert result.data == data
    assert [each.reason for each in result.refused] == ["it would change a line on which it is silenced"]
    fine = data.replace(b"202", b"201")
    result = repair("a.py", fine, [finding], lambda content: [finding] if content == fine else [], SAFE)
    assert result.data == b"a = 1\nc = 2  # noqa: MSL201\n"


def test_a_fix_that_breaks_the_file_is_not_made() -> None:
    result = made_up("a = 1\nb = 2\n", ("a", "(", WARNING), ("b", "c", WARNING), check_parses=lambda x: b"(" not in x)
    assert result.data == b"a = 1\nc = 2\n"
    assert [finding.code for finding in result.done] == ["MSL902"]
    assert [(each.finding.code, each.reason) for each in result.refused] == [
        ("MSL901", "the file would not parse any more")
    ]
    assert [finding.code for finding in result.remaining] == ["MSL901"]


def test_a_fix_that_does_not_help_is_not_made() -> None:
    result = made_up("x = aa\n", ("aa?", r"b\g<0>", WARNING))
    assert result.data == b"x = aa\n"
    assert [each.reason for each in result.refused] == ["what was found would still be there"]


def test_a_fix_that_brings_an_error_is_not_made() -> None:
    result = made_up("x = a\n", ("a", "b", WARNING), ("b", "b", ERROR))
    assert result.data == b"x = a\n"
    assert [each.reason for each in result.refused] == ["MSL902 would be found in its place"]


def test_a_fix_may_uncover_a_warning_and_an_error_elsewhere() -> None:
    assert made_up("x = a\n", ("a", "b", WARNING), ("b", "c", WARNING)).data == b"x = c\n"
    result = made_up("x = a\ny = d\n", ("a", "b", WARNING), ("d", "d", ERROR))
    assert result.data == b"x = b\ny = d\n"


def test_fixes_that_undo_each_other_change_nothing() -> None:
    result = made_up("x = a\n", ("a", "b", WARNING), ("b", "a", WARNING))
    assert (result.data, result.done) == (b"x = a\n", [])
    assert [each.reason for each in result.refused] == ["fixes undo each other"]
    assert [finding.code for finding in result.remaining] == ["MSL901"]


def test_rounds_end() -> None:
    even, odd = (r"\b(?:xx)*y\b", r"x\g<0>", WARNING), (r"\bx(?:xx)*y\b", r"x\g<0>", WARNING)
    result = made_up("y\n", even, odd)
    assert result.data == b"x" * MAX_ROUNDS + b"y\n"
    assert (len(result.done), len(result.remaining), result.refused) == (MAX_ROUNDS, 1, [])


def test_the_last_content_that_is_checked_is_the_result() -> None:
    seen = []

    def check(content: bytes) -> list[Finding] | None:
        seen.append(content)
        return None if b"(" in content else []

    fix = Fix("write it", (Edit(Span(1, 0, 1, 1), "("),), Applicability.SAFE)
    finding = Finding("MSL901", "made-up", WARNING, "m", "a.py", Span(1, 0, 1, 1), Confidence.HIGH, fix)
    assert repair("a.py", b"a = 1\n", [finding], check, SAFE).data == b"a = 1\n"
    assert seen == [b"( = 1\n", b"a = 1\n"]


def test_the_rest_of_a_file_in_an_odd_encoding_stays() -> None:
    for codec, name in (("gbk", "模型"), ("latin-1", "é"), ("utf-8-sig", "模型"), ("euc-jp", "模型")):
        cookie = "" if codec == "utf-8-sig" else f"# coding: {codec}\n"
        before = f"{cookie}{HEAD}s = '{name}'; net.eval()  # {name}\n".encode(codec)
        assert fixed(before).data == before.replace(b".eval()", b".set_train(False)")


def test_an_encoding_that_does_not_keep_bytes_is_refused() -> None:
    data = f"# coding: utf-7\n{HEAD}s = '+AGE-'\nnet.eval()\n".encode()
    result = fixed(data)
    assert result.data == data
    assert [each.reason for each in result.refused] == ["utf-7 can write the file in several ways"]


PIECES: list[Rewrite] = [
    ("net.eval()", "net.set_train(False)"),
    ("net.train(ms.ready)", "net.set_train(ms.ready)"),
    ("norm = nn.BatchNorm2d(8, momentum=0.1)", "norm = nn.BatchNorm2d(8, momentum=0.9)"),
    ("drop = nn.Dropout(0.1)", "drop = nn.Dropout(p=0.1)"),
    ("drop = nn.Dropout(p=1 - 0.1)", "drop = nn.Dropout(p=0.1)"),
    ("o = nn.SGD(net.get_parameters(), lr=0.1)", "o = nn.SGD(list(net.get_parameters()), learning_rate=0.1)"),
    (
        "o = nn.Adam(net.trainable_params(), betas=(0.9, 0.99), amsgrad=True)",
        "o = nn.Adam(net.trainable_params(), beta1=0.9, beta2=0.99, use_amsgrad=True)",
    ),
    ("o = mint.optim.SGD(net.get_parameters(), lr=0.1)", "o = mint.optim.SGD(list(net.get_parameters()), lr=0.1)"),
    ("both = [nn.Dropout(0.1), net.eval()]", "both = [nn.Dropout(p=0.1), net.set_train(False)]"),
    ("s = '模型 é'; net.eval()", "s = '模型 é'; net.set_train(False)"),
    ("s = '#'; net.eval();", "s = '#'; net.set_train(False);"),
]
NOISE = [
    "",
    "# 模型",
    "s = 'é'",
    "s = '''\nnet.eval()\n'''",
    "x = (1,\n\t2)",
    "\x0c",
    "net.eval()  # noqa",
    "if s: pass",
]


@st.composite
def programs(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A program of pieces in any order and shape, and what has to become of it."""
    indent = draw(st.sampled_from(["", "\t", "    ", "  \t"]))
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    # Python finds no encoding declared where lines end in a carriage return alone.
    codec = draw(st.sampled_from(["utf-8", "utf-8-sig"] + ["gb18030"] * (newline != "\r")))
    tail = draw(st.sampled_from(["", "  # kept", "\t#kept\t", " "]))
    pieces = draw(st.lists(st.sampled_from(PIECES) | st.sampled_from([(each, each) for each in NOISE]), max_size=7))
    head = ("# coding: gb18030\n" if codec == "gb18030" else "") + HEAD + ("if net:\n" if indent else "")
    texts = []
    for which in (0, 1):
        lines = [f"{indent}pass"]
        for piece in pieces:
            end = tail if piece in PIECES else ""
            lines.append(f"{indent}{piece[which]}{end}")
        texts.append((head + "\n".join(lines)).replace("\n", newline).encode(codec))
    return texts[0], texts[1]


@settings(max_examples=60)
@given(programs())
def test_any_program_is_repaired_to_the_byte(program: tuple[bytes, bytes]) -> None:
    before, after = program
    result = fixed(before)
    assert result.data == after
    assert result.refused == []
    assert fixed(after).data == after


@settings(max_examples=40)
@given(st.data())
def test_whatever_the_fixes_are_the_file_parses_and_the_rest_stays(data: st.DataObject) -> None:
    """Fixes of no sense at all, at any places: they are made only where the result is a program."""
    before = b"".join(
        data.draw(st.sampled_from([b"a = 1\n", b"b = (1, 2)\r\n", b"c = '\xc3\xa9'\n", b"if a:\n    d = 4\n"]))
        for _ in range(data.draw(st.integers(1, 5)))
    )
    lines = before.decode().replace("\r\n", "\n").split("\n")
    findings = []
    for _ in range(data.draw(st.integers(1, 5))):
        row = data.draw(st.integers(1, len(lines)))
        length = len(lines[row - 1].encode())
        start, end = sorted((data.draw(st.integers(0, length)), data.draw(st.integers(0, length))))
        text = data.draw(st.sampled_from(["", "(", ")", "x", " ", "\n", "é"]))
        span = Span(row, start, row, end)
        fix = Fix("write it", (Edit(span, text),), Applicability.SAFE)
        findings.append(Finding("MSL901", "made-up", WARNING, "m", "a.py", span, Confidence.HIGH, fix))
    project = new_project()

    def check(content: bytes) -> list[Finding] | None:
        report = check_bytes("a.py", content, Settings(Version("2.10")), project)
        return None if report.failure is not None else []

    result = repair("a.py", before, sorted(set(findings), key=lambda each: each.sort_key), check, SAFE)
    compile(result.data, "a.py", "exec")
    if not result.done:
        assert result.data == before
    assert len(result.done) + len(result.refused) + len(result.remaining) >= 1
    assert {replace(each.finding, fix=None) for each in result.refused} <= {replace(f, fix=None) for f in findings}
