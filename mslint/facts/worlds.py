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


_SWITCH_MODULES = {
    "mindtorch.tools.mstorch_enable": World.MINDTORCH,
    "mindtorch.tools.pytorch_enable": World.TORCH,
}
"""MindTorch's modules whose first import says what `torch` is from there on."""

_SWITCH_CALLS = {
    "mindtorch.torch_disable": World.MINDTORCH,
    "mindtorch.torch_enable": World.TORCH,
    "mindtorch.module_hooker.torch_disable": World.MINDTORCH,
    "mindtorch.module_hooker.torch_enable": World.TORCH,
}
"""The functions behind them; `torch_disable` disables PyTorch."""

_SWITCH_BACK = {"mindtorch.torch_pop", "mindtorch.module_hooker.torch_pop"}

_BRINGS_TORCH = ("torch", "torchvision", "torchaudio", "transformers", "diffusers", "peft", "accelerate", "timm")
"""Packages whose import imports `torch`."""


def torch_world(imports: Iterable[str], *, mindnlp_redirects: bool = True) -> World:
    """What `import torch` means after `imports` have run.

    `imports` are full names in order of execution: imported modules, what is
    imported from them (`from mindtorch.tools import mstorch_enable` is
    `mindtorch.tools.mstorch_enable`), and calls of MindTorch's switches
    (`mindtorch.torch_disable`). `mindnlp_redirects` is False for mindnlp
    before 0.5, which leaves torch alone.

    A redirection that comes after torch was imported does not count, but for
    MindTorch's switches, which exchange the loaded module.
    """
    names = tuple(imports)
    current = World.TORCH
    before: list[World] = []
    is_loaded = False
    switched: set[str] = set()
    is_mindtorch = any(world_of(name) is World.MINDTORCH for name in names)
    for name in names:
        switch = _SWITCH_CALLS.get(name)
        if name in _SWITCH_MODULES and name not in switched:
            switched.add(name)
            switch = _SWITCH_MODULES[name]
        if switch is not None:
            before.append(current)
            current = switch
        elif name in _SWITCH_BACK:
            current = before.pop() if before else World.TORCH
        elif any(_is_below(name, package) for package in _BRINGS_TORCH):
            is_loaded = True
        elif not is_loaded and current is World.TORCH:
            current = _redirection(name, mindnlp_redirects, is_mindtorch)
    return current


def _redirection(name: str, mindnlp_redirects: bool, is_mindtorch: bool) -> World:
    """What torch means after `name` was imported, where nothing else had been before.

    `is_mindtorch`: the bare package `mindtorch` is MindTorch, not mindnlp's.
    """
    world = world_of(name)
    if world is World.MSADAPTER_TORCH:
        return World.MSADAPTER_TORCH
    redirects = not is_mindtorch if _is_below(name, "mindtorch") else mindnlp_redirects
    return World.MINDNLP if world is World.MINDNLP and redirects else World.TORCH
