"""MindSpore's optimizers: which family, and where parameters and rate go.

The families and positions come from the tables made from real installs, where
they are the same in every version that has the optimizer; what is written
down here are the names of the arguments in each family. MindTorch's are read
in the sources of its release 0.4.0, MSAdapter's, which are those of
`mindspore.nn`, in its release 0.1.0.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from packaging.version import Version

from mslint.facts import adapters, names, signatures
from mslint.facts.signatures import ParameterKind
from mslint.facts.worlds import World, world_of

NOT_OVER_PARAMETERS = frozenset({"mindspore.nn.LARS", "mindspore.nn.OptTFTWrapper"})
"""Optimizers around another optimizer: they take neither parameters nor a rate."""

FACTORY = "mindspore.nn.thor"
"""A function that returns an optimizer: it takes a network in place of parameters."""

COMPILES_ITSELF = frozenset(
    {
        "mindspore.experimental.optim.ASGD",
        "mindspore.experimental.optim.RAdam",
        "mindspore.nn.ASGD",
        "mindspore.nn.AdaMax",
        "mindspore.nn.Adagrad",
        "mindspore.nn.Adam",
        "mindspore.nn.AdamWeightDecay",
        "mindspore.nn.FTRL",
        "mindspore.nn.LazyAdam",
        "mindspore.nn.Momentum",
        "mindspore.nn.ProximalAdagrad",
        "mindspore.nn.RMSProp",
        "mindspore.nn.SGD",
    }
)
"""Optimizers whose `construct` runs as a graph of its own outside graph mode too.

Measured: after the first call they see `set_data` neither on their rate (2.5 to 2.10) nor on the weights (2.8 to
2.10; on 2.5 to 2.7, where that can end the process, SGD and Adam). `nn.Adadelta` and the other optimizers of
`mindspore.experimental.optim` see both.
"""

BASES = frozenset({"mindspore.nn.Optimizer", "mindspore.experimental.optim.Optimizer"})
"""What users derive from; `nn.Optimizer(learning_rate, parameters)` has its own order."""

GROUP_KEYS = frozenset({"params", "lr", "weight_decay", "order_params", "grad_centralization"})
"""What a parameter group of a `mindspore.nn` optimizer may hold on 1.10 to 2.10; other keys raise KeyError."""

_HIDDEN_KEYWORDS = {"mindspore.nn.Adam": frozenset({"use_lazy", "use_offload"})}
"""What an optimizer takes through its `**kwargs`; anything else raises KeyError."""

BETAS = ("beta1", "beta2")
"""PyTorch's `betas`, one by one, as the optimizers of `mindspore.nn` take them."""

_COUNTERPARTS = (
    ("amsgrad", "use_amsgrad"),
    ("nesterov", "use_nesterov"),
    ("params", "parameters"),
    ("eps", "epsilon"),
    ("alpha", "decay"),
    ("initial_accumulator_value", "accum"),
)
"""Keywords of different families that mean the same."""

EXACT_COUNTERPARTS = frozenset({"amsgrad", "use_amsgrad", "params", "parameters", "initial_accumulator_value", "accum"})
"""Those whose values go into the same formula: RMSProp adds epsilon elsewhere and starts from other averages, and
`use_nesterov` was seen to differ from PyTorch (Adam) or to do nothing (Momentum, on CPU).
"""

IMPLEMENTATION_KEYWORDS = frozenset({"foreach", "fused", "capturable", "differentiable"})
"""PyTorch's keywords that choose how a step is computed, not what it gives."""


class Optimizer(NamedTuple):
    """How one optimizer is called.

    `world` is NATIVE, EXPERIMENTAL, MINT, MINDTORCH or MSADAPTER. The positions count
    from 0 without self and are None where the optimizer takes no such thing.
    """

    name: str
    world: World
    params_keyword: str | None
    rate_keyword: str | None

    @property
    def params_position(self) -> int | None:
        """Where the parameters may be passed by position."""
        return self._position(self.params_keyword, 0)

    @property
    def rate_position(self) -> int | None:
        """Where the rate may be passed by position."""
        return self._position(self.rate_keyword, 1)

    def _position(self, keyword: str | None, in_adapters: int) -> int | None:
        if keyword is None:
            return None
        is_adapter = self.world in (World.MINDTORCH, World.MSADAPTER)
        return in_adapters if is_adapter else signatures.position(self.name, keyword)


@cache
def optimizers() -> dict[str, Optimizer]:
    """Every optimizer of any known version by its canonical name."""
    found = {name: _native(name) for name in {*names.category("nn-optimizer"), FACTORY}}
    found.update((name, _torch_like(name)) for name in names.category("experimental-optimizer"))
    for name, package in adapters.optimizer_names().items():
        rate = "lr" if package == "mindtorch" else "learning_rate"
        found[name] = Optimizer(name, world_of(name), "params", rate)
    return found


def optimizer(name: str) -> Optimizer | None:
    """The optimizer with this canonical name."""
    return optimizers().get(name)


@cache
def accepted_keywords(name: str, version: Version) -> frozenset[str] | None:
    """The keywords that an optimizer takes in a MindSpore version; None where that is not known."""
    parameters = signatures.parameters(name, version)
    if parameters is None:
        return None
    takes_more = any(each.kind is ParameterKind.VAR_KEYWORD for each in parameters)
    if takes_more and name not in _HIDDEN_KEYWORDS:
        return None
    named = frozenset(each.name for each in parameters if each.kind is not ParameterKind.VAR_KEYWORD)
    return named | _HIDDEN_KEYWORDS[name] if takes_more else named


def counterpart(keyword: str, accepted: frozenset[str]) -> str | None:
    """The keyword among `accepted` that means what `keyword` means elsewhere."""
    for pair in _COUNTERPARTS:
        if keyword in pair:
            other = pair[1 - pair.index(keyword)]
            return other if other in accepted else None
    return None


def _native(name: str) -> Optimizer:
    """An optimizer of `mindspore.nn`."""
    if name in NOT_OVER_PARAMETERS:
        return Optimizer(name, World.NATIVE, None, None)
    if name == FACTORY:
        return Optimizer(name, World.NATIVE, None, "learning_rate")
    return Optimizer(name, World.NATIVE, "parameters" if name in BASES else "params", "learning_rate")


def _torch_like(name: str) -> Optimizer:
    """An optimizer of `mindspore.experimental.optim` or `mindspore.mint.optim`."""
    return Optimizer(name, world_of(name), "params", None if name in BASES else "lr")
