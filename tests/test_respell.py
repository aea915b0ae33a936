"""The respelled eval files are the same programs."""

from __future__ import annotations

import ast

import pytest
from respell import SPELLINGS, WORLDS, respell

PROGRAM = """\
import numpy as np
import mindspore as ms, json
from mindspore import nn, Tensor
from mindspore.experimental import (
    optim,
)


def build():
    from mindspore import ops
    return nn.Dense(2, 2), ops.ReLU(), optim.lr_scheduler.StepLR, json


class Dropout(nn.Dropout):
    def construct(self, x: ms.Tensor) -> Tensor:
        print(f"{nn.ReLU}")
        return Tensor(np.ones(2))
"""


@pytest.mark.parametrize(
    ("spelling", "imports", "base"),
    [
        ("ms", "import mindspore as ms; ", "ms.nn.Dropout"),
        ("parent", "from mindspore import nn; ", "nn.Dropout"),
        ("module", "import mindspore.nn as nn; ", "nn.Dropout"),
        ("member", "from mindspore.nn import Dropout as Dropout_; ", "Dropout_"),
        ("star", "import mindspore.nn as nn; from mindspore.nn import *; ", "nn.Dropout"),
    ],
)
def test_spellings(spelling: str, imports: str, base: str) -> None:
    text = respell(PROGRAM, spelling)
    lines = text.splitlines()
    assert len(lines) == len(PROGRAM.splitlines())
    assert all(statement in lines[1] for statement in imports.strip("; ").split("; "))
    assert "import json" in lines[1]
    assert lines[2:6] == [""] * 4
    assert lines[9] == "    from mindspore import ops"
    assert f"class Dropout({base}):" in lines


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_names_resolve_to_what_they_were(spelling: str) -> None:
    assert _qualified(respell(PROGRAM, spelling)) == _qualified(PROGRAM)


@pytest.mark.parametrize(
    ("world", "dense", "sgd"),
    [
        ("torch", "torch.nn.Linear", "torch.optim.SGD"),
        ("mindtorch", "mindtorch.torch.nn.Linear", "mindtorch.torch.optim.SGD"),
        ("mint", "mindspore.mint.nn.Linear", "mindspore.mint.optim.SGD"),
        ("experimental", "mindspore.nn.Dense", "mindspore.experimental.optim.SGD"),
        ("native", "mindspore.nn.Dense", "mindspore.nn.SGD"),
    ],
)
def test_worlds(world: str, dense: str, sgd: str) -> None:
    program = "from mindspore import nn\nnet = nn.Dense(2, 2)\noptimizer = nn.SGD(net.trainable_params(), 0.1)\n"
    assert {dense, sgd} <= _qualified(respell(program, "module", WORLDS[world]))


def test_a_name_bound_twice_stays() -> None:
    program = "from mindspore import nn\nnn = wrap(nn)\nlayer = nn.Dense(2, 2)\n"
    assert respell(program, "ms") == program


def test_a_program_without_mindspore_is_refused() -> None:
    with pytest.raises(ValueError, match="imports nothing of MindSpore"):
        respell("import torch\n", "ms")


def _qualified(text: str) -> set[str]:
    """The classes of libraries that a program names, by its imports."""
    tree = ast.parse(text)
    names = {"Dense", "Dropout", "ReLU"} if "import *" in text else set()
    table = {name: f"mindspore.nn.{name}" for name in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            table |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            table |= {alias.asname or alias.name: alias.name for alias in node.names}
    found = set()
    for node in ast.walk(tree):
        root = node
        attributes: list[str] = []
        while isinstance(root, ast.Attribute):
            attributes.insert(0, root.attr)
            root = root.value
        if isinstance(root, ast.Name) and root.id in table:
            found.add(".".join([table[root.id], *attributes]))
    return {name for name in found if name.split(".")[-1][0].isupper()}
