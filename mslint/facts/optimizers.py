"""MindSpore's optimizers: which family, and where parameters and rate go.

The families and positions come from the tables made from real installs, where
they are the same in every version that has the optimizer; what is written
down here are the names of the arguments in each family. MindTorch's are read
in the sources of its release 0.4.0, MSAdapter's, which are those of
`mindspore.nn`, in its release 0.1.0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mslint.facts import adapters, names, signatures
from mslint.facts.worlds import World, world_of

NOT_OVER_PARAMETERS = frozenset({"mindspore.nn.LARS", "mindspore.nn.OptTFTWrapper"})
"""Optimizers around another optimizer: they take neither parameters nor a rate."""

FACTORY = "mindspore.nn.thor"
"""A function that returns an optimizer: it takes a network in place of parameters."""

BASES = frozenset({"mindspore.nn.Optimizer", "mindspore.experimental.optim.Optimizer"})
"""What users derive from; `nn.Optimizer(learning_rate, parameters)` has its own order."""


@dataclass(frozen=True, slots=True)
class Optimizer:
    """How one optimizer is called.

    `world` is NATIVE, EXPERIMENTAL, MINT, MINDTORCH or MSADAPTER. The positions count
    from 0 without self and are None where the optimizer takes no such thing.
    """

    name: str
    world: World
    params_keyword: str | None
    params_position: int | None
    rate_keyword: str | None
    rate_position: int | None


@cache
def optimizers() -> dict[str, Optimizer]:
    """Every optimizer of any known version by its canonical name."""
    found = {name: _native(name) for name in {*names.category("nn-optimizer"), FACTORY}}
    found.update((name, _torch_like(name)) for name in names.category("experimental-optimizer"))
    for name, package in adapters.optimizer_names().items():
        rate = "lr" if package == "mindtorch" else "learning_rate"
        found[name] = Optimizer(name, world_of(name), "params", 0, rate, 1)
    return found


def optimizer(name: str) -> Optimizer | None:
    """The optimizer with this canonical name."""
    return optimizers().get(name)


def _native(name: str) -> Optimizer:
    """An optimizer of `mindspore.nn`."""
    if name in NOT_OVER_PARAMETERS:
        return Optimizer(name, World.NATIVE, None, None, None, None)
    rate_position = signatures.position(name, "learning_rate")
    if name == FACTORY:
        return Optimizer(name, World.NATIVE, None, None, "learning_rate", rate_position)
    params = "parameters" if name in BASES else "params"
    return Optimizer(name, World.NATIVE, params, signatures.position(name, params), "learning_rate", rate_position)


def _torch_like(name: str) -> Optimizer:
    """An optimizer of `mindspore.experimental.optim` or `mindspore.mint.optim`."""
    rate = None if name in BASES else "lr"
    position = None if rate is None else signatures.position(name, rate)
    return Optimizer(name, world_of(name), "params", signatures.position(name, "params"), rate, position)
