"""What the benchmark of keywords tries, and what the linter says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.version import Version

from benchmarks import keywords
from mslint.selfcheck import keyword_rows
from mslint.selfcheck.keyword_rows import Row

VERSION = Version("2.10")


def test_a_call_has_all_that_has_no_default() -> None:
    assert keyword_rows.call_of(Row("mindspore.nn.Dense", "bias"), VERSION) == (
        "mindspore.nn.Dense(in_channels=x, out_channels=x, bias=x)"
    )
    assert keyword_rows.call_of(Row("mindspore.Tensor.sum", "dim"), VERSION) == "x.sum(dim=0)"
    assert keyword_rows.call_of(Row("mindspore.Tensor.transpose", "dim0"), VERSION) == "x.transpose(dim1=1, dim0=0)"


def test_what_is_no_name_for_a_keyword_makes_no_call() -> None:
    assert keyword_rows.call_of(Row("mindspore.nn.Dense", "from"), VERSION) is None


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
    assert Row("mindspore.nn.Dense", "bias") in keyword_rows.torch_rows(VERSION)
    assert Row("mindspore.nn.Dense", "has_bias") in keywords.own_rows(VERSION)
