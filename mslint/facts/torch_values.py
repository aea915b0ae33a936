"""Which of PyTorch's names are its data types, and which functions work on its tensors and give them."""

from __future__ import annotations

from functools import cache

from packaging.version import Version

from mslint.facts import results, torch_names

TENSOR_CLASS = "torch.Tensor"

_DTYPES = {
    "bfloat16": "bfloat16", "bool": "bool_", "cdouble": "complex128", "cfloat": "complex64", "complex128": "complex128",
    "complex64": "complex64", "double": "float64", "float": "float32", "float16": "float16", "float32": "float32",
    "float64": "float64", "half": "float16", "int": "int32", "int16": "int16", "int32": "int32", "int64": "int64",
    "int8": "int8", "long": "int64", "short": "int16", "uint8": "uint8",
}  # fmt: skip
"""Data type of PyTorch -> of MindSpore, without the module."""

_MAKERS = frozenset(
    f"torch.{name}"
    for name in (
        "arange", "as_tensor", "empty", "eye", "from_numpy", "full", "linspace", "ones", "rand", "randint", "randn",
        "randperm", "tensor", "zeros",
    )
)  # fmt: skip
"""They make a tensor of what is none."""

_MODULES = ("torch", "torch.nn.functional", "torch.linalg", "torch.special", "torch.fft")


def dtype(name: str) -> str | None:
    """The name in `mindspore` of a data type of PyTorch; None for what is no data type."""
    package, _, last = name.partition(".")
    return _DTYPES.get(last) if package == "torch" else None


def is_maker(name: str) -> bool:
    """Whether a function of PyTorch makes a tensor of numbers, arrays or nothing."""
    return name in _MAKERS


@cache
def works_on_tensors(name: str) -> bool:
    """Whether a function of PyTorch takes tensors first and gives tensors."""
    return not is_maker(name) and any(
        results.gives_tensor(each) or results.gives_tensors(each) for each in _counterparts(name)
    )


@cache
def gives_tensor(name: str) -> bool:
    """Whether a function of PyTorch gives one tensor."""
    return name == TENSOR_CLASS or is_maker(name) or any(map(results.gives_tensor, _counterparts(name)))


def counterpart(name: str, version: Version | str) -> str:
    """What does the work of a function or class of PyTorch in this version; empty where none is known."""
    return next((each for each in _counterparts(name) if torch_names.exists(each, version)), "")


def _counterparts(name: str) -> tuple[str, ...]:
    """The functions of MindSpore that do the work, those of `mindspore.ops` first."""
    module, _, last = name.rpartition(".")
    if module not in _MODULES:
        return torch_names.counterparts(name) if module.startswith("torch.nn") else ()
    return torch_names.counterparts(name) or torch_names.counterparts(f"torch.nn.functional.{last}")
