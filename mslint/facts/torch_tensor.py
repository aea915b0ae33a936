"""What PyTorch's tensors have, and what takes its place where MindSpore's have it not.

The names are in `torch-tensor.csv` (`tools/torch_signatures.py`, PyTorch 2.13).
Whether a version of MindSpore has one is asked of the tables of members.
"""

from __future__ import annotations

import csv
from functools import cache

from packaging.version import Version

from mslint.facts import members, names, torch_names

TENSOR = "mindspore.Tensor"
PARAMETER = "mindspore.Parameter"

METHODS_HERE = frozenset({"imag", "real"})
"""Attributes in PyTorch, methods in MindSpore wherever it has them."""

_GRADIENTS = frozenset(
    {
        "backward", "detach", "detach_", "grad", "grad_dtype", "grad_fn", "is_leaf", "requires_grad", "requires_grad_",
        "retain_grad", "retains_grad",
    }
)  # fmt: skip
"""What tensors know of gradients is a subject of its own."""

_COMMON = frozenset({"name"})
"""Too common a name to be PyTorch's."""

_FUNCTIONS = ("mindspore.ops", "mindspore.mint", "mindspore.mint.nn.functional")

_DEVICE = (
    ("leave it out, for mindspore.set_device says where tensors are", "mindspore.set_device"),
    ("leave it out, for device_target of mindspore.set_context says where tensors are", ""),
)
_ASK_DEVICE = (("ask mindspore.get_context('device_target')", ""),)
_LEAVE_OUT = (("leave it out", ""),)
_FILL = (("write {x} = mindspore.ops.full_like({x}, value)", "mindspore.ops.full_like"), ("make a new tensor", ""))
_RANDOM = (("write the values of a new tensor, as of mindspore.ops or mindspore.common.initializer", ""),)
_DENSE = (("leave it out: MindSpore's tensors are dense, sparse ones are COOTensor and CSRTensor", ""),)


def _cast(dtype: str) -> tuple[tuple[str, str], ...]:
    return ((f"write astype(mindspore.{dtype})", f"mindspore.{dtype}"),)


