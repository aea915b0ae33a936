"""What PyTorch's tensors have, and what takes its place."""

from __future__ import annotations

import re

import pytest

from mslint.facts import members, names, torch_names, torch_tensor, torch_values

VERSIONS = names.versions()


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_said_to_write_exists(version: str) -> None:
    for name in torch_tensor.absent(torch_tensor.TENSOR, version):
        words = torch_tensor.instead(name, version)
        for mentioned in re.findall(r"mindspore(?:\.\w+)+", words):
            if mentioned != "mindspore.common.initializer":
                assert torch_names.exists(mentioned, version), f"{name}: {words}"
        for method in re.findall(r"(?:\{x\}\.|write )([a-z_]+)\(", words):
            assert members.has_member(torch_tensor.TENSOR, method, version), f"{name}: {words}"


@pytest.mark.parametrize("version", VERSIONS)
def test_what_exists_is_not_absent(version: str) -> None:
    absent = torch_tensor.absent(torch_tensor.TENSOR, version)
    assert {"cuda", "cpu", "is_cuda", "relu", "new_tensor"} <= absent
    assert absent.isdisjoint({"size", "shape", "dtype", "sum", "view", "reshape", "asnumpy", "backward", "detach"})


def test_absent_names_become_fewer() -> None:
    counts = [len(torch_tensor.absent(torch_tensor.TENSOR, version)) for version in VERSIONS]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 490
    assert counts[-1] < 250


def test_nothing_is_absent_from_an_unknown_version() -> None:
    assert torch_tensor.absent(torch_tensor.TENSOR, "2.3") == frozenset()
    assert torch_tensor.absent("mindspore.NoSuchClass", "2.10") == frozenset()


def test_kinds() -> None:
    attributes = torch_tensor.attributes_of_torch()
    assert {"is_cuda", "data", "device", "real", "shape"} <= attributes
    assert attributes.isdisjoint({"size", "cuda", "relu", "numpy"})


@pytest.mark.parametrize("name", ["torch.float32", "torch.half", "torch.long", "torch.bool", "torch.bfloat16"])
def test_data_types_have_a_counterpart(name: str) -> None:
    dtype = torch_values.dtype(name)
    assert dtype is not None
    assert names.exists(f"mindspore.{dtype}", "2.10")


@pytest.mark.parametrize("name", ["torch.ones", "torch.Tensor", "torch.nn.float32", "mindspore.float32", "torch"])
def test_what_is_no_data_type(name: str) -> None:
    assert torch_values.dtype(name) is None


@pytest.mark.parametrize(
    ("name", "takes", "gives"),
    [
        ("torch.relu", True, True),
        ("torch.nn.functional.softmax", True, True),
        ("torch.max", True, False),
        ("torch.ones", False, True),
        ("torch.randn", False, True),
        ("torch.save", False, False),
        ("torch.manual_seed", False, False),
        ("torch.cuda.is_available", False, False),
        ("torch.no_grad", False, False),
    ],
)
def test_functions_of_pytorch(name: str, takes: bool, gives: bool) -> None:
    assert torch_values.works_on_tensors(name) is takes
    assert torch_values.gives_tensor(name) is gives
