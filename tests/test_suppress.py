"""Comments that silence findings: read as their owners read them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from doors import FAULT, IMPORT, flake8, mslint_findings, pylint
from packaging.version import Version
from pylint import __version__ as pylint_version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.finding import Confidence, Finding, Severity, Span
from mslint.pragmas import LineStates, Pragma, pragmas
from mslint.suppress import unsuppressed


def findings_on(text: str, *lines: int) -> list[Finding]:
    """MSL202 on each of `lines`, filtered by the comments of `text`."""
    findings = [
        Finding("MSL202", "optimizer-lr-keyword", Severity.ERROR, "m", "a.py", Span(line, 0, line, 1), Confidence.HIGH)
        for line in lines
    ]
    return unsuppressed("a.py", text.encode(), findings)


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# NOQA",
        "# noqa: MSL202",
        "# noqa:MSL202",
        "# noqa: E501,MSL202",
        "# noqa: E501 MSL202",
        "# noqa: MSL2",
        "# noqa: MSL202 because it is meant",
        "# type: ignore # noqa: MSL202",
        "# noqa: MSL",
        "# noqa : MSL001",
        "# mslint: ignore",
        "#mslint:ignore",
        "# mslint: ignore[MSL202]",
        "# mslint: ignore[msl2]",
        "# mslint: ignore[MSL201, optimizer-lr-keyword] # why",
        "# mslint: ignore[E9202]",
        "# mslint: ignore[W9202]",
        "# pylint: disable=optimizer-lr-keyword",
        "# pylint: disable=E9202",
        "# pylint: disable=W9202",
        "# pylint: disable=e9202",
        "# pylint: disable = invalid-name , optimizer-lr-keyword ; because",
        "# pylint: disable=E",
        "# pylint: disable=mslint",
        "# pylint: disable-msg=optimizer-lr-keyword",
        "# type: ignore # pylint: disable=optimizer-lr-keyword",
    ],
)
def test_on_the_line_of_the_finding(comment: str) -> None:
    assert findings_on(f"a = 1  {comment}\nb = 2\n", 1, 2) == findings_on("", 2)


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: MSL201,E501",
        "# noqa: msl202",
        "#noqa",
        "# mslint: ignore[MSL201]",
        "# mslint: ignore[]",
        "# mslint: ignored",
        "# pylint: disable=W",
        "# pylint: disable=error",
        "# pylint: disable=invalid-name",
        "# pylint: disable",
        "# pylint: disable optimizer-lr-keyword",
        "# pylint: enable=optimizer-lr-keyword",
        "# pylint disable=optimizer-lr-keyword",
    ],
)
def test_not_meant(comment: str) -> None:
    assert len(findings_on(f"a = 1  {comment}\n", 1)) == 1


@pytest.mark.parametrize(
    "comment", ["# noqa", "# pylint: disable=optimizer-lr-keyword", "# mslint: ignore", "# flake8: noqa"]
)
def test_words_in_strings_are_no_comments(comment: str) -> None:
    assert len(findings_on(f"a = '{comment}'\n", 1)) == 1
    assert len(findings_on(f"a = '''\n{comment}\n'''\n", 1, 3)) == 2


@pytest.mark.parametrize(
    "comment",
    [
        "# mslint: skip-file",
        "#mslint:skip-file why",
        "# flake8: noqa",
        "# flake8=NOQA",
        "# pylint: skip-file",
        "# pylint: disable=all",
        "# pylint: disable-all",
    ],
)
def test_whole_file(comment: str) -> None:
    assert findings_on(f"a = 1\n{comment}\n", 1) == []


@pytest.mark.parametrize("comment", ["# flake8: noqa", "# mslint: skip-file"])
def test_behind_code_it_is_not_for_the_file(comment: str) -> None:
    assert len(findings_on(f"a = 1  {comment}\n", 1)) == 1


def test_all_doors_skip_a_file_that_says_so(tmp_path: Path) -> None:
    skipped, word = tmp_path / "skipped_by_comment.py", tmp_path / "word_in_string.py"
    skipped.write_text(f"{IMPORT}# mslint: skip-file\n{FAULT}\n")
    word.write_text(f"{IMPORT}s = '''\n# mslint: skip-file\n'''\n{FAULT}\n")
    assert [Path(each["path"]).name for each in mslint_findings(skipped, word)] == [word.name]
    assert [Path(each["path"]).name for each in flake8("--isolated", skipped, word)] == [word.name]
    assert [Path(each["path"]).name for each in pylint(skipped, word)] == [word.name]


def test_joined_lines_share_their_comment() -> None:
    text = 'a = """\nb\n"""  # noqa\nc = 1 + \\\n    2  # mslint: ignore\nd = (\n    1,  # noqa\n)\n'
    assert findings_on(text, 1, 2, 3, 4, 5, 6, 7, 8) == findings_on("", 6, 8)


def test_a_pragma_behind_joined_lines_is_for_the_line_before() -> None:
    text = "x = 1\na = 1 + \\\n    2  # pylint: disable=optimizer-lr-keyword\nb = 1\n"
    assert findings_on(text, 1, 2, 4) == findings_on("", 1, 4)


def test_nothing_is_read_where_nothing_was_found() -> None:
    assert unsuppressed("a.py", b"# noqa \xff", []) == []


def test_disable_next() -> None:
    text = "# pylint: disable-next=optimizer-lr-keyword\na = 1\nb = 1\n"
    assert findings_on(text, 2, 3) == findings_on("", 3)
    assert findings_on("# pylint: disable-next=all\na = 1\nb = 1\n", 2, 3) == findings_on("", 3)


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("# pylint: disable=a", []),
        ("# pylint: disable=W", [Pragma("disable", ("W",))]),
        ("# pylint: disable=aa,bb", [Pragma("disable", ("aa", "bb"))]),
        ("# pylint: disable=aa enable=bb", [Pragma("disable", ("aa",)), Pragma("enable", ("bb",))]),
        ("# pylint: disable=aa enable", [Pragma("disable", ("aa",))]),
        ("# pylint: disable=aa # pylint: disable=bb", [Pragma("disable", ("bb",))]),
        ("# pylint: skip-file", [Pragma("skip-file")]),
        ("# pylint:disable-next=aa#bb", [Pragma("disable-next", ("aa",))]),
        ("# pylint: unknown=aa", []),
        ("# pylint:", []),
    ],
)
def test_grammar_of_pylint_comments(comment: str, expected: list[Pragma]) -> None:
    assert list(pragmas(comment)) == expected


BLOCKS = [
    """
    import os

    def first(x):
        '''Documented.'''
        y = x
        return y

    def second(): return 1
    z = first(1)
    """,
    """
    class A:
        '''Documented.'''

        one = 1

        @property
        def two(self):
            return 2

        three = 3
    four = 4
    """,
    """
    @first
    @second(1,
            2)
    def decorated():
        return 1
    a = 1
    """,
    """
    if a:
        b = 1
    elif c:
        d = 1
        e = 1
    else:
        f = 1
    for g in h:
        i = 1
        j = 1
    else:
        k = 1
    while l:
        m = 1
    n = 1
    """,
    """
    try:
        a = 1
        b = 1
    except ValueError:
        c = 1
        d = 1
    except:
        e = 1
    else:
        f = 1
    finally:
        g = 1
        h = 1
    i = 1
    """,
    """
    def outer():
        with a as b:
            c = 1
            d = call(1,
                     2,
                     three(4,
                           5))
        if e:
            return [
                1,
                2,
            ]
        else:
            if f:
                g = 1
            h = 1
    """,
    """
    def many():
        a = 1
        match a:
            case 1:
                b = 1
                c = 1
            case _:
                d = 1
        e = [
            x
            for x in y
        ]
    f = 1
    """,
]


# Up to pylint 4.0 a comment reaches less far in constructs with several blocks.
COMPARED = BLOCKS if Version(pylint_version) >= Version("4.1") else BLOCKS[:3]


def placed(block: str) -> list[str]:
    """`block` with one `# pylint: disable=MESSAGE` at each place where a comment can stand."""
    lines = textwrap.dedent(block).strip("\n").split("\n")
    texts = []
    for number, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        behind = [*lines]
        behind[number] += "  # pylint: disable=MESSAGE"
        alone = [*lines[:number], f"{indent}# pylint: disable=MESSAGE", *lines[number:]]
        back_on = [*alone, "# pylint: enable=MESSAGE", "last = 1"]
        texts += ["\n".join(text) + "\n" for text in (behind, alone, back_on)]
    return texts


def states_of_pylint(folder: Path, texts: list[str]) -> list[list[bool]]:
    """For each text, whether pylint would report `pointless-statement` on each line."""
    from astroid import nodes
    from pylint.checkers import BaseChecker
    from pylint.lint import PyLinter
    from pylint.reporters import CollectingReporter

    seen: dict[str, list[bool]] = {}

    class Probe(BaseChecker):
        name = "probe"
        msgs = {"W9999": ("never added", "never-added", "Only its state is looked at.")}  # noqa: RUF012

        def visit_module(self, node: nodes.Module) -> None:
            count = len(Path(node.file).read_text().splitlines())
            seen[node.name] = [self.linter.is_message_enabled("W9999", line) for line in range(1, count + 1)]

    linter = PyLinter(reporter=CollectingReporter())
    linter.disable("all")
    linter.register_checker(Probe(linter))
    linter.enable("never-added")
    paths = []
    for number, text in enumerate(texts):
        path = folder / f"block_{folder.name}_{number}.py"
        path.write_text(text.replace("MESSAGE", "never-added"))
        paths.append(path)
    linter.check([str(path) for path in paths])
    return [seen[path.stem] for path in paths]


def states_of_mslint(text: str) -> list[bool]:
    lines = text.splitlines()
    findings = findings_on(text.replace("MESSAGE", "optimizer-lr-keyword"), *range(1, len(lines) + 1))
    reported = {finding.span.line for finding in findings}
    return [line in reported for line in range(1, len(lines) + 1)]


@pytest.mark.parametrize("block", COMPARED, ids=range(len(COMPARED)))
def test_scopes_are_those_of_pylint(tmp_path: Path, block: str) -> None:
    texts = placed(block)
    for text, expected in zip(texts, states_of_pylint(tmp_path, texts), strict=True):
        assert states_of_mslint(text) == expected, text


def test_line_states_of_an_empty_file() -> None:
    import ast

    states = LineStates(ast.parse(""))
    states.set_block(3, enabled=False)
    assert states.is_enabled(1)
    states.set_line(1, enabled=False)
    assert not states.is_enabled(1)


def test_the_command_line_hides_what_flake8_hides(tmp_path: Path) -> None:
    comments = [
        "# noqa", "#noqa", "# noqa:MSL202", "# noqa: MSL202", "# noqa: msl202", "# noqa: MSL", "# noqa : MSL001",
        "# noqa: E501", "# noqa: E501,MSL202", "# noqa: E501;MSL202", "# noqa: MSL2", "# NoQA: MSL202 why",
        "# noqa: MSL201 MSL202", "# noqa:  MSL202", "# noqa-MSL202", "# a # noqa: MSL202", "# noqa: E501MSL202",
        "# noqa: E501 # noqa: MSL202", "# flake8: noqa",
    ]  # fmt: skip
    path = tmp_path / "model.py"
    path.write_text(IMPORT + "".join(f"{FAULT}  {comment}\n" for comment in comments))
    hidden_by_flake8 = [finding["line"] for finding in flake8("--isolated", path)]
    assert [finding["line"] for finding in mslint_findings(path)] == hidden_by_flake8
    assert 0 < len(hidden_by_flake8) < len(comments)


def test_the_command_line_hides_what_pylint_hides(tmp_path: Path) -> None:
    comments = [
        "# pylint: disable=optimizer-lr-keyword", "# pylint: disable=E9202", "# pylint: disable=E",
        "#pylint:disable=E9202",
        "# pylint: disable=mslint", "# pylint: disable=mslint-parity", "# pylint: disable=W", "# pylint: disable=error",
        "# pylint: disable=e9202", "# pylint: disable=E9201,E9202", "# pylint: disable=E9201 E9202",
        "# x # pylint: disable=E9202", "# pylint: disable=E9202 # pylint: disable=E9201", "# pylint: disable = E9202",
        "# pylint: disable=E9202; why", "# pylint: disable:E9202", "# pylint disable=E9202", "# pylint: E9202",
        "# pylint: disable=E9202 enable=E9201", "# pylint: enable=E9202", "# pylint: disable-next=E9202",
        "# pylint: disable-next=all", "# pylint: disable=OPTIMIZER-LR-KEYWORD", "# pylint: disable-msg=E9202",
    ]  # fmt: skip
    path = tmp_path / "hidden_by_comments.py"
    path.write_text(IMPORT + "".join(f"{FAULT}  {comment}\n" for comment in comments))
    hidden_by_pylint = [message["line"] for message in pylint(path) if message["messageId"] == "E9202"]
    assert [finding["line"] for finding in mslint_findings(path)] == hidden_by_pylint
    assert 0 < len(hidden_by_pylint) < len(comments)


def test_the_engine_itself_hides_nothing() -> None:
    text = f"{IMPORT}{FAULT}  # noqa\n"
    report = check_bytes("a.py", text.encode(), Settings(Version("2.10")), new_project())
    assert [finding.code for finding in report.findings] == ["MSL202"]
