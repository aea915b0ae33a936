"""Edits of text, to the byte: whatever the encoding, the line ends and the characters around them."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mslint.finding import Edit, Span
from mslint.model.source import Source
from mslint.rewrite import Change, RewriteError, Rewritten, changes_of, encode


def rewritten(data: bytes, *edits: Edit) -> bytes:
    source = Source.from_bytes("a.py", data)
    return encode(source, data, Rewritten(source.text, changes_of(source, edits)).text)


def at(line: int, column: int, end_column: int, text: str) -> Edit:
    return Edit(Span(line, column, line, end_column), text)


def edit_of(data: bytes, name: str, text: str) -> Edit:
    """Replaces the only use of `name` in a program, whose place `ast` tells."""
    tree = ast.parse(data)
    [node] = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return Edit(Span(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset), text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"x = old\n", b"x = new\n"),
        (b"x = old", b"x = new"),
        (b"a = 1\r\nx = old\r\ny = 1\r\n", b"a = 1\r\nx = new\r\ny = 1\r\n"),
        (b"a = 1\rx = old\ry = 1\n", b"a = 1\rx = new\ry = 1\n"),
        (b"a = '''\r\n\r\n'''; x = old\n", b"a = '''\r\n\r\n'''; x = new\n"),
        (b"\xef\xbb\xbfx = old\n", b"\xef\xbb\xbfx = new\n"),
        (b"\x0c\nif 1:\n\tx = old\x0c\n\x0c\n", b"\x0c\nif 1:\n\tx = new\x0c\n\x0c\n"),
        (b"\x0cif 1:\n    \x0c\n    x = \x0cold\n", b"\x0cif 1:\n    \x0c\n    x = \x0cnew\n"),
        (b"if 1:\n\tx\t=\told\n", b"if 1:\n\tx\t=\tnew\n"),
        ("é = '模型'; x = old  # ≠\n".encode(), "é = '模型'; x = new  # ≠\n".encode()),
        ("# coding: gbk\na = '模型'; x = old\n".encode("gbk"), "# coding: gbk\na = '模型'; x = new\n".encode("gbk")),
        (b"# coding: latin-1\na = '\xe9\xff'; x = old\n", b"# coding: latin-1\na = '\xe9\xff'; x = new\n"),
        (b"a = '\xf0\x9f\x98\x80'; x = old\n", b"a = '\xf0\x9f\x98\x80'; x = new\n"),
        (b"a = 1 + \\\n  old\n", b"a = 1 + \\\n  new\n"),
        (b"a = '\x1c\x85'.strip(old)\n".replace(b"\x85", b"\xc2\x85"), b"a = '\x1c\xc2\x85'.strip(new)\n"),
    ],
)
def test_only_the_edited_range_changes(before: bytes, after: bytes) -> None:
    assert rewritten(before, edit_of(before, "old", "new")) == after


def test_a_line_is_deleted_with_its_end() -> None:
    line = Edit(Span(2, 0, 3, 0), "")
    assert rewritten(b"a\r\nb\r\nc\r\n", line) == b"a\r\nc\r\n"
    assert rewritten(b"a\nb", line) == b"a\n"


def test_new_lines_end_as_the_others_do() -> None:
    assert rewritten(b"a\r\nb\r\n", at(2, 0, 0, "x\n")) == b"a\r\nx\r\nb\r\n"
    assert rewritten(b"a\nb\n", at(2, 0, 0, "x\n")) == b"a\nx\nb\n"
    assert rewritten(b"a", at(1, 0, 0, "x\n")) == b"x\na"


def test_edits_at_one_place_are_made_in_their_order() -> None:
    assert rewritten(b"f(x)\n", at(1, 2, 2, "["), at(1, 2, 2, "("), at(1, 3, 3, ")]")) == b"f([(x)])\n"


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(RewriteError, match="overlap"):
        rewritten(b"abcd\n", at(1, 0, 2, "x"), at(1, 1, 3, "y"))


def test_what_the_encoding_lacks_is_refused() -> None:
    with pytest.raises(RewriteError, match="ascii cannot write '模'"):
        rewritten(b"# coding: ascii\nx\n", at(2, 0, 1, "模"))


def test_bytes_that_decoding_does_not_keep_are_refused() -> None:
    data = b"# coding: utf-7\nx = '+AGE-'\n"
    with pytest.raises(RewriteError, match="in several ways"):
        rewritten(data, at(2, 0, 1, "y"))


@pytest.mark.parametrize(
    ("one", "other", "touches"),
    [
        ((0, 2), (2, 4), False),
        ((0, 3), (2, 4), True),
        ((0, 4), (1, 2), True),
        ((1, 1), (1, 1), True),
        ((1, 1), (1, 3), True),
        ((3, 3), (1, 3), False),
        ((2, 2), (1, 3), True),
        ((0, 0), (5, 5), False),
    ],
)
def test_touching(one: tuple[int, int], other: tuple[int, int], touches: bool) -> None:
    assert Change(*one, "").touches(Change(*other, "")) is touches
    assert Change(*other, "").touches(Change(*one, "")) is touches


@st.composite
def texts_and_changes(draw: st.DrawFn) -> tuple[str, list[Change]]:
    text = draw(st.text(alphabet="ab\n\r\té模😀\x0c", max_size=30))
    ends = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = zip(ends[::2], ends[1::2], strict=False)
    return text, [Change(start, end, draw(st.text(alphabet="xyö", max_size=3))) for start, end in pairs]


@given(texts_and_changes())
def test_places_are_found_again(given_: tuple[str, list[Change]]) -> None:
    text, changes = given_
    result = Rewritten(text, changes)
    # What lies between two changes is found between the new places of its ends.
    bounds = [0, *(end for change in changes for end in (change.start, change.end)), len(text)]
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        if start < end:
            kept = text[start:end]
            assert kept in result.text[result.start_of(start) : result.end_of(end)]
    expected = text
    for change in reversed(changes):
        expected = expected[: change.start] + change.text + expected[change.end :]
    assert result.text == expected
