"""Names of PyTorch written at the same place of MindSpore, where no version has them."""

from __future__ import annotations

import csv
from functools import cache

from packaging.version import Version

from mslint.facts import names, torch_names
from mslint.facts.presence import versions_with
from mslint.facts.worlds import world_of

_PLACES = (
    ("mindspore.mint", ("torch",)),
    ("mindspore.experimental.optim", ("torch.optim",)),
    ("mindspore.ops", ("torch", "torch.nn.functional")),
    ("mindspore.nn", ("torch.nn", "torch.optim")),
    ("mindspore", ("torch",)),
)
"""A module of MindSpore and where PyTorch keeps what people look for there; the first that fits counts."""

_MODULES = {
    "torch.amp": "mindspore.amp",
    "torch.autograd": "mindspore.grad or value_and_grad",
    "torch.cuda": "mindspore.set_device",
    "torch.device": "mindspore.set_device",
    "torch.distributed": "mindspore.communication",
    "torch.nn.init": "mindspore.common.initializer",
    "torch.nn.parameter": "mindspore.Parameter",
    "torch.optim": "mindspore.nn",
    "torch.utils.data": "mindspore.dataset",
}
"""What takes the place of modules and of what has no counterpart among functions and classes."""

PURE_RENAMES = frozenset({"torch.nn.Module", "torch.nn.ModuleDict", "torch.nn.ModuleList", "torch.nn.Sequential"})
"""Names whose counterpart takes the same arguments in the same way."""


def torch_name(name: str) -> str | None:
    """PyTorch's name at the place of a dotted name that no MindSpore version has; None where it has none there."""
    if versions_with(name):
        return None
    for module, places in _PLACES:
        if name.startswith(f"{module}."):
            rest = name[len(module) + 1 :]
            found = [f"{place}.{rest}" for place in places if _torch_has(f"{place}.{rest}")]
            return found[0] if found else None
    return None


def counterpart(torch_name: str, name: str, version: Version) -> str | None:
    """What to write for PyTorch's name where the code has `name`.

    Best is a name of the same module, then a function for a function and a
    class for a class, then the same world.
    """
    module = name.rpartition(".")[0]

    def distance(found: str) -> tuple[bool, bool, bool]:
        found_module, _, found_last = found.rpartition(".")
        is_class = torch_name.rpartition(".")[2][:1].isupper()
        return found_module != module, found_last[:1].isupper() != is_class, world_of(found) is not world_of(name)

    found = sorted(torch_names.counterparts(torch_name, version), key=distance)
    instead = _MODULES.get(torch_name)
    if not found and instead is not None and names.exists(instead.partition(" ")[0], version):
        return instead
    return found[0] if found else None


def names_at_places() -> frozenset[str]:
    """What PyTorch's names are where people write them on MindSpore's modules, whether or not MindSpore has them."""
    return frozenset(
        f"{place}{torch_module[len(home) :]}.{name}"
        for place, homes in _PLACES
        for home in homes
        for torch_module, found in _torch_names().items()
        if torch_module == home or torch_module.startswith(f"{home}.")
        for name in found
    )


def _torch_has(name: str) -> bool:
    module, _, last = name.rpartition(".")
    return last in _torch_names().get(module, ())


@cache
def _torch_names() -> dict[str, frozenset[str]]:
    """Module of PyTorch -> its public names."""
    with (names.DATA_FOLDER / "torch-api.csv").open(encoding="utf-8", newline="") as stream:
        return {module: frozenset(text.split()) for module, text in list(csv.reader(stream))[1:]}
