"""The world of a name, and what `torch` means after imports."""

from __future__ import annotations

import pytest

from mslint.facts.worlds import World, torch_world, world_of


@pytest.mark.parametrize(
    ("name", "world"),
    [
        ("mindspore", World.NATIVE),
        ("mindspore.nn.Dropout", World.NATIVE),
        ("mindspore.mint.nn.Dropout", World.MINT),
        ("mindspore.mintage", World.NATIVE),
        ("mindspore.experimental.optim.SGD", World.EXPERIMENTAL),
        ("mindspore.numpy.where", World.NUMPY),
        ("mindtorch.torch.nn.Linear", World.MINDTORCH),
        ("mindtorch.torchvision.models", World.MINDTORCH),
        ("mindtorch.nn.Linear", World.MINDNLP),
        ("mindtorch", World.MINDNLP),
        ("mindnlp.core.nn.Linear", World.MINDNLP),
        ("msadapter.pytorch.nn", World.MSADAPTER),
        ("ms_adapter.pytorch.nn", World.MSADAPTER),
        ("msadapter", World.MSADAPTER_TORCH),
        ("torch.nn.Linear", World.TORCH),
        ("torchmetrics.Accuracy", World.OTHER),
        ("numpy.where", World.OTHER),
        ("", World.OTHER),
    ],
)
def test_world_of(name: str, world: World) -> None:
    assert world_of(name) is world


@pytest.mark.parametrize(
    ("imports", "world"),
    [
        ([], World.TORCH),
        (["numpy", "mindspore"], World.TORCH),
        (["mindtorch.tools.mstorch_enable"], World.MINDTORCH),
        (["mindtorch", "mindtorch.torch_disable"], World.MINDTORCH),
        (["mindtorch.tools.mstorch_enable", "mindtorch.tools.pytorch_enable"], World.TORCH),
        (["mindtorch.tools.mstorch_enable", "mindtorch.tools.pytorch_enable", "mindtorch.torch_pop"], World.MINDTORCH),
        (["mindtorch.torch_pop"], World.TORCH),
        (["mindtorch.module_hooker.torch_disable"], World.MINDTORCH),
        (
            # A module runs once, a call every time.
            ["mindtorch.tools.mstorch_enable", "mindtorch.tools.pytorch_enable", "mindtorch.tools.mstorch_enable"],
            World.TORCH,
        ),
        (["mindtorch.torch_disable", "mindtorch.torch_enable", "mindtorch.torch_disable"], World.MINDTORCH),
        (["mindtorch", "mindtorch.torch.nn"], World.TORCH),
        (["torch", "mindtorch.tools.mstorch_enable"], World.MINDTORCH),
        (["mindtorch"], World.MINDNLP),
        (["mindtorch.nn"], World.MINDNLP),
        (["mindtorch.torch"], World.TORCH),
        (["mindnlp"], World.MINDNLP),
        (["mindnlp.transformers"], World.MINDNLP),
        (["torch", "mindnlp"], World.TORCH),
        (["transformers", "mindnlp"], World.TORCH),
        (["mindnlp", "transformers"], World.MINDNLP),
        (["msadapter"], World.MSADAPTER_TORCH),
        (["torch.nn", "msadapter"], World.TORCH),
        (["msadapter.pytorch"], World.TORCH),
    ],
)
def test_torch_world(imports: list[str], world: World) -> None:
    assert torch_world(imports) is world


def test_old_mindnlp_leaves_torch_alone() -> None:
    assert torch_world(["mindnlp"], mindnlp_redirects=False) is World.TORCH
    assert torch_world(["mindtorch"], mindnlp_redirects=False) is World.MINDNLP
