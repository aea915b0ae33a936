"""MindTorch and MSAdapter: packages that put PyTorch's names over MindSpore, as their releases have them."""

from __future__ import annotations

_PREFIXES = {"mindtorch.torch.": "mindtorch", "msadapter.pytorch.": "msadapter"}

_OPTIMIZER_NAMES = {
    "mindtorch": (
        "ASGD",
        "Adadelta",
        "Adagrad",
        "Adam",
        "AdamW",
        "Adamax",
        "NAdam",
        "RAdam",
        "RMSprop",
        "Rprop",
        "SGD",
    ),
    "msadapter": (
        "ASGD",
        "AdaMax",
        "Adadelta",
        "Adagrad",
        "Adam",
        "AdamWeightDecay",
        "Lamb",
        "Momentum",
        "RMSProp",
        "Rprop",
        "SGD",
    ),
}

OPTIMIZER_BASE = "mindtorch.torch.optim.Optimizer"
"""What users derive from; MSAdapter 0.1 has no such class."""

_CREATING = frozenset(
    {
        "arange",
        "empty",
        "empty_like",
        "eye",
        "from_numpy",
        "full",
        "full_like",
        "linspace",
        "ones",
        "ones_like",
        "rand",
        "rand_like",
        "randint",
        "randn",
        "randn_like",
        "tensor",
        "zeros",
        "zeros_like",
    }
)


def package_of(name: str) -> str:
    """The package that a qualified name belongs to; empty for other names."""
    return next((package for prefix, package in _PREFIXES.items() if name.startswith(prefix)), "")


def optimizer_names() -> dict[str, str]:
    """The optimizers by their qualified names, and the package of each."""
    return {
        f"{prefix}optim.{short}": package
        for prefix, package in _PREFIXES.items()
        for short in _OPTIMIZER_NAMES[package]
    }


def creates_tensor(name: str) -> bool:
    """Whether a function of a package makes a new tensor."""
    return name.count(".") == len(["mindtorch", "torch", "x"]) - 1 and name.rpartition(".")[2] in _CREATING


def is_module(name: str) -> bool:
    """Whether a qualified name is the class that layers and networks derive from."""
    return name in ("mindtorch.torch.nn.Module", "msadapter.pytorch.nn.Module")


def is_parameter(name: str) -> bool:
    """Whether a qualified name is the class of parameters."""
    return name.endswith(("nn.Parameter", "nn.parameter.Parameter"))
