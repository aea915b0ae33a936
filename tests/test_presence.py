"""What of a dotted name a version has not, where it went, and what PyTorch calls it."""

from __future__ import annotations

import pytest
from packaging.version import Version

from mslint.facts.presence import is_absent, missing_part, successor, versions_with
from mslint.facts.torch_places import counterpart, names_at_places, torch_name

NEWEST = Version("2.10")


@pytest.mark.parametrize(
    ("name", "version", "part"),
    [
        ("mindspore.nn.functional.relu", "2.10", "mindspore.nn.functional"),
        ("mindspore.nn.Module", "1.10", "mindspore.nn.Module"),
        ("mindspore.nn.Linear", "2.10", None),
        ("mindspore.nn.Linear", "2.0", "mindspore.nn.Linear"),
        ("mindspore.mint.nn.Linear", "2.0", "mindspore.mint"),
        ("mindspore.nn.Cell.no_such_method", "2.10", None),
        ("mindspore.ms_function", "2.5", None),
        ("mindspore.ms_function", "2.6", "mindspore.ms_function"),
        ("mindspore.nn.probability.dpn.vae", "2.10", "mindspore.nn.probability.dpn"),
        ("mindspore.ops._private", "2.10", None),
        ("mindspore.no_public_module.name", "2.10", "mindspore.no_public_module"),
        ("mindspore.nn.Module", "2.3", None),
        ("mindspore.nn.Module", "3.0", None),
    ],
)
def test_missing_part(name: str, version: str, part: str | None) -> None:
    assert missing_part(name, Version(version)) == part


def test_what_a_nightly_build_lacks_and_the_next_version_has_is_not_known_to_be_absent() -> None:
    assert versions_with("mindspore.long") == ("2.7", "2.8", "2.9", "2.10")
    assert not is_absent("mindspore.long", Version("2.6"))
    assert is_absent("mindspore.long", Version("2.5"))
    assert is_absent("mindspore.long", Version("2.0"))


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("mindspore.ms_function", "mindspore.jit"),
        ("mindspore.nn.transformer.Transformer", "mindspore.nn.Transformer"),
        ("mindspore.mint.pad", "mindspore.mint.nn.functional.pad"),
        ("mindspore.ops.DihedralEnergy", None),
    ],
)
def test_successor(name: str, use: str | None) -> None:
    assert successor(name, NEWEST) == use


@pytest.mark.parametrize(
    ("name", "in_torch"),
    [
        ("mindspore.nn.Module", "torch.nn.Module"),
        ("mindspore.nn.functional", "torch.nn.functional"),
        ("mindspore.optim", "torch.optim"),
        ("mindspore.mint.finfo", "torch.finfo"),
        ("mindspore.mint.nn.functional.ctc_loss", "torch.nn.functional.ctc_loss"),
        ("mindspore.ops.as_tensor", "torch.as_tensor"),
        ("mindspore.ops.scaled_dot_product_attention", "torch.nn.functional.scaled_dot_product_attention"),
        ("mindspore.nn.Linear", None),
        ("mindspore.ops.concatcat", None),
        ("mindspore.numpy.nowhere", None),
    ],
)
def test_torch_name(name: str, in_torch: str | None) -> None:
    assert torch_name(name) == in_torch
    assert in_torch is None or name in names_at_places()


@pytest.mark.parametrize(
    ("in_torch", "name", "use"),
    [
        ("torch.nn.Module", "mindspore.nn.Module", "mindspore.nn.Cell"),
        ("torch.nn.ConvTranspose2d", "mindspore.nn.ConvTranspose2d", "mindspore.nn.Conv2dTranspose"),
        ("torch.nn.functional.pad", "mindspore.nn.functional.pad", "mindspore.ops.pad"),
        ("torch.nn.functional.relu", "mindspore.mint.functional.relu", "mindspore.mint.nn.functional.relu"),
        ("torch.optim", "mindspore.optim", "mindspore.nn"),
        ("torch.finfo", "mindspore.finfo", None),
    ],
)
def test_counterpart(in_torch: str, name: str, use: str | None) -> None:
    assert counterpart(in_torch, name, NEWEST) == use
