"""Which dtype a tensor or an array has, where the text says so.

Measured with MindSpore 1.10, 2.0 and 2.5 to 2.10 on Linux, where NumPy's own
integer is int64.
"""

from __future__ import annotations

import ast

from packaging.version import Version

from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.values import Constant, External, Instance, Member, Possible, Sequence, Site, Value
from mslint.tensors import Kind, Tensors

_MAX_DEPTH = 12
_TORCH_LIKE_SINCE = Version("2.0")
"""From here on `argmax` and `arange` give int64, and a tensor has `long()` and the like."""
_TENSOR_MAKERS = frozenset({"mindspore.Tensor", "mindspore.tensor"})
_KEEPS_DTYPE = frozenset(
    {"mindspore.Parameter", "mindspore.Tensor.from_numpy", "mindspore.from_numpy", "mindspore.ops.ones_like",
     "mindspore.ops.reshape", "mindspore.ops.squeeze", "mindspore.ops.stop_gradient", "mindspore.ops.zeros_like"}
)  # fmt: skip
"""Functions whose result has the dtype of their first argument."""
_ALWAYS_INT64 = frozenset({"mindspore.ops.argmax", "mindspore.ops.nonzero", "mindspore.ops.randperm"})
_DTYPE_POSITION = {
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
_OF_DATA = frozenset({"numpy.array", "numpy.asarray"})
"""Those that take it from their first argument if they are not told."""
_NUMPY_INT64 = frozenset({"numpy.argmax", "numpy.argmin", "numpy.random.permutation", "numpy.random.randint"})
_OF_INTEGERS = frozenset({"mindspore.ops.arange", "numpy.arange"})
"""Functions that give int64 for integers."""
_CASTS = frozenset({"astype", "to", "type"})
_NAMED_CASTS = {"byte": "uint8", "int": "int32", "long": "int64", "short": "int16"}
_KEEPING_METHODS = frozenset(
    {"asnumpy", "clone", "contiguous", "copy", "expand_dims", "flatten", "permute", "ravel", "reshape", "squeeze",
     "transpose", "unsqueeze", "view"}
)  # fmt: skip
_DTYPES = frozenset({"bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"})


class Dtypes:
    """Answers for the file of one evaluator and one version of MindSpore."""

    def __init__(self, evaluator: Evaluator, tensors: Tensors, target: Version) -> None:
        """Start with nothing known."""
        self._evaluator = evaluator
        self._tensors = tensors
        self._is_torch_like = target >= _TORCH_LIKE_SINCE
        self._depth = 0

    def at(self, site: Site) -> set[str | None]:
        """What dtypes an expression can have; None among them where it can be anything else."""
        if self._depth > _MAX_DEPTH:
            return {None}
        self._depth += 1
        try:
            return {dtype for possible in self._evaluator.at(site) for dtype in self.of(possible)}
        finally:
            self._depth -= 1

    def of(self, possible: Possible) -> set[str | None]:
        """The same for one thing that an expression can be."""
        value = possible.value
        if isinstance(value, Instance) and value.site is not None and isinstance(value.site.node, ast.Call):
            if isinstance(value.of, External):
                return self._result(canonical(value.of.name), value.site.node, value.site)
            if isinstance(value.of, Member):
                return self._method(value.of.name, value.site.node, value.site)
        elif isinstance(possible.written.node, ast.Subscript):
            written = possible.written
            return self.at(Site(possible.written.node.value, written.scope, written.frame))
        return {None}

    def _result(self, name: str, call: ast.Call, site: Site) -> set[str | None]:
        """What a library function or class gives."""
        first = self._argument(call, site, 0)
        if name in _TENSOR_MAKERS:
            told = self._argument(call, site, 1, "dtype")
            return {self._named(told)} if told is not None else self._of_data(first)
        if name in _KEEPS_DTYPE:
            return {None} if first is None else self.at(first)
        if name in _DTYPE_POSITION:
            told = self._argument(call, site, _DTYPE_POSITION[name], "dtype")
            if told is not None:
                return {self._named(told)}
            return self._of_data(first) if name in _OF_DATA else {None}
        told = self._argument(call, site, None, "dtype")
        if told is not None:
            return {self._named(told)}
        is_integer = name in _NUMPY_INT64 or (name in _ALWAYS_INT64 and self._is_torch_like)
        is_integer = is_integer or (name in _OF_INTEGERS and self._counts(name, call, site))
        return {"int64"} if is_integer else {None}

    def _counts(self, name: str, call: ast.Call, site: Site) -> bool:
        """Whether `arange` is given integers."""
        if name.startswith("mindspore.") and not self._is_torch_like:
            return False
        values = [self._evaluator.only(each, site.scope, site.frame) for each in call.args]
        return bool(values) and not call.keywords and all(_is_integer(value) for value in values)

    def _method(self, name: str, call: ast.Call, site: Site) -> set[str | None]:
        """What a method gives."""
        if not isinstance(call.func, ast.Attribute):
            return {None}
        receiver = Site(call.func.value, site.scope, site.frame)
        if name in _CASTS:
            told = self._argument(call, site, 0, "dtype")
            is_mindspore = told is not None and self._is_of_mindspore(told)
            return {self._named(told)} if told is not None and (is_mindspore or self._is_known(receiver)) else {None}
        if name in _NAMED_CASTS:
            return {_NAMED_CASTS[name]} if self._is_torch_like and not call.args and not call.keywords else {None}
        if name in _KEEPING_METHODS:
            return self.at(receiver)
        is_argmax = name == "argmax" and self._is_torch_like and self._is_tensor(receiver)
        return {"int64"} if is_argmax else {None}

    def _of_data(self, data: Site | None) -> set[str | None]:
        """The dtype of a tensor or array that is made of this."""
        if data is None:
            return {None}
        found: set[str | None] = set()
        for possible in self._evaluator.at(data):
            if _is_integer(possible.value):
                found.add("int64")
            elif isinstance(possible.value, Sequence) and not possible.value.is_open and possible.value.elements:
                found |= {dtype for element in possible.value.elements for dtype in self._of_data(element)}
            else:
                found |= self.of(possible)
        return found

    def _is_known(self, receiver: Site) -> bool:
        """Whether an expression is a tensor, or an array whose dtype is known."""
        return self._is_tensor(receiver) or None not in self.at(receiver)

    def _is_tensor(self, receiver: Site) -> bool:
        return self._tensors.kind(receiver.node, receiver.scope) in (Kind.TENSOR, Kind.PARAMETER)

    def _is_of_mindspore(self, told: Site) -> bool:
        value = self._evaluator.only(told.node, told.scope, told.frame)
        return isinstance(value, External) and value.name.startswith("mindspore.")

    def _named(self, told: Site) -> str | None:
        """The dtype that an expression names: `ms.int64`, `np.int64`, `"int64"`, `int`."""
        value = self._evaluator.only(told.node, told.scope, told.frame)
        if isinstance(value, Constant):
            return value.value if isinstance(value.value, str) and value.value in _DTYPES else None
        if not isinstance(value, External):
            return None
        package, _, name = value.name.rpartition(".")
        if package == "builtins":
            return "int64" if name == "int" else None
        is_dtype = name in _DTYPES and package.partition(".")[0] in ("mindspore", "numpy")
        return name if is_dtype else None

    @staticmethod
    def _argument(call: ast.Call, site: Site, position: int | None, keyword: str = "") -> Site | None:
        for each in call.keywords:
            if keyword and each.arg == keyword:
                return Site(each.value, site.scope, site.frame)
        plain = position is not None and not any(isinstance(each, ast.Starred) for each in call.args)
        if plain and position is not None and position < len(call.args):
            return Site(call.args[position], site.scope, site.frame)
        return None


def _is_integer(value: Value) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int) and not isinstance(value.value, bool)
