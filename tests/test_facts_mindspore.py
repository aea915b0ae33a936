"""The shipped tables against a real MindSpore.

It is the MindSpore of this interpreter, which the dev extra installs, or of
the one that MSLINT_MINDSPORE_PYTHON names.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from mslint.facts import members
from mslint.facts.signatures import Overloads, ParameterKind
from tools import check_facts

PYTHON = os.environ.get("MSLINT_MINDSPORE_PYTHON", sys.executable)

CALLS = (
    "x.max()",
    "x.max(0)",
    "x.max(dim=0)",
    "x.max(axis=0, keepdims=True)",
    "x.max(dim=0, keepdims=True)",
    "x.max(0, True, None)",
    "x.max(0, 1, 2, 3, 4, 5)",
    "x.view(3, 2)",
    "x.view((3, 2))",
    "x.view(size=(3, 2))",
    "x.flip((0, 1))",
    "x.flip(0, 1)",
    "x.reshape(6)",
    "x.permute(1, 0)",
    "x.squeeze(0, 1)",
    "x.add(x)",
    "x.add(x, alpha=2)",
    "x.add(x, 2)",
    "x.add(y=x)",
    "x.abs()",
    "x.abs(0)",
    "x.abs(out=None)",
    "x.sum(dim=0, keepdim=True)",
    "x.sum(axis=0, keepdims=True)",
    "x.sum(0, keepdim=True, keepdims=True)",
    "x.allclose(x)",
    "x.allclose()",
    "x.nan_to_num(neginf=0.0)",
    "x.nan_to_num(copy=False)",
    "x.astype(mindspore.int32)",
    "x.astype(mindspore.int32, device='cpu')",
    "mint.max(x)",
    "mint.max(x, 0)",
    "mint.max(x, axis=0)",
    "mint.max()",
    "mint.empty(2, 3)",
    "mint.empty((2, 3))",
    "mint.empty((2, 3), names=None)",
)
"""Calls that a version takes or not; `x` is a float tensor of 2 by 3."""

PROGRAM = """
import json
import mindspore
from mindspore import mint

x = mindspore.Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
taken = {{}}
for call in {calls!r}:
    try:
        eval(call)
    except TypeError:
        taken[call] = False
    else:
        taken[call] = True
print(json.dumps(taken))
"""


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    return check_facts.dumped(PYTHON)


@pytest.fixture(scope="module")
def taken() -> dict[str, bool]:
    done = subprocess.run([PYTHON, "-c", PROGRAM.format(calls=CALLS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, bool] = json.loads(done.stdout.splitlines()[-1])
    return result


def test_the_tables_say_what_the_installed_mindspore_has(content: dict[str, Any]) -> None:
    assert check_facts.differences(content) == []


def test_a_difference_is_found(content: dict[str, Any]) -> None:
    number = content["names"]["mindspore.nn"]["Dropout"]
    content["objects"][number]["parameters"] = ["rate"]
    del content["members"]["mindspore.Tensor"]["members"]["max"]
    lines = check_facts.differences(content)
    assert [line.partition(":")[0] for line in lines] == [
        "member of max in mindspore.Tensor",
        "signature of mindspore.nn.Dropout",
    ]
    assert lines[1].endswith('installed ["class", "rate"]')


def test_a_version_without_tables_is_said(content: dict[str, Any]) -> None:
    [line] = check_facts.differences({**content, "version": "9.9.0"})
    assert line.startswith("the shipped tables know no MindSpore 9.9.0")


@pytest.mark.parametrize("call", CALLS)
def test_overloads_tell_which_calls_are_taken(call: str, taken: dict[str, bool], content: dict[str, Any]) -> None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Attribute)
    owner = "mindspore.Tensor" if call.startswith("x.") else "mindspore.mint"
    overloads = members.overloads(f"{owner}.{node.func.attr}", content["version"])
    assert overloads is not None
    keywords = {keyword.arg for keyword in node.keywords if keyword.arg}
    assert _fits(overloads, len(node.args), keywords) is taken[call]


def _fits(overloads: Overloads, positional: int, keywords: set[str]) -> bool:
    """Whether some form takes so many arguments by position and these keywords."""
    for form in overloads:
        by_position = [each for each in form if each.kind is ParameterKind.POSITIONAL_OR_KEYWORD]
        spreads = any(each.kind is ParameterKind.VAR_POSITIONAL for each in form)
        named = {each.name for each in form if each.kind is not ParameterKind.VAR_POSITIONAL}
        given = {each.name for each in by_position[:positional]} | keywords
        missing = {each.name for each in form if each.is_required} - given
        is_given_twice = any(each.name in keywords for each in by_position[:positional])
        if (spreads or positional <= len(by_position)) and keywords <= named and not missing and not is_given_twice:
            return True
    return False
