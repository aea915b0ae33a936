"""Fixes and comments in notebooks: the source of the cells that they touch changes, and nothing else in the file."""

from __future__ import annotations

import copy
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from doors import mslint
from hypothesis import given
from hypothesis import strategies as st
from notebooks import code, markdown, notebook, text_of

from mslint.model.notebooks.code import Code, NotWritable, read
from mslint.model.notebooks.document import Document

BEFORE = [
    markdown("nn.Dropout(0.1)\n"),
    code("%matplotlib inline\nfrom mindspore import nn", tags=["é", "lr=0.1"]),
    code("%%time\nnet = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(0.1))\n%time net.train()\nnet.train()?"),
    code("!pip install lr=0.1\nopt = nn.Adam(net.trainable_params(), lr=0.1)  # é\n"),
    code("name = 'net.train()'"),
]
TOLD = """\
port.ipynb: 1 {0}: MSL105 [torch-mode-method]
port.ipynb: 1 {0}: MSL202 [optimizer-lr-keyword]
port.ipynb: 1 {0}: MSL209 [dropout-positional-rate]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.10"\n')
    return tmp_path


def put(text: str) -> None:
    Path("port.ipynb").write_bytes(text.encode())


def got() -> str:
    return Path("port.ipynb").read_bytes().decode()


def repaired(text: str) -> str:
    """The text of `BEFORE` in any form of JSON, with its faults repaired by hand."""
    text = text.replace("nn.Dense(2, 2), nn.Dropout(0.1)", "nn.Dense(2, 2), nn.Dropout(p=0.1)")
    text = text.replace("%time net.train()", "%time net.set_train()")
    return text.replace("trainable_params(), lr=0.1", "trainable_params(), learning_rate=0.1")


def fixed(*options: str) -> Any:
    return mslint("check", "--fix", "--unsafe-fixes", *options)


def compact(document: dict[str, Any]) -> str:
    return json.dumps(document, separators=(",", ":"))


def indented(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=4, ensure_ascii=True)


def reordered(document: dict[str, Any]) -> str:
    return json.dumps(dict(reversed(document.items())), indent="\t", ensure_ascii=False)


def with_windows_ends(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False).replace("\n", "\r\n") + "\r\n"


def with_mark(document: dict[str, Any]) -> str:
    return "\ufeff" + json.dumps(document, indent=2) + "\n\n"


def with_single_strings(document: dict[str, Any]) -> str:
    document = copy.deepcopy(document)
    for cell in document["cells"]:
        cell["source"] = "".join(cell["source"])
    return json.dumps(document, indent=1)


@pytest.mark.parametrize(
    "written", [compact, indented, reordered, with_windows_ends, with_mark, with_single_strings, json.dumps]
)
def test_only_the_source_of_touched_cells_changes(written: Callable[[dict[str, Any]], str]) -> None:
    before = written(notebook(*BEFORE))
    put(before)
    result = fixed()
    assert got() == repaired(before) != before
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == f"{TOLD.format('fixed')}1 file checked: 3 fixed, 0 remaining\n"


def test_the_result_is_a_notebook() -> None:
    put(text_of(*BEFORE))
    fixed()
    read_back = nbformat.reads(got(), as_version=4)
    nbformat.validate(read_back)
    assert read_back.cells[2].source == (
        "%%time\nnet = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(p=0.1))\n%time net.set_train()\nnet.train()?"
    )


def test_fixes_over_several_lines_keep_the_form() -> None:
    """MSL706 adds a line; the strings around it stay as they were written."""
    text = "from mindspore import nn\nclass Net(nn.Cell):\n    def __init__(self):\n        self.a = nn.Dense(2, 2)"
    added = text.replace("self):\n", "self):\n        super().__init__()\n")
    before = json.dumps(notebook(text, markdown("é")), indent=1).replace("import nn", "import \\u006en")
    put(before)
    assert mslint("check", "--fix").exit_code == 0
    assert got() == before.replace(
        '__init__(self):\\n",\n', '__init__(self):\\n",\n    "        super().__init__()\\n",\n'
    )
    assert json.loads(got())["cells"][0]["source"] == added.splitlines(keepends=True)
    nbformat.validate(nbformat.reads(got(), as_version=4))
    put(json.dumps({**notebook(), "cells": [{**code(""), "id": "a", "source": text}]}))
    mslint("check", "--fix")
    assert json.loads(got())["cells"][0]["source"] == added


def test_cells_that_are_indented_stay_so() -> None:
    source = '  from mindspore import nn\n  x = """\n y"""\n  \n  if True:\n    nn.Dropout(0.1)'
    put(text_of(source))
    fixed()
    assert got() == text_of(source.replace("(0.1)", "(p=0.1)"))


def test_windows_ends_in_a_cell_stay() -> None:
    source = "from mindspore import nn\r\n%time x = nn.Dropout(0.1)\r\n!ls \\\r\n  -l\r\n"
    put(text_of(source))
    fixed()
    assert got() == text_of(source.replace("(0.1)", "(p=0.1)"))


def test_diff_is_by_cell() -> None:
    put(text_of(*BEFORE))
    result = mslint("check", "--diff", "--unsafe-fixes")
    assert result.stdout == (
        "--- port.ipynb:cell 3\n+++ port.ipynb:cell 3\n@@ -1,4 +1,4 @@\n %%time\n"
        "-net = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(0.1))\n-%time net.train()\n"
        "+net = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(p=0.1))\n+%time net.set_train()\n net.train()?\n"
        "--- port.ipynb:cell 4\n+++ port.ipynb:cell 4\n@@ -1,2 +1,2 @@\n !pip install lr=0.1\n"
        "-opt = nn.Adam(net.trainable_params(), lr=0.1)  # é\n"
        "+opt = nn.Adam(net.trainable_params(), learning_rate=0.1)  # é\n"
    )
    assert result.stderr == f"{TOLD.format('would be fixed')}1 file checked: 3 would be fixed, 0 would remain\n"
    assert result.exit_code == 1
    assert got() == text_of(*BEFORE)


def test_safe_fixes_alone_leave_the_rest() -> None:
    put(text_of(*BEFORE))
    result = mslint("check", "--fix", "--output-format", "concise")
    assert got() == repaired(text_of(*BEFORE)).replace("nn.Dropout(p=0.1))", "nn.Dropout(0.1))")
    assert result.stdout.startswith("port.ipynb:cell 3:2:52: MSL209 ")
    assert result.exit_code == 1


OLD_NAME = ("# compiled\nfrom mindspore import ms_function", "@ms_function\ndef step(x):\n    return x")


def test_a_fix_may_reach_into_several_cells() -> None:
    put(text_of(*OLD_NAME))
    fixed()
    assert got() == text_of(*OLD_NAME).replace("ms_function", "jit")


def test_what_is_not_fixed_is_named_by_cell() -> None:
    before = text_of(markdown(""), *OLD_NAME).replace("@ms_function", "@ms_function  # noqa: MSL702")
    put(before)
    result = fixed()
    reason = "MSL702 not fixed: it would change a line on which it is silenced"
    assert result.stderr == f"port.ipynb:cell 2:2: {reason}\n1 file checked: 0 fixed, 1 remaining\n"
    assert got() == before


def test_a_second_run_writes_nothing() -> None:
    put(text_of(*BEFORE))
    fixed()
    os.utime("port.ipynb", (0, 0))
    fixed()
    assert os.stat("port.ipynb").st_mtime == 0


def test_what_cannot_be_written_stays_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    put(text_of(*BEFORE))
    os.chmod("port.ipynb", stat.S_IRUSR)
    result = fixed()
    assert result.stderr.startswith("port.ipynb: cannot be written: is read-only\n")
    assert got() == text_of(*BEFORE)
    assert result.exit_code == 2


def test_standard_input_is_a_filter() -> None:
    given_ = text_of(*BEFORE).encode()
    result = fixed("--stdin-filename", "port.ipynb", "-")
    assert result.stdout_bytes == b""
    result = mslint("check", "--fix", "--unsafe-fixes", "--stdin-filename", "port.ipynb", "-", stdin=given_)
    assert result.stdout_bytes == repaired(given_.decode()).encode()
    broken = b'{"nbformat": 4, "cells": ['
    result = mslint("check", "--fix", "--stdin-filename", "port.ipynb", "-", stdin=broken)
    assert (result.stdout_bytes, result.exit_code) == (broken, 2)


def test_add_noqa_writes_into_cells() -> None:
    put(text_of(*BEFORE))
    result = mslint("check", "--add-noqa")
    assert result.stderr == f"{TOLD.format('silenced')}1 file checked: 3 silenced, 0 remaining\n"
    text = text_of(*BEFORE).replace("nn.Dropout(0.1))\\n", "nn.Dropout(0.1))  # noqa: MSL209\\n")
    text = text.replace("%time net.train()", "%time net.train()  # noqa: MSL105")
    assert got() == text.replace("lr=0.1)  # é", "lr=0.1)  # é  # noqa: MSL202")
    assert mslint("check").exit_code == 0


def test_what_a_baseline_lists_is_not_changed() -> None:
    put(text_of(*BEFORE))
    mslint("baseline", "create")
    assert fixed().stderr == "1 file checked: 0 fixed, 0 remaining; 3 known findings held back\n"
    assert (
        mslint("check", "--add-noqa").stderr == "1 file checked: 0 silenced, 0 remaining; 3 known findings held back\n"
    )
    assert got() == text_of(*BEFORE)


def test_outputs_and_magics_of_a_touched_cell_stay() -> None:
    odd = "net.train()\n%lr=0.1\n%%html\n!net.train()\n?net.train\nx = !net.train()\nnet.train()??\n%time\n"
    source = "from mindspore import nn\nnet = nn.Dense(1, 1)\n" + odd
    put(text_of(source))
    fixed()
    assert got() == text_of(source.replace("net.train()\n%lr", "net.set_train()\n%lr"))


CHARACTERS = st.text(st.sampled_from("a \n\t\"\\/é\u2028\U0001f600#%!?'\x0c"), max_size=12)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, list[str]]:
    """The file of a notebook with these sources of code cells, written in any way."""
    sources = draw(st.lists(CHARACTERS, min_size=1, max_size=4))
    cells = [
        {**code(""), "source": source if draw(st.booleans()) else source.splitlines(keepends=True)}
        for source in sources
    ]
    indent = draw(st.sampled_from([None, 0, 1, "\t"]))
    return json.dumps(notebook(*cells), indent=indent, ensure_ascii=draw(st.booleans())), sources


@given(documents(), st.data())
def test_sources_are_exchanged_exactly(written: tuple[str, list[str]], data: st.DataObject) -> None:
    raw, sources = written
    document = Document(raw)
    assert [cell.text for cell in document.cells] == sources
    number = data.draw(st.integers(1, len(sources)))
    new = data.draw(CHARACTERS)
    after = document.with_sources({number: new}).decode()
    expected = json.loads(raw)
    was_text = isinstance(expected["cells"][number - 1]["source"], str)
    expected["cells"][number - 1]["source"] = new if was_text else new.splitlines(keepends=True)
    assert json.loads(after) == expected
    before, behind = raw[: document.cells[number - 1].start], raw[document.cells[number - 1].end :]
    assert after.startswith(before)
    assert after.endswith(behind)
    assert document.with_sources({}).decode() == raw


@given(documents())
def test_every_character_has_its_place_in_the_file(written: tuple[str, list[str]]) -> None:
    document = Document(written[0])
    for cell in document.cells:
        for index, character in enumerate(cell.text):
            start, end = document.offset(cell, index), document.offset(cell, index + 1, is_end=True)
            assert json.loads(f'"{document.raw[start:end]}"') == character


@given(documents())
def test_code_that_stays_leaves_the_file_as_it_is(written: tuple[str, list[str]]) -> None:
    code_ = Code(Document(written[0]))
    assert code_.with_text(code_.text) == written[0].encode()


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "import os\n" + text,
        lambda text: text.replace("cell 2", "cell 3"),
        lambda text: text.replace("kept 1", "kept 9"),
        lambda text: text.replace("from mindspore", "from #%kept 0 mindspore"),
        lambda text: text.replace("get_ipython(matplotlib, inline)", "get_ipython()"),
    ],
)
def test_code_that_does_not_fit_the_cells_is_refused(change: Callable[[str], str]) -> None:
    code_ = read(text_of(*BEFORE).encode())
    with pytest.raises(NotWritable):
        code_.with_text(change(code_.text))
