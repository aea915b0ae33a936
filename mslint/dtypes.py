"""Which dtype a tensor or an array has, where the text says so.

Measured with MindSpore 1.10, 2.0 and 2.5 to 2.10 on Linux, where NumPy's own
integer is int64.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from packaging.version import Version

from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.values import Constant, External, Instance, Member, Possible, Sequence, Site, Value
from mslint.tensors import Kind, Tensors

_MAX_DEPTH = 12
_TORCH_LIKE_SINCE = Version("2.0")
"""From here on `argmax` and `arange` give int64, and a tensor has `long()` and the like."""
_KEEPS_DTYPE = frozenset(
    {"mindspore.Parameter", "mindspore.Tensor.from_numpy", "mindspore.from_numpy", "mindspore.ops.ones_like",
     "mindspore.ops.reshape", "mindspore.ops.squeeze", "mindspore.ops.stop_gradient", "mindspore.ops.zeros_like"}
)  # fmt: skip
"""Functions whose result has the dtype of their first argument."""
_ALWAYS_INT64 = frozenset({"mindspore.ops.argmax", "mindspore.ops.nonzero", "mindspore.ops.randperm"})
_DTYPE_POSITION = {
    "mindspore.Tensor": 1,
    "mindspore.tensor": 1,
    "mindspore.ops.cast": 1,
    "mindspore.ops.full": 2,
    "mindspore.ops.ones": 1,
    "mindspore.ops.zeros": 1,
    "numpy.array": 1,
    "numpy.asarray": 1,
    "numpy.empty": 1,
    "numpy.full": 2,
    "numpy.ones": 1,
    "numpy.zeros": 1,
}
"""Functions that are told the dtype, and where."""
_OF_DATA = frozenset({"mindspore.Tensor", "mindspore.tensor", "numpy.array", "numpy.asarray"})
"""Those that take it from their first argument if they are not told."""
_NUMPY_INT64 = frozenset({"numpy.argmax", "numpy.argmin", "numpy.random.permutation", "numpy.random.randint"})
_OF_INTEGERS = frozenset({"mindspore.ops.arange", "numpy.arange"})
"""Functions that give int64 for integers."""
_CASTS = frozenset({"astype", "to", "type"})
_NAMED_CASTS = {"byte": "uint8", "int": "int32", "long": "int64", "short": "int16"}
_KEEPING_METHODS = frozenset(
    {"clone", "contiguous", "copy", "expand_dims", "flatten", "permute", "ravel", "reshape", "squeeze", "transpose",
     "unsqueeze", "view"}
)  # fmt: skip
_DTYPES = frozenset({"bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"})


class Dtype(NamedTuple):
    """The dtype of a tensor, or of an array of NumPy."""

    name: str
    is_array: bool = False


_Found = set[Dtype | None]
"""What dtypes an expression can have; None for what is not known."""


class Dtypes:
    """Answers for the file of one evaluator and one version of MindSpore."""

    def __init__(self, evaluator: Evaluator, tensors: Tensors, target: Version) -> None:
        """Start with nothing known."""
        self._evaluator = evaluator
        self._tensors = tensors
        self._is_torch_like = target >= _TORCH_LIKE_SINCE
        self._depth = 0

    def at(self, site: Site) -> set[Dtype | None]:
        """What dtypes an expression can have; None among them where it can be anything else."""
        if self._depth > _MAX_DEPTH:
            return {None}
        self._depth += 1
        try:
            return {dtype for possible in self._evaluator.at(site) for dtype in self.of(possible)}
        finally:
            self._depth -= 1

    def of(self, possible: Possible) -> set[Dtype | None]:
        """The same for one thing that an expression can be."""
        value, written = possible.value, possible.written
        if isinstance(value, Instance) and value.site is not None and isinstance(value.site.node, ast.Call):
            if isinstance(value.of, External):
                return self._result(canonical(value.of.name), value.site.node, value.site)
            if isinstance(value.of, Member):
                return self._method(value.of.name, value.site.node, value.site)
        elif isinstance(written.node, ast.Subscript):
            return self.at(Site(written.node.value, written.scope, written.frame))
        return {None}

    def _result(self, name: str, call: ast.Call, site: Site) -> _Found:
        """What a library function or class gives."""
        is_array = name.startswith("numpy.")
        first = _argument(call, site, 0)
        if name in _KEEPS_DTYPE:
            return {None} if first is None else _with(self.at(first), is_array=False)
        told = _argument(call, site, _DTYPE_POSITION.get(name), "dtype")
        if told is not None:
            return self._named(told, is_array=is_array)
        if name in _OF_DATA:
            return {None} if first is None else _with(self._of_data(first), is_array=is_array)
        is_integer = name in _NUMPY_INT64 or (name in _ALWAYS_INT64 and self._is_torch_like)
        is_integer = is_integer or (name in _OF_INTEGERS and self._counts(name, call, site))
        return {Dtype("int64", is_array)} if is_integer else {None}

    def _counts(self, name: str, call: ast.Call, site: Site) -> bool:
        """Whether `arange` is given integers."""
        if name.startswith("mindspore.") and not self._is_torch_like:
            return False
        values = [self._evaluator.only(each, site.scope, site.frame) for each in call.args]
        return bool(values) and not call.keywords and all(_is_integer(value) for value in values)

    def _method(self, name: str, call: ast.Call, site: Site) -> _Found:
        """What a method gives."""
        if not isinstance(call.func, ast.Attribute):
            return {None}
        receiver = Site(call.func.value, site.scope, site.frame)
        if name in _CASTS:
            return self._cast(_argument(call, site, 0, "dtype"), receiver)
        if name in _NAMED_CASTS:
            is_plain = self._is_torch_like and not call.args and not call.keywords
            return {Dtype(_NAMED_CASTS[name])} if is_plain else {None}
        if name in _KEEPING_METHODS:
            return self.at(receiver)
        if name == "asnumpy":
            return _with(self.at(receiver), is_array=True)
        is_argmax = name == "argmax" and self._is_torch_like and self._is_tensor(receiver)
        return {Dtype("int64")} if is_argmax else {None}

    def _cast(self, told: Site | None, receiver: Site) -> _Found:
        """`x.astype(dtype)`; only a tensor takes a dtype of MindSpore."""
        if told is None:
            return {None}
        if self._is_of_mindspore(told) or self._is_tensor(receiver):
            return self._named(told, is_array=False)
        before = self.at(receiver)
        kinds = {each.is_array for each in before if each is not None}
        return self._named(told, is_array=kinds.pop()) if None not in before and len(kinds) == 1 else {None}

    def _of_data(self, data: Site) -> _Found:
        """The dtype of a tensor or array that is made of this."""
        found: _Found = set()
        for possible in self._evaluator.at(data):
            if _is_integer(possible.value):
                found.add(Dtype("int64"))
            elif isinstance(possible.value, Sequence) and not possible.value.is_open and possible.value.elements:
                found |= {dtype for element in possible.value.elements for dtype in self._of_data(element)}
            else:
                found |= self.of(possible)
        return found

    def _is_tensor(self, receiver: Site) -> bool:
        return self._tensors.kind(receiver.node, receiver.scope) in (Kind.TENSOR, Kind.PARAMETER)

    def _is_of_mindspore(self, told: Site) -> bool:
        values = self._evaluator.values(told.node, told.scope, told.frame)
        return all(isinstance(value, External) and value.name.startswith("mindspore.") for value in values)

    def _named(self, told: Site, *, is_array: bool) -> _Found:
        """The dtypes that an expression names: `ms.int64`, `np.int64`, `"int64"`, `int`."""
        names = [_dtype_name(value) for value in self._evaluator.values(told.node, told.scope, told.frame)]
        return {None if name is None else Dtype(name, is_array) for name in names}


def _with(found: _Found, *, is_array: bool) -> _Found:
    return {None if each is None else Dtype(each.name, is_array) for each in found}


def _dtype_name(value: Value) -> str | None:
    if isinstance(value, Constant):
        return value.value if isinstance(value.value, str) and value.value in _DTYPES else None
    if not isinstance(value, External):
        return None
    package, _, name = value.name.rpartition(".")
    if package == "builtins":
        return "int64" if name == "int" else None
    return name if name in _DTYPES and package.partition(".")[0] in ("mindspore", "numpy") else None


def _argument(call: ast.Call, site: Site, position: int | None, keyword: str = "") -> Site | None:
    for each in call.keywords:
        if keyword and each.arg == keyword:
            return Site(each.value, site.scope, site.frame)
    if position is None or position >= len(call.args) or any(isinstance(each, ast.Starred) for each in call.args):
        return None
    return Site(call.args[position], site.scope, site.frame)


def _is_integer(value: Value) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int) and not isinstance(value.value, bool)
