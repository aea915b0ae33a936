"""`mslint api`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from doors import mslint


def shown(name: str) -> dict[str, Any]:
    done = mslint("api", name, "--output-format", "json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_class() -> None:
    assert mslint("api", "nn.Dropout").stdout.splitlines() == [
        "mindspore.nn.Dropout: class",
        "MindSpore 1.10 to 2.10",
        "also mindspore.nn.layer.Dropout",
        "",
        "1.10:",
        "    (keep_prob=0.5, dtype=mindspore.float32)",
        "2.0 to 2.10:",
        "    (keep_prob=0.5, p=None, dtype=mindspore.float32)",
        "",
        "torch.nn.Dropout of PyTorch",
        "    p: the same name, position 1 instead of 0",
        "    inplace: MindSpore has none",
    ]


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("mindspore.nn.layer.basic.Dropout", "mindspore.nn.Dropout"),
        ("ms.nn.Dropout", "mindspore.nn.Dropout"),
        ("mindspore.common.tensor.Tensor", "mindspore.Tensor"),
        ("Tensor", "mindspore.Tensor"),
        ("Tensor.max", "mindspore.Tensor.max"),
        ("mindspore.common.tensor.Tensor.max", "mindspore.Tensor.max"),
        ("Cell.set_train", "mindspore.nn.Cell.set_train"),
        ("mint.max", "mindspore.mint.max"),
        ("mindspore.mint.functional.relu", "mindspore.mint.nn.functional.relu"),
        ("ops.value_and_grad", "mindspore.value_and_grad"),
        ("msnp.where", "mindspore.numpy.where"),
        ("mindspore.nn", "mindspore.nn"),
        ("float32", "mindspore.float32"),
        ("torch.nn.Linear", "torch.nn.Linear"),
    ],
)
def test_any_spelling(spelling: str, name: str) -> None:
    assert shown(spelling)["name"] == name


def test_a_method_with_overloads_and_changes() -> None:
    found = shown("Tensor.max")
    assert (found["kind"], found["owner"]) == ("method", "mindspore.Tensor")
    oldest, *_, newest = found["signatures"]
    assert oldest == {"versions": ["1.10"], "forms": ["(axis=None, keepdims=False, initial=None, where=True)"]}
    assert newest["versions"][-1] == "2.10"
    assert "(dim, keepdim=False)" in newest["forms"]
    assert [version for stretch in found["signatures"] for version in stretch["versions"]] == found["versions"]


def test_a_member_of_a_base() -> None:
    assert mslint("api", "Parameter.subtract").stdout.splitlines()[0] == (
        "mindspore.Parameter.subtract: method of mindspore.Tensor"
    )
    assert shown("Parameter.subtract")["deprecated"][-1]["since"] == "2.4"


def test_deprecation() -> None:
    text = mslint("api", "mindspore.Profiler").stdout
    assert "2.6 to 2.10: deprecated, use mindspore.profiler.profile" in text.splitlines()
    assert "2.7 to 2.10: will be deprecated" in mslint("api", "set_context").stdout.splitlines()


def test_parameters_that_are_not_known() -> None:
    assert "    parameters not known" in mslint("api", "Tensor.storage").stdout.splitlines()


def test_versions_with_a_gap_are_not_a_stretch() -> None:
    from mslint.cli.api import spans

    assert spans(("1.10", "2.0", "2.6", "2.8", "2.9")) == "1.10 to 2.0, 2.6, 2.8 to 2.9"


def test_a_name_of_pytorch() -> None:
    lines = mslint("api", "torch.nn.Linear").stdout.splitlines()
    assert lines[:2] == [
        "torch.nn.Linear of PyTorch",
        "    (in_features, out_features, bias=True, device=None, dtype=None)",
    ]
    assert "mindspore.nn.Dense: MindSpore 1.10 to 2.10" in lines
    assert "    bias: has_bias, position 4 instead of 2" in lines
    found = shown("torch.nn.Linear")
    assert found["kind"] == "torch"
    [dense] = [pair for pair in found["pairs"] if pair["mindspore"] == "mindspore.nn.Dense"]
    assert {
        "torch": "bias",
        "relation": "renamed",
        "mindspore": ["has_bias"],
        "other_meaning": False,
        "torch_position": 2,
        "position": 4,
    } in dense["keywords"]


def test_other_meaning() -> None:
    lines = mslint("api", "nn.BatchNorm2d").stdout.splitlines()
    assert any(line.startswith("    momentum: the same name, other meaning") for line in lines)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("nn.Dropuot", "mindspore.nn.Dropout"),
        ("nn.relu", "mindspore.nn.ReLU"),
        ("Dropout", "mindspore.nn.Dropout"),
        ("torch.nn.Linaer", "torch.nn.Linear"),
        ("mindspore.nn.layer.basic.Dropuot", "mindspore.nn.Dropout"),
        ("nn.Module", "torch.nn.Module"),
        ("Tensor.cuda", "torch.Tensor.cuda"),
        ("Tensor.reshap", "mindspore.Tensor.reshape"),
        ("nowhere.at.all", ""),
        ("", ""),
    ],
)
def test_unknown(name: str, near: str) -> None:
    done = mslint("api", name)
    assert done.exit_code == 2
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith(f"mslint: no known version of MindSpore or PyTorch has '{name}'")
    assert near in line
