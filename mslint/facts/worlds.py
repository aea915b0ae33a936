"""Whose conventions a name follows.

The same spelling means opposite things in MindSpore, in its PyTorch-like
parts and in the packages that put PyTorch's names over MindSpore. A rule asks
for the world of the qualified name, never of the file.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable


class World(enum.Enum):
    """A set of conventions."""

    NATIVE = "native"
    """`mindspore`, `mindspore.nn`, `mindspore.ops`: MindSpore's own."""
    MINT = "mint"
    """`mindspore.mint`: PyTorch's names and defaults in MindSpore."""
    EXPERIMENTAL = "experimental"
    """`mindspore.experimental`: optimizers and schedulers after PyTorch's."""
    NUMPY = "numpy"
    """`mindspore.numpy`: NumPy's names in MindSpore."""
    MINDTORCH = "mindtorch"
    """`mindtorch.torch` of MindTorch 0.2 to 0.4: step(grads), rates that are Parameters."""
    MSADAPTER = "msadapter"
    """`msadapter.pytorch` of MSAdapter 0.1: as MindTorch, without `lr=` and `step`."""
    MSADAPTER_TORCH = "msadapter-torch"
    """The later MSAdapter that stands in for `torch` itself: close to PyTorch."""
    MINDNLP = "mindnlp"
    """mindnlp: `mindnlp.core`, its own `mindtorch`, and what it makes of `torch` from 0.5 on."""
    TORCH = "torch"
    """PyTorch."""
    OTHER = "other"
    """Everything else."""


_PREFIXES = (
    ("mindspore.mint", World.MINT),
    ("mindspore.experimental", World.EXPERIMENTAL),
    ("mindspore.numpy", World.NUMPY),
    ("mindspore", World.NATIVE),
    ("mindtorch.torch", World.MINDTORCH),
    ("mindtorch.torchvision", World.MINDTORCH),
    ("mindtorch.torchaudio", World.MINDTORCH),
    ("mindtorch.tools", World.MINDTORCH),
    ("mindtorch", World.MINDNLP),
    ("msadapter.pytorch", World.MSADAPTER),
    ("msadapter.torchvision", World.MSADAPTER),
    ("ms_adapter", World.MSADAPTER),
    ("msadapter", World.MSADAPTER_TORCH),
    ("mindnlp", World.MINDNLP),
    ("torch", World.TORCH),
    ("torchvision", World.TORCH),
    ("torchaudio", World.TORCH),
    ("torch_npu", World.TORCH),
)
"""Package and world; the first that fits counts."""


def world_of(qualified_name: str) -> World:
    """The world of a qualified name, as spelled: `torch` is PyTorch until `torch_world` says otherwise."""
    return next((world for prefix, world in _PREFIXES if _is_below(qualified_name, prefix)), World.OTHER)


def _is_below(name: str, package: str) -> bool:
    """Whether `name` is `package` or something inside it."""
    return name == package or name.startswith(f"{package}.")


_TO_MINDTORCH = {"mindtorch.tools.mstorch_enable", "mindtorch.torch_disable"}
"""MindTorch's switches that put itself in torch's place; `torch_disable` disables PyTorch."""

_TO_PYTORCH = {"mindtorch.tools.pytorch_enable", "mindtorch.torch_enable"}

_BACK = "mindtorch.torch_pop"
"""MindTorch's call that undoes the last switch."""

_BRINGS_TORCH = ("torchvision", "torchaudio", "transformers", "diffusers", "peft", "accelerate", "timm")
"""Packages whose import imports `torch`."""


def torch_world(imports: Iterable[str], *, mindnlp_redirects: bool = True) -> World:
    """What `import torch` means after `imports` have run.

    `imports` are full names in order of execution: imported modules, what is
    imported from them (`from mindtorch.tools import mstorch_enable` is
    `mindtorch.tools.mstorch_enable`), and calls of MindTorch's switches
    (`mindtorch.torch_disable`). `mindnlp_redirects` is False for mindnlp
    before 0.5, which leaves torch alone.

    A redirection that comes after torch was imported does not count, but for
    MindTorch's switches, which drop the loaded module.
    """
    current = World.TORCH
    before: list[World] = []
    is_loaded = False
    for name in imports:
        if name in _TO_MINDTORCH or name in _TO_PYTORCH:
            before.append(current)
            current = World.MINDTORCH if name in _TO_MINDTORCH else World.TORCH
            is_loaded = False
        elif name == _BACK:
            current = before.pop() if before else World.TORCH
            is_loaded = False
        elif _is_below(name, "torch") or any(_is_below(name, package) for package in _BRINGS_TORCH):
            is_loaded = True
        elif not is_loaded and current is World.TORCH:
            current = _redirection(name, mindnlp_redirects)
    return current


def _redirection(name: str, mindnlp_redirects: bool) -> World:
    """What torch means after `name` was imported, where nothing else had been before."""
    world = world_of(name)
    if world is World.MINDNLP and (mindnlp_redirects or _is_below(name, "mindtorch")):
        return World.MINDNLP
    if world is World.MSADAPTER_TORCH:
        return World.MSADAPTER_TORCH
    return World.TORCH
