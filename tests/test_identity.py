"""A finding keeps its identity when the code around it moves or is laid out anew, and only then."""

from __future__ import annotations

import io
import tokenize
from itertools import pairwise
from pathlib import Path

import linting
import pytest
from doors import FAULT, IMPORT
from hypothesis import given
from hypothesis import strategies as st

from mslint.identity import MODULE_SCOPE, Identity, fingerprint, identities, normalised
from mslint.model.source import Source


def identified(text: str) -> list[Identity]:
    report = linting.check(Path("model.py"), text)
    assert report.failure is None
    return identities(Source.from_bytes("model.py", text.encode()), report.findings)


NESTED = f"""\
{IMPORT}
{FAULT}

class 网络(nn.Cell):
    bn = nn.BatchNorm2d(3, momentum=0.1)

    def __init__(self):
        super().__init__()
        if 参数:
            try:
                self.bn = nn.BatchNorm2d(3, momentum=0.1)
            except ValueError:
                self.bn = nn.BatchNorm2d(4, momentum=0.1)

        def inner(rate):
            with rate:
                return nn.BatchNorm2d(5, momentum=0.2)
"""


def test_scopes_and_occurrences() -> None:
    assert identified(NESTED) == [
        ("MSL202", MODULE_SCOPE, "nn.Momentum(lr=0.1)", 1),
        ("MSL201", "网络", "nn.BatchNorm2d(momentum=0.1)", 1),
        ("MSL201", "网络.__init__", "nn.BatchNorm2d(momentum=0.1)", 1),
        ("MSL201", "网络.__init__", "nn.BatchNorm2d(momentum=0.1)", 2),
        ("MSL201", "网络.__init__.inner", "nn.BatchNorm2d(momentum=0.2)", 1),
    ]


@pytest.mark.parametrize(
    "moved",
    [
        NESTED.replace(IMPORT, f"# 注释\n\n{IMPORT}import os\n"),
        NESTED.replace("momentum=0.1", "momentum  =  0.1"),
        NESTED.replace("momentum=0.1", "momentum=(  # why\n  0.1\n)").replace("(  # why\n  0.1\n)", "\\\n 0.1"),
        NESTED.replace("\n", "\r\n"),
        f"\ufeff{NESTED}",
    ],
    ids=["lines before", "blanks", "line joined", "CRLF", "byte order mark"],
)
def test_layout_changes_nothing(moved: str) -> None:
    assert identified(moved) == identified(NESTED)


@pytest.mark.parametrize(
    ("old", "new"), [("momentum=0.2", "momentum=0.3"), ("def inner", "def other"), ("class 网络", "class 模型")]
)
def test_text_and_names_change_it(old: str, new: str) -> None:
    assert identified(NESTED.replace(old, new)) != identified(NESTED)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("f( a,\n   b , )", "f(a,b)"),
        ("not  a if b  else c", "not a if b else c"),
        ("f('a')", 'f("a")'),
        ("f('a \"b\"')", "f('a \"b\"')"),
        ("f('# no comment')  # comment", 'f("# no comment")'),
        ("f('''a  #\n'b'  c''')", "f('''a  #\n'b'  c''')"),
        ('f("""a"" " # """)', 'f("""a"" " # """)'),
        (r"f('a\'  b', x)", r"f('a\'  b',x)"),
        ("lambda  学习率 :  学习率", "lambda 学习率:学习率"),
        ("a  \\\n  + b", "a+b"),
        ("'a'  'b'", '"a" "b"'),
        ("f'{x}'", 'f"{x}"'),
        ("'an open string", "'an open string"),
    ],
)
def test_normalised(text: str, wanted: str) -> None:
    assert normalised(text) == wanted


def test_long_texts_are_cut_and_still_differ() -> None:
    long = f"{IMPORT}nn.BatchNorm2d(3, momentum=0.1 if f({'a, ' * 200}b) else 0.1)\n"
    [first] = identified(long)
    [second] = identified(long.replace("b) else", "c) else"))
    assert len(first.text) < 200
    assert first.text[:160] == second.text[:160]
    assert first.text != second.text


ATOMS = st.sampled_from(["a", "学习率", "0.1", "'x y'", '"#"', "1e-3", "'''t'''", "True"])
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"f({', '.join(parts)})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} if {pair[1]} else not {pair[0]})"),
        st.tuples(inner, inner).map(lambda pair: f"[{pair[0]} + {pair[1]}]"),
    ),
    max_leaves=4,
)
GAPS = st.sampled_from(["", " ", "  ", "\n", "\n    ", "  # 注释, ' \"\n", "\\\n", "\t"])


@given(EXPRESSIONS, st.data())
def test_blanks_and_comments_between_tokens_never_count(expression: str, data: st.DataObject) -> None:
    tokens = [token.string for token in tokenize.generate_tokens(io.StringIO(expression).readline) if token.string]
    tokens = [token for token in tokens if token.strip()]
    spread = tokens[0]
    for before, after in pairwise(tokens):
        gap = data.draw(GAPS)
        if gap == "" and (before[-1].isalnum() or before[-1] in "'\"") and (after[0].isalnum() or after[0] in "'\""):
            gap = " "
        spread += gap + after
    assert normalised(spread) == normalised(expression)


@given(st.text(st.characters(exclude_categories=["Z", "Cc"], exclude_characters="\\")))
def test_any_text_has_one_form(text: str) -> None:
    assert normalised(f" {text}\n") == normalised(text)


def test_a_statement_is_its_header() -> None:
    def step(body: str) -> Source:
        return Source.from_bytes("a.py", f"def step(x):\n    {body}\n".encode())

    from mslint.finding import Confidence, Finding, Severity, Span

    def of(source: Source) -> Identity:
        end = source.parse().body[0]
        span = Span(1, 0, end.end_lineno or 0, end.end_col_offset or 0)
        [found] = identities(source, [Finding("MSL202", "s", Severity.ERROR, "m", "a.py", span, Confidence.HIGH)])
        return found

    assert of(step("return 1")) == of(step("return 2")) == Identity("MSL202", "step", "def step(x):", 1)


def test_fingerprints_tell_identities_apart() -> None:
    identity = Identity("MSL202", "f", "lr=0.1", 1)
    others = [identity._replace(occurrence=2), identity._replace(scope="f,lr"), identity._replace(text="lr=0.1,1")]
    assert len({fingerprint("a.py", each) for each in (identity, *others)} | {fingerprint("b.py", identity)}) == 5
