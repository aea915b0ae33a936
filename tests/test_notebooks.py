"""Notebooks: what is found in which cell, in every form of output, and what happens to files that are none."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from doors import FAULT, FAULTY, IMPORT, mslint
from notebooks import code, markdown, notebook, text_of

MESSAGE = "on MindSpore 2.10 mindspore.nn.Momentum takes no lr= and raises TypeError; write learning_rate="
LINE = f"MSL202 [*] {MESSAGE} [optimizer-lr-keyword]"
CELLS = (markdown("# A port\n"), "%matplotlib inline\nfrom mindspore import nn", code(f"%%time\nx = 1\n{FAULT}"))
HINT = "[*] 1 can be fixed with --fix\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    Path("pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.10"\n')
    return tmp_path


def put(*cells: str | dict[str, Any], path: str = "port.ipynb", **metadata: Any) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text_of(*cells, **metadata), encoding="utf-8")


def found(*arguments: str) -> list[tuple[str, int, int, str]]:
    """Path, cell, line and code of each finding."""
    result = mslint("check", "--output-format", "json", *arguments)
    assert result.exit_code in (0, 1), result.stderr
    return [(each["path"], each["cell"], each["line"], each["code"]) for each in json.loads(result.stdout)]


def test_findings_are_named_by_cell_and_line() -> None:
    put(*CELLS)
    result = mslint("check")
    assert (result.stdout, result.exit_code) == (f"port.ipynb:cell 3:3:43: {LINE}\n", 1)
    assert result.stderr == f"{HINT}1 file checked: 1 finding\n"


def test_the_terminal_shows_the_line_of_the_cell() -> None:
    put(IMPORT, f"if True:\n    %time {FAULT}\n")
    lines = [re.sub("\x1b[^m]*m", "", line) for line in mslint("check", "--color", "always").stdout.splitlines()]
    assert lines == [
        f"port.ipynb:cell 2:2:53: {LINE}",
        f" 2 |     %time {FAULT}",
        f"   |           {' ' * 42}^^^^^^",
    ]


def test_json_has_the_cell() -> None:
    put(*CELLS)
    Path("port.py").write_text(FAULTY)
    notebook_one, file_one = json.loads(mslint("check", "--output-format", "json").stdout)
    assert notebook_one == {
        "code": "MSL202", "symbol": "optimizer-lr-keyword", "severity": "error", "message": MESSAGE,
        "path": "port.ipynb", "cell": 3, "line": 3, "column": 43, "end_line": 3, "end_column": 49,
        "confidence": "high",
    }  # fmt: skip
    assert file_one == {
        key: {"path": "port.py", "line": 2, "end_line": 2}.get(key, value)
        for key, value in notebook_one.items()
        if key != "cell"
    }


def physical(text: str, marked: str) -> tuple[int, int]:
    """Line and column, from 1, at which `marked` begins in a text that has it once."""
    assert text.count(marked) == 1
    before = text[: text.index(marked)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.fixture
def place() -> tuple[int, int]:
    """Where the fault is in the JSON of a notebook whose line holds a quote and a character of several bytes."""
    put(*CELLS[:2], f'%%time\nx = "é"; {FAULT}')
    return physical(Path("port.ipynb").read_text(encoding="utf-8"), "lr=0.1, mom")


def test_github_points_into_the_file(place: tuple[int, int]) -> None:
    line, column = place
    assert mslint("check", "--output-format", "github").stdout == (
        f"::error title=MSL202 (optimizer-lr-keyword),file=port.ipynb,line={line},endLine={line},col={column},"
        f"endColumn={column + 6}::cell 3, line 2: {MESSAGE}\n"
    )


def test_pylint_form_points_into_the_file(place: tuple[int, int]) -> None:
    line, column = place
    assert mslint("check", "--output-format", "pylint").stdout == (
        f"port.ipynb:{line}:{column}: E9202: cell 3, line 2: {MESSAGE} (optimizer-lr-keyword)\n"
    ), "in bytes from 0, and é has two"


def test_gitlab_points_into_the_file(place: tuple[int, int]) -> None:
    [issue] = json.loads(mslint("check", "--output-format", "gitlab").stdout)
    assert issue["location"] == {"path": "port.ipynb", "lines": {"begin": place[0], "end": place[0]}}
    assert issue["description"] == f"MSL202: cell 3, line 2: {MESSAGE}"


def test_junit_points_into_the_file(place: tuple[int, int]) -> None:
    written = mslint("check", "--output-format", "junit").stdout
    assert f'classname="port.ipynb" file="port.ipynb" line="{place[0]}"' in written
    assert f'message="cell 3, line 2: {MESSAGE}">port.ipynb:cell 3:2:52: MSL202 ' in written


def applied(text: str, fix: dict[str, Any]) -> str:
    """A text with the replacements of a fix in SARIF."""
    lines = text.splitlines(keepends=True)
    [change] = fix["artifactChanges"]
    for each in reversed(change["replacements"]):
        region, new = each["deletedRegion"], each["insertedContent"]["text"]
        assert region["startLine"] == region["endLine"]
        line = lines[region["startLine"] - 1]
        lines[region["startLine"] - 1] = line[: region["startColumn"] - 1] + new + line[region["endColumn"] - 1 :]
    return "".join(lines)


def test_sarif_points_into_the_file_and_its_fixes_fit_there(place: tuple[int, int]) -> None:
    before = Path("port.ipynb").read_text(encoding="utf-8")
    [result] = json.loads(mslint("check", "--output-format", "sarif").stdout)["runs"][0]["results"]
    region = {"startLine": place[0], "startColumn": place[1], "endLine": place[0], "endColumn": place[1] + 6}
    assert result["locations"][0]["physicalLocation"]["region"] == region
    assert result["message"] == {"text": f"cell 3, line 2: {MESSAGE}"}
    mslint("check", "--fix")
    assert applied(before, result["fixes"][0]) == Path("port.ipynb").read_text(encoding="utf-8") != before


def test_sarif_of_a_source_that_is_one_string() -> None:
    [before] = [text_of({**code(""), "source": f'{IMPORT}x = "é\\n"\n{FAULT}'})]
    Path("port.ipynb").write_text(before, encoding="utf-8")
    [result] = json.loads(mslint("check", "--output-format", "sarif").stdout)["runs"][0]["results"]
    line, column = physical(before, "lr=0.1, mom")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == line
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == column
    assert applied(before, result["fixes"][0]) == before.replace("lr=0.1, mom", "learning_rate=0.1, mom")


def test_folders_are_searched_for_notebooks() -> None:
    put(*CELLS, path="a/port.ipynb")
    put(*CELLS, path="a/.ipynb_checkpoints/port-checkpoint.ipynb")
    put(*CELLS, path="a/left/port.ipynb")
    Path("a/port.py").write_text(FAULTY)
    assert found("--exclude", "*.py") == [("a/port.ipynb", 3, 3, "MSL202"), ("a/left/port.ipynb", 3, 3, "MSL202")]
    assert found("--exclude", "*.py", "--exclude", "left") == [("a/port.ipynb", 3, 3, "MSL202")]
    assert mslint("check", "--exclude", "*.ipynb").stdout == f"a/port.py:2:43: {LINE}\n"


def test_cells_are_one_module_in_order() -> None:
    use = "nn.BatchNorm2d(2, momentum=M)"
    put("from mindspore import nn", "M = 0.1\ndef build():\n    return " + use, markdown("M = 0.9"), f"{use}\n", use)
    assert found() == [("port.ipynb", 2, 3, "MSL201"), ("port.ipynb", 4, 1, "MSL201"), ("port.ipynb", 5, 1, "MSL201")]


def test_a_mode_that_is_set_in_another_cell_counts() -> None:
    setup = (
        "import mindspore as ms\nfrom mindspore import nn\n"
        "net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2))\n"
        "opt = nn.SGD(net.trainable_params(), 0.1)\n"
        "grad = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)\n"
        "def step(x):\n    loss, grads = grad(x)\n    opt(grads)\n"
    )
    put(setup, "for x in data:\n    step(x)\n")
    assert found() == [("port.ipynb", 1, 8, "MSL101")]
    put(setup, "net.set_train()", "for x in data:\n    step(x)\n")
    assert found() == []
    put(setup, "%time net.set_train()", "for x in data:\n    step(x)\n")
    assert found() == []
    put(setup, "%%capture\nnet.set_train()", "for x in data:\n    step(x)\n")
    assert found() == []


@pytest.mark.parametrize(
    "line", ["%prepare net", "x = %prepare net", "if x:\n    %prepare net", "%%prepare\nready(net)"]
)
def test_a_magic_may_do_anything_with_what_it_names(line: str) -> None:
    setup = (
        "import mindspore as ms\nfrom mindspore import nn\n"
        "net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2))\n"
        "opt = nn.SGD(net.trainable_params(), 0.1)\n"
        "grad = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)\n"
    )
    step = "for x in data:\n    loss, grads = grad(x)\n    opt(grads)\n"
    put(setup, line, step)
    assert found() == []
    put(setup, line.replace("net", "it"), step)
    assert found() == [("port.ipynb", 3, 3, "MSL101")]


def test_imports_lead_to_files_beside_the_notebook() -> None:
    Path("settings.py").write_text("MOMENTUM = 0.1\n")
    put("from mindspore import nn\nfrom settings import MOMENTUM", "nn.BatchNorm2d(2, momentum=MOMENTUM)")
    assert found() == [("port.ipynb", 2, 1, "MSL201")]


def test_a_notebook_is_never_run() -> None:
    put("open('ran', 'w')\nimport beside\n%run beside.py\n!touch ran", IMPORT)
    Path("beside.py").write_text("open('ran', 'w')\n")
    assert mslint("check").exit_code == 0
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    "comment", ["# noqa", "# noqa: MSL202", "# pylint: disable=optimizer-lr-keyword", "# mslint: ignore[MSL202]"]
)
def test_comments_silence_in_cells(comment: str) -> None:
    put(IMPORT, f"{FAULT}  {comment}\n{FAULT}")
    assert found() == [("port.ipynb", 2, 2, "MSL202")]


@pytest.mark.parametrize("comment", ["# mslint: skip-file", "# flake8: noqa", "# pylint: skip-file"])
def test_a_comment_in_a_cell_leaves_the_notebook_out(comment: str) -> None:
    put(IMPORT, FAULT, comment)
    assert found() == []


def test_pylint_disable_reaches_later_cells() -> None:
    disable, enable = (f"# pylint: {word}=optimizer-lr-keyword\nx = 1" for word in ("disable", "enable"))
    put(f"{IMPORT}{FAULT}", disable, FAULT, enable, FAULT)
    assert found() == [("port.ipynb", 1, 2, "MSL202"), ("port.ipynb", 5, 1, "MSL202")]


def test_comments_that_silence_nothing() -> None:
    put(IMPORT, "x = 1\ny = 2  # noqa: MSL202")
    assert mslint("check", "--warn-unused-ignores").stdout.startswith("port.ipynb:cell 2:2:16: MSL001 ")


def test_rules_for_files_by_name() -> None:
    put(*CELLS)
    Path("pyproject.toml").write_text('[tool.mslint.per-file-ignores]\n"*.ipynb" = ["MSL2"]\n')
    assert found() == []


def test_standard_input() -> None:
    result = mslint("check", "--stdin-filename", "in.ipynb", "-", stdin=text_of(*CELLS).encode())
    assert result.stdout == f"in.ipynb:cell 3:3:43: {LINE}\n"


def test_a_notebook_is_known_by_its_name() -> None:
    Path("a.json").write_text(text_of(*CELLS))
    assert mslint("check", "a.json").exit_code == 0
    Path("a.txt").write_text(FAULTY)
    assert mslint("check", "a.txt").exit_code == 1


def test_cells_in_a_script_are_plain_comments() -> None:
    Path("script.py").write_text(f"# %%\n{IMPORT}# %% [markdown]\n# text\n# %%\n{FAULT}\n")
    assert mslint("check").stdout == f"script.py:6:43: {LINE}\n"


R = {"kernelspec": {"display_name": "R", "language": "R", "name": "ir"}}


def test_other_languages_are_not_checked_and_that_is_said() -> None:
    put(*CELLS)
    put("x <- 1", path="r.ipynb", **R)
    result = mslint("check")
    assert result.exit_code == 1
    assert result.stderr == (
        "r.ipynb: not checked: is a notebook in R, not in Python\n"
        f"{HINT}1 file checked: 1 finding; 1 notebook in another language not checked\n"
    )
    put("x = 1")
    assert mslint("check").exit_code == 0


def test_nothing_but_other_languages_is_not_success() -> None:
    put("let x = 1", path="j.ipynb", language_info={"name": "julia"})
    result = mslint("check")
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == (
        "j.ipynb: not checked: is a notebook in julia, not in Python\n1 notebook in another language not checked\n"
    )
    given = text_of("x <- 1", **R).encode()
    result = mslint("check", "--fix", "--stdin-filename", "r.ipynb", "-", stdin=given)
    assert (result.stdout_bytes, result.exit_code) == (given, 2)


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"kernelspec": {"language": "python"}},
        {"language_info": {"name": "python"}, "kernelspec": {"language": ""}},
        {"language_info": {"name": "ipython"}},
        {"kernelspec": None},
        {"kernelspec": {"name": "mindspore"}},
    ],
)
def test_python_and_what_says_nothing_is_checked(metadata: dict[str, Any]) -> None:
    put(*CELLS, **metadata)
    assert found() == [("port.ipynb", 3, 3, "MSL202")]


NO_NOTEBOOK = [
    (b"", "bad.ipynb:1:1: is not JSON, so it is not a notebook: Expecting value"),
    (b'{"cells": [\n  {} {}]}', "bad.ipynb:2:6: is not JSON, so it is not a notebook: "),
    (b'{"cells": "\xff"}', "bad.ipynb:1:1: is not UTF-8, so it is not a notebook: invalid start byte at byte 11"),
    ('{"cells": []}'.encode("utf-16"), "bad.ipynb:1:1: is not UTF-8, so it is not a notebook: "),
    (b"[" * 200_000, "bad.ipynb: is not JSON that can be read: "),
    (b'{"nbformat": 4, "cells": [' + b"1" * 10_000 + b"]}", "bad.ipynb: is not JSON that can be read: "),
    (b"[]", "bad.ipynb: is not a notebook: its JSON is not an object"),
    (b"{}", 'bad.ipynb: is not a notebook: it has no number "nbformat"'),
    (b'{"nbformat": "4", "cells": []}', 'bad.ipynb: is not a notebook: it has no number "nbformat"'),
    (b'{"nbformat": 4}', 'bad.ipynb: is not a notebook: it has no list "cells"'),
    (b'{"nbformat": 4, "cells": {}}', 'bad.ipynb: is not a notebook: it has no list "cells"'),
    (
        b'{"nbformat": 3, "worksheets": []}',
        "bad.ipynb: is a notebook of format 3: `jupyter nbconvert --to notebook` makes it format 4",
    ),
    (
        b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": []}, {"cell_type": "code"}]}',
        'bad.ipynb: is not a notebook: cell 2 lacks a "cell_type" or a "source" of text',
    ),
    (
        b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": [1]}]}',
        'bad.ipynb: is not a notebook: cell 1 lacks a "cell_type" or a "source" of text',
    ),
]


@pytest.mark.parametrize(("content", "problem"), NO_NOTEBOOK)
def test_what_is_no_notebook_is_one_line_and_the_rest_is_checked(content: bytes, problem: str) -> None:
    Path("bad.ipynb").write_bytes(content)
    put(*CELLS)
    result = mslint("check")
    first, *rest = result.stderr.splitlines(keepends=True)
    assert first.startswith(problem)
    assert rest == [HINT, "1 file checked: 1 finding; 1 path could not be checked\n"]
    assert (result.stdout, result.exit_code) == (f"port.ipynb:cell 3:3:43: {LINE}\n", 2)


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("x = 1\ny = = 2", "bad.ipynb:cell 2:2:5: does not parse: invalid syntax"),
        ("%%time\nx = 1\n%time y = = 2", "bad.ipynb:cell 2:3:11: does not parse: invalid syntax"),
        ("  x = 1\n  y = = 2", "bad.ipynb:cell 2:2:7: does not parse: invalid syntax"),
        ("x = (", "bad.ipynb:cell 2:1:5: does not parse: '(' was never closed"),
        ("x = '''\n", "bad.ipynb:cell 2:1:5: does not parse: unterminated triple-quoted string literal"),
        ("x = 1\ny = '\0'", "bad.ipynb:cell 2:2:1: holds NUL characters, so it is not Python source"),
        ("x = 1\ny = '\ud800'", "bad.ipynb:cell 2:1: cannot be parsed by Python "),
        ("x = 1\ny = " + "(" * 5000, "bad.ipynb:cell 2:2:1: nests more than 3000 brackets"),
        ("for x in y:\n", "bad.ipynb:cell 2:"),
    ],
)
def test_a_cell_that_is_no_python_is_named(cell: str, problem: str) -> None:
    document = notebook("x = 1\n", cell, "'''(\n'''\nif True:\n    pass")
    Path("bad.ipynb").write_text(json.dumps(document), encoding="utf-8")
    put(*CELLS)
    result = mslint("check")
    first, *rest = result.stderr.splitlines(keepends=True)
    assert first.startswith(problem)
    assert rest == [HINT, "1 file checked: 1 finding; 1 path could not be checked\n"]
    assert result.exit_code == 2


def test_other_forms_say_where_a_cell_is_no_python() -> None:
    put("x = 1", "y = 1\ny = = 2")
    line, column = physical(Path("port.ipynb").read_text(), "= 2")
    reason = "does not parse: invalid syntax"
    assert mslint("check", "--output-format", "github").stdout == (
        f"::error title=mslint (not-checked),file=port.ipynb,line={line},col={column}::cell 2, line 2: {reason}\n"
    )
    assert json.loads(mslint("check", "--output-format", "json-lines").stdout) == {
        "path": "port.ipynb", "cell": 2, "line": 2, "column": 5, "error": reason,
    }  # fmt: skip
    assert mslint("check", "--output-format", "pylint").stdout == (
        f"port.ipynb:{line}:{column - 1}: F9000: cell 2, line 2: {reason} (not-checked)\n"
    )
    [run] = json.loads(mslint("check", "--output-format", "sarif").stdout)["runs"]
    [notification] = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"] == {"text": f"cell 2, line 2: {reason}"}
    region = {"startLine": line, "startColumn": column}
    assert notification["locations"][0]["physicalLocation"]["region"] == region
    [issue] = json.loads(mslint("check", "--output-format", "gitlab").stdout)
    assert issue["description"] == f"mslint: cell 2, line 2: {reason}"
    assert f'message="cell 2, line 2: {reason}">port.ipynb:cell 2:2:5: {reason}<' in (
        mslint("check", "--output-format", "junit").stdout
    )


def test_a_file_that_is_too_large_is_not_read() -> None:
    put(*CELLS)
    with open("large.ipynb", "wb") as file:
        file.truncate((256 << 20) + 1)
    result = mslint("check")
    assert result.stderr.splitlines()[0] == "large.ipynb: cannot be checked: is larger than 256 MiB"
    assert (result.stdout, result.exit_code) == (f"port.ipynb:cell 3:3:43: {LINE}\n", 2)


def test_empty_notebooks_and_cells() -> None:
    put()
    put("", "\n", " ", markdown(""), path="blank.ipynb")
    result = mslint("check")
    assert (result.stdout, result.stderr, result.exit_code) == ("", "2 files checked: no findings\n", 0)


def test_baselines() -> None:
    put(*CELLS)
    assert mslint("baseline", "create").stderr == "1 file checked: 1 known finding, 1 added, 0 removed\n"
    assert mslint("baseline", "show").stdout == "port.ipynb: <module>: MSL202 nn.Momentum(lr=0.1)\n"
    put("x = 1", *CELLS, f"def f(net):\n    {FAULT}\n")
    result = mslint("check")
    assert result.stdout == f"port.ipynb:cell 5:2:47: {LINE}\n"
    assert result.stderr == f"{HINT}1 file checked: 1 new finding; 1 known finding held back\n"


def test_the_order_of_output_is_that_of_cells() -> None:
    put(IMPORT, *[FAULT] * 11)
    assert [cell for _, cell, _, _ in found()] == list(range(2, 13))


def test_a_copy_with_the_same_code_is_not_mistaken_for_the_first(tmp_path: Path) -> None:
    put(*CELLS, path="a/port.ipynb")
    shutil.copytree("a", "b")
    put(markdown("more"), *CELLS, path="b/port.ipynb")
    assert found() == [("a/port.ipynb", 3, 3, "MSL202"), ("b/port.ipynb", 4, 3, "MSL202")]


def test_the_cache_and_several_processes_change_nothing() -> None:
    put(*CELLS, path="a/port.ipynb")
    put("x = 1", FAULT.replace("opt", "opt = = 1"), path="b/broken.ipynb")
    put(*CELLS, path="b/port.ipynb")
    put("x <- 1", path="c/r.ipynb", **R)
    first = mslint("check", "--output-format", "sarif")
    again = mslint("check", "--output-format", "sarif")
    apart = mslint("check", "--output-format", "sarif", "--no-cache", "-j", "2")
    assert json.loads(first.stdout)["runs"][0]["results"]
    assert [(each.stdout, each.stderr, each.exit_code) for each in (again, apart)] == [
        (first.stdout, first.stderr, first.exit_code)
    ] * 2
    assert first.exit_code == 2