_WORDS: dict[str, tuple[tuple[str, str], ...]] = {
    **dict.fromkeys(("cpu", "cuda", "ipu", "mtia", "xpu"), _DEVICE),
    **dict.fromkeys(
        (
            "device", "get_device", "is_cpu", "is_cuda", "is_ipu", "is_maia", "is_meta", "is_mps", "is_mtia",
            "is_vulkan", "is_xla", "is_xpu",
        ),
        _ASK_DEVICE,
    ),
    **dict.fromkeys(
        (
            "contiguous", "dequantize", "is_contiguous", "is_distributed", "is_inference", "is_mkldnn", "is_nested",
            "is_pinned", "is_quantized", "is_shared", "layout", "pin_memory", "record_stream", "resolve_conj",
            "resolve_neg", "share_memory_", "to_mkldnn",
        ),
        _LEAVE_OUT,
    ),
    **dict.fromkeys(("is_sparse", "is_sparse_csr", "to_dense"), _DENSE),
    **dict.fromkeys(("bernoulli_", "cauchy_", "exponential_", "geometric_", "log_normal_", "normal_"), _RANDOM),
    **dict.fromkeys(("random_", "uniform_"), _RANDOM),
    "bfloat16": _cast("bfloat16"),
    "bool": _cast("bool_"),
    "byte": _cast("uint8"),
    "cdouble": _cast("complex128"),
    "cfloat": _cast("complex64"),
    "char": _cast("int8"),
    "clamp": (("write mindspore.ops.clip_by_value", ""),),
    "clamp_": (("write {x} = {x}.clamp(...)", "mindspore.Tensor.clamp"), ("write mindspore.ops.clip_by_value", "")),
    "clamp_max": (("write {x}.clamp(max=...)", "mindspore.Tensor.clamp"), ("write mindspore.ops.minimum", "")),
    "clamp_max_": (("write {x} = {x}.clamp(max=...)", "mindspore.Tensor.clamp"), ("write mindspore.ops.minimum", "")),
    "clamp_min": (("write {x}.clamp(min=...)", "mindspore.Tensor.clamp"), ("write mindspore.ops.maximum", "")),
    "clamp_min_": (("write {x} = {x}.clamp(min=...)", "mindspore.Tensor.clamp"), ("write mindspore.ops.maximum", "")),
    "clone": (("write copy()", ""),),
    "copy_": (("write {x} = other, or mindspore.ops.assign to a parameter", ""),),
    "cpu": (("write asnumpy() for an array, or leave it out", ""),),
    "data": (("use the tensor itself, or mindspore.ops.stop_gradient of it", ""),),
    "double": _cast("float64"),
    "element_size": (("read itemsize", ""),),
    "expand": (("write mindspore.ops.broadcast_to", ""),),
    "fill_": _FILL,
    "fill_diagonal_": (("make a new tensor", ""),),
    "float": _cast("float32"),
    "half": _cast("float16"),
    "int": _cast("int32"),
    "is_same_size": (("compare the shapes", ""),),
    "long": _cast("int64"),
    "narrow_copy": (("write narrow(...)", "mindspore.Tensor.narrow"), ("write a slice", "")),
    "nelement": (("read size", ""),),
    "new": (("write mindspore.Tensor(data, {x}.dtype)", ""),),
    "new_tensor": (("write mindspore.Tensor(data, {x}.dtype)", ""),),
    "numel": (("read size", ""),),
    "numpy": (("write asnumpy()", ""),),
    "permute": (("write transpose(...)", ""),),
    "pinverse": (("write mindspore.ops.pinv({x})", "mindspore.ops.pinv"),),
    "matrix_exp": (("write mindspore.ops.matrix_exp({x})", "mindspore.ops.matrix_exp"),),
    "resize_": (("write {x} = {x}.reshape(...)", ""),),
    "resize_as_": (("write {x} = {x}.reshape(other.shape)", ""),),
    "short": _cast("int16"),
    "split_with_sizes": (("write split(...)", ""),),
    "swapaxes_": (("write {x} = {x}.swapaxes(...)", ""),),
    "swapdims_": (("write {x} = {x}.swapaxes(...)", ""),),
    "tolist": (("write asnumpy().tolist()", ""),),
    "transpose_": (("write {x} = {x}.swapaxes(...)", ""),),
    "type": (("write astype(...), or read dtype", ""),),
    "type_as": (("write astype(other.dtype)", ""),),
    "unflatten": (("write reshape(...)", ""),),
    "unsafe_chunk": (("write chunk(...)", "mindspore.Tensor.chunk"), ("write mindspore.ops.split", "")),
    "unsafe_split": (("write split(...)", ""),),
    "unsafe_split_with_sizes": (("write split(...)", ""),),
    "unsqueeze": (("write expand_dims(...)", ""),),
    "view_as": (("write reshape(other.shape)", ""),),
    "reshape_as": (("write reshape(other.shape)", ""),),
    "zero_": (("write {x} = mindspore.ops.zeros_like({x})", "mindspore.ops.zeros_like"),),
}  # fmt: skip
"""What to write, and what MindSpore must have for it; the first that fits counts. `{x}` stands for the tensor."""


@cache
def absent(class_name: str, version: Version | str) -> frozenset[str]:
    """The names of PyTorch's tensors that objects of this class are known not to have.

    Those about gradients are left out, and those that mean nothing of PyTorch.
    """
    return frozenset(
        name
        for name in judged()
        if all(members.has_member(class_name, name, each) is False for each in names.stand_ins(version))
    )


@cache
def judged() -> frozenset[str]:
    """The public members of PyTorch's tensors, but for those that are no subject here."""
    return frozenset(_kinds()) - _GRADIENTS - _COMMON


@cache
def attributes_of_torch() -> frozenset[str]:
    """Those that are read, not called."""
    return frozenset(name for name, kind in _kinds().items() if kind == "attribute")


@cache
def instead(name: str, version: Version | str) -> str:
    """What to write in this version for a member of PyTorch's tensors, in words; empty where that is not known.

    `{x}` stands for the tensor.
    """
    for words, needed in _WORDS.get(name, ()):
        if not needed or torch_names.exists(needed, version):
            return words
    base = name.removesuffix("_")
    if base != name and members.has_member(TENSOR, base, version):
        return f"write {{x}} = {{x}}.{base}(...)"
    found = function(base, version)
    if not found:
        return ""
    return f"write {{x}} = {found}({{x}})" if base != name else f"write {found}"


@cache
def function(name: str, version: Version | str) -> str:
    """The function of MindSpore that does what this method of PyTorch's tensors does; empty where none is known."""
    for prefix in ("torch", "torch.nn.functional", "torch.linalg", "torch.special"):
        for each in torch_names.counterparts(f"{prefix}.{name}", version):
            module, _, last = each.rpartition(".")
            if module in _FUNCTIONS and last.islower() and names.exists(each, version):
                return each
    return ""


@cache
def _kinds() -> dict[str, str]:
    """Name -> `method` or `attribute`."""
    with (names.DATA_FOLDER / "torch-tensor.csv").open(encoding="utf-8", newline="") as stream:
        return {row["name"]: row["kind"] for row in csv.DictReader(stream)}
