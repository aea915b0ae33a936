"""What the benchmark of keywords makes of the way a call ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from packaging.version import Version

from benchmarks import keywords
from benchmarks.keywords import Row

VERSION = Version("2.10")


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (None, False),
        ("died", None),
        ({"error": "TypeError", "message": "f() got an unexpected keyword argument 'dim'"}, True),
        ({"error": "TypeError", "message": "f() got an unexpected keyword argument 'keepdim'"}, None),
        ({"error": "TypeError", "message": "f() missing 1 required positional argument: 'x'"}, None),
        ({"error": "TypeError", "message": "f(): argument 'dim' must be int"}, False),
        ({"error": "TypeError", "message": "f(): argument 'n' (position 2) must be int but got Tensor"}, None),
        ({"error": "TypeError", "message": "f.__init__() got multiple values for argument 'self'"}, None),
        (
            {
                "error": "TypeError",
                "message": "f(): incompatible function arguments.\n    1. (x: object, n: int = -1) -> object\n\n"
                "Invoked with: kwargs: dim=1",
            },
            True,
        ),
        (
            {
                "error": "TypeError",
                "message": "g(): incompatible function arguments.\n    1. (arg0: int) -> object\n\nInvoked with: 1",
            },
            False,
        ),
        (
            {
                "error": "TypeError",
                "message": "f(): incompatible function arguments.\n    1. (x: object, dim: int = -1) -> object\n",
            },
            False,
        ),
        ({"error": "ValueError", "message": "dim is too large"}, False),
        ({"error": "KeyError", "message": "'dim'"}, True),
        ({"error": "KeyError", "message": "invalid keys are passed, but got dict_keys(['dim'])."}, True),
        ({"error": "KeyError", "message": "only 'a' or 'b' are supported, but got 'dim': 3"}, False),
        ({"error": "AttributeError", "message": "module 'mindspore' has no attribute 'f'"}, None),
        (
            {
                "error": "TypeError",
                "message": 'Failed calling f with "f(dim=int)". The valid calling should be: "f(axis=<int>)"',
            },
            True,
        ),
        (
            {
                "error": "TypeError",
                "message": 'Failed calling f with "f(dim=str)". The valid calling should be: "f(dim=<int>)"',
            },
            False,
        ),
        (
            {
                "error": "TypeError",
                "message": 'Failed calling Inner with "Inner()". The valid calling should be: "Inner(axis=<int>)"',
            },
            False,
        ),
        (
            {
                "error": "TypeError",
                "message": 'Failed calling split with "split(str)". The valid calling should be: "split(axis=<int>)"',
            },
            False,
        ),
        (
            {
                "error": "TypeError",
                "message": 'Failed calling less with "less(dim=int)". The valid calling should be: "less(other=<int>)"',
            },
            True,
        ),
    ],
)
def test_how_a_call_ends_tells_whether_the_keyword_was_refused(outcome: object, expected: bool | None) -> None:
    assert keywords.is_refused(Row("mindspore.ops.f", "dim"), outcome) is expected


def test_a_call_has_all_that_has_no_default() -> None:
    assert keywords.call_of(Row("mindspore.nn.Dense", "bias"), VERSION) == (
        "mindspore.nn.Dense(in_channels=x, out_channels=x, bias=x)"
    )
    assert keywords.call_of(Row("mindspore.Tensor.sum", "dim"), VERSION) == "x.sum(dim=0)"
    assert keywords.call_of(Row("mindspore.Tensor.transpose", "dim0"), VERSION) == "x.transpose(dim1=1, dim0=0)"


def test_what_is_no_name_for_a_keyword_makes_no_call() -> None:
    assert keywords.call_of(Row("mindspore.nn.Dense", "from"), VERSION) is None


def test_calls_that_are_no_python_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"f\(from=1\)$"):
        keywords.flagged(["f(from=1)"], VERSION)


def test_rows_are_read_from_a_table(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    table.write_text("keyword,name\ndim,mindspore.ops.softmax\neps,mindspore.nn.layer.normalization.LayerNorm\n")
    assert keywords.rows_of(table) == [Row("mindspore.nn.LayerNorm", "eps"), Row("mindspore.ops.softmax", "dim")]


def test_a_table_without_the_columns_is_an_error(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    table.write_text("function,keyword\nmindspore.ops.softmax,dim\n")
    with pytest.raises(ValueError, match="the columns name and keyword"):
        keywords.rows_of(table)


def test_the_linter_is_asked_about_each_call() -> None:
    calls = ["mindspore.nn.Dense(2, 2, bias=x)", "mindspore.nn.Dense(2, 2, has_bias=x)", "x.squeeze(dim=0)"]
    assert keywords.flagged(calls, VERSION) == [True, False, True]


def test_both_kinds_of_rows_name_what_the_version_has() -> None:
    assert Row("mindspore.nn.Dense", "bias") in keywords.torch_rows(VERSION)
    assert Row("mindspore.nn.Dense", "has_bias") in keywords.own_rows(VERSION)


def test_the_environment_keeps_what_there_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/somewhere")
    assert keywords.environment(sys.executable)["LD_LIBRARY_PATH"].endswith("/somewhere")
