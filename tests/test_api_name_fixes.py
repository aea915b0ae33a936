"""The fixes of the rules about names, to the letter."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = "from mindspore import nn, ops\n"


def repaired(code: str, text: str, path: str = "program.py") -> tuple[str, set[Applicability]]:
    """The text after the fixes of `code`, and how sure they are; other rules must not speak."""
    report = linting.check(Path(path), text)
    assert report.failure is None
    assert {finding.code for finding in report.findings} == {code}
    applicabilities = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    return fixed(text, report.findings), applicabilities


@pytest.mark.parametrize(
    ("before", "after", "applicability"),
    [
        ("class A(nn.Module): pass", "class A(nn.Cell): pass", SAFE),
        ("größe = nn.ModuleList([])", "größe = nn.CellList([])", SAFE),
        ("a = (nn.Sequential(\n    nn.ReLU()))", "a = (nn.SequentialCell(\n    nn.ReLU()))", SAFE),
        ("a = nn.ModuleDict({}); c = nn.Module", "a = nn.CellDict({}); c = nn.Cell", SAFE),
        ("a = nn.ConvTranspose2d(1, 2, 3)", "a = nn.Conv2dTranspose(1, 2, 3)", UNSAFE),
    ],
)
def test_a_torch_name_gets_its_counterpart(before: str, after: str, applicability: Applicability) -> None:
    assert repaired("MSL703", f"{HEAD}{before}\n") == (f"{HEAD}{after}\n", {applicability})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from mindspore.nn import Module, Dense\n\n\n"
            "class A(Module):\n    def f(self, m: Module = None, *, k=Module):\n"
            "        return [Module for _ in m]\n",
            "from mindspore.nn import Cell, Dense\n\n\n"
            "class A(Cell):\n    def f(self, m: Cell = None, *, k=Cell):\n"
            "        return [Cell for _ in m]\n",
        ),
        (
            "from mindspore.nn import (\n    Module as M,\n    ModuleList,\n)\nx = ModuleList([M()])\n",
            "from mindspore.nn import (\n    Cell as M,\n    CellList,\n)\nx = CellList([M()])\n",
        ),
        (
            "from mindspore.nn import Sequential\n\n\ndef f(Sequential):\n    return Sequential\n",
            "from mindspore.nn import Sequential\n\n\ndef f(Sequential):\n    return Sequential\n",
        ),
    ],
)
def test_an_import_is_renamed_with_its_uses(before: str, after: str) -> None:
    assert repaired("MSL703", before) == (after, {SAFE} if after != before else set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import mindspore as ms\n\nf = ms.ms_function(print)\n", "import mindspore as ms\n\nf = ms.jit(print)\n"),
        (
            "from mindspore import ms_function\n\n\n@ms_function\ndef f(x):\n    return x\n",
            "from mindspore import jit\n\n\n@jit\ndef f(x):\n    return x\n",
        ),
    ],
)
def test_a_removed_name_gets_its_successor(before: str, after: str) -> None:
    assert repaired("MSL702", before) == (after, {UNSAFE})


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("MSL703", "from mindspore.nn import Cell, Module\n\nA = Module, Cell\n"),
        ("MSL703", "from mindspore.nn import Module\n\n__all__ = ['Module']\n"),
        ("MSL703", "from mindspore.nn import Module\n\nCell = object\nA = Module\n"),
        ("MSL703", f"{HEAD}a = nn.Parameter(ops.ones(2))\n"),
        ("MSL703", f"{HEAD}a = nn.functional.relu(ops.ones(2))\n"),
        ("MSL703", "import mindspore.nn.functional as F\n\na = F.relu\n"),
        ("MSL702", f"{HEAD}a = ops.concatcat((1, 2))\n"),
        ("MSL702", "from mindspore.dataset.vision.c_transforms import Resize\n\na = Resize(2)\n"),
    ],
)
def test_what_is_not_plain_is_left_as_it_is(code: str, text: str) -> None:
    assert repaired(code, text) == (text, set())


def test_an_import_that_a_package_hands_on_is_left_as_it_is() -> None:
    text = "from mindspore.nn import Module\n"
    assert repaired("MSL703", text, "__init__.py") == (text, set())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "import mindspore as ms\na = ms.ms_function\n",
            "is in MindSpore 1.10 to 2.5 only: on MindSpore 2.10 it raises; use mindspore.jit",
        ),
        ("from mindspore import ops\na = ops.nowhere\n", "is in none of the MindSpore versions that were measured"),
        ("from mindspore import nn\na = nn.functional.relu\n", "use mindspore.ops.relu"),
        ("from mindspore import nn\na = nn.Parameter\n", "use mindspore.Parameter"),
        ("from mindspore import nn\na = nn.functional.pad\n", "use mindspore.ops.pad"),
        ("from mindspore import mint\na = mint.nn.functional.ctc_loss\n", "use mindspore.ops.ctc_loss"),
        ("from mindspore import mint\na = mint.pad\n", "use mindspore.mint.nn.functional.pad"),
        ("from mindspore.optim import Adam\n", "use mindspore.nn.Adam"),
        ("import mindspore.optim\n", "use mindspore.nn"),
        ("from mindspore.dataset.vision.c_transforms import Resize\n", "use mindspore.dataset.vision.Resize"),
    ],
)
def test_messages_name_what_to_write(text: str, said: str) -> None:
    [finding] = linting.check(Path("program.py"), text).findings
    assert said in finding.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "from mindspore import nn\na = nn.Linear\n",
            "mindspore.nn.Linear is in MindSpore from 2.5 on: on MindSpore 2.0 it raises",
        ),
        ("from mindspore import mint\n", "mindspore.mint is in MindSpore from 2.5 on: on MindSpore 2.0 it raises"),
        (
            "from mindspore.nn import Buffer\n",
            "mindspore.nn.Buffer is in MindSpore 2.6 only: on MindSpore 2.0 it raises",
        ),
    ],
)
def test_messages_name_the_versions(text: str, said: str) -> None:
    [finding] = linting.check(Path("program.py"), text, "2.0").findings
    assert finding.message.startswith(said)
