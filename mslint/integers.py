"""Which expressions are known to be whole numbers, or tensors of them."""

from __future__ import annotations

import ast
import enum

from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.names import Scope
from mslint.model.values import Constant, External, Sequence, Site
from mslint.tensors import Kind, Tensors

_MAX_DEPTH = 8
_DTYPES = frozenset(f"mindspore.{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
_MAKERS = {
    "mindspore.Tensor": 1,
    "mindspore.ops.arange": None,
    "mindspore.ops.full": 2,
    "mindspore.ops.ones": 1,
    "mindspore.ops.zeros": 1,
    "mindspore.tensor": 1,
}
"""Functions that are told a data type, and where; None: by keyword."""
_CASTS = frozenset({"int", "long"})
_ALWAYS = frozenset({"argmax", "argmin", "argsort"})
_KEEPING = frozenset(
    {"abs", "copy", "expand_dims", "flatten", "max", "min", "permute", "ravel", "reshape", "squeeze", "sum", "view"}
)
"""Methods that give whole numbers for whole numbers."""
_OPERATORS = (ast.Add, ast.FloorDiv, ast.Mod, ast.Mult, ast.Sub)
_COMPARISONS = (ast.Eq, ast.Gt, ast.GtE, ast.Lt, ast.LtE, ast.NotEq)
_NUMBERS = frozenset({"ndim", "size"})


class Whole(enum.Enum):
    """What whole numbers an expression is."""

    NUMBER = enum.auto()
    TENSOR = enum.auto()


class Integers:
    """Answers for the file of one evaluator."""

    def __init__(self, evaluator: Evaluator, tensors: Tensors) -> None:
        """Nothing is remembered from one question to the next."""
        self._evaluator = evaluator
        self._tensors = tensors

    def whole(self, node: ast.expr, scope: Scope, depth: int = _MAX_DEPTH) -> Whole | None:
        """What whole numbers an expression is; None where it may be something else."""
        found = {self._one(site, depth) for site in self._written(node, scope)}
        return found.pop() if len(found) == 1 else None

    def _written(self, node: ast.expr, scope: Scope) -> list[Site]:
        if not isinstance(node, ast.Name | ast.Attribute):
            return [Site(node, scope)]
        return [possible.written for possible in self._evaluator.evaluate(node, scope)]

    def _one(self, site: Site, depth: int) -> Whole | None:
        node, scope = site.node, site.scope
        if depth == 0:
            return None
        if isinstance(node, ast.Constant):
            return Whole.NUMBER if type(node.value) is int else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self.whole(node.operand, scope, depth - 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS):
            sides = {self.whole(side, scope, depth - 1) for side in (node.left, node.right)}
            return None if None in sides else (Whole.TENSOR if Whole.TENSOR in sides else Whole.NUMBER)
        if isinstance(node, ast.Attribute):
            return Whole.NUMBER if node.attr in _NUMBERS and self._is_tensor(node.value, scope) else None
        if isinstance(node, ast.Subscript):
            return self._subscript(node, scope, depth)
        return self._call(node, scope, depth) if isinstance(node, ast.Call) else None

    def _subscript(self, node: ast.Subscript, scope: Scope, depth: int) -> Whole | None:
        base = node.value
        if isinstance(base, ast.Attribute) and base.attr == "shape" and self._is_tensor(base.value, scope):
            return Whole.NUMBER
        return Whole.TENSOR if self.whole(base, scope, depth - 1) is Whole.TENSOR else None

    def _call(self, node: ast.Call, scope: Scope, depth: int) -> Whole | None:
        function = self._evaluator.only(node.func, scope)
        if isinstance(function, External):
            name = canonical(function.name)
            if name == "builtins.len":
                return Whole.NUMBER
            return Whole.TENSOR if name in _MAKERS and self._is_made_whole(name, node, scope) else None
        if not isinstance(node.func, ast.Attribute) or not self._is_tensor(node.func.value, scope):
            return None
        method, receiver = node.func.attr, node.func.value
        if method in _CASTS or method in _ALWAYS:
            return Whole.TENSOR
        if method in ("astype", "to"):
            return Whole.TENSOR if node.args and self._is_dtype(node.args[0], scope) else None
        if method not in _KEEPING or (method in ("max", "min") and node.args):
            return None
        if method == "sum" and self._is_comparison(receiver, scope):
            return Whole.TENSOR
        return Whole.TENSOR if self.whole(receiver, scope, depth - 1) is Whole.TENSOR else None

    def _is_made_whole(self, name: str, node: ast.Call, scope: Scope) -> bool:
        place = _MAKERS[name]
        given = next((each.value for each in node.keywords if each.arg == "dtype"), None)
        if given is None and place is not None and len(node.args) > place:
            given = node.args[place]
        if given is not None:
            return self._is_dtype(given, scope)
        is_told = all(each.arg != "input_data" for each in node.keywords)
        if name not in ("mindspore.Tensor", "mindspore.tensor", "mindspore.ops.arange") or not is_told:
            return False
        return bool(node.args) and all(self._are_integers(each, scope) for each in node.args)

    def _are_integers(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression is a whole number, or a list of such."""
        value = self._evaluator.only(node, scope)
        if isinstance(value, Constant):
            return type(value.value) is int
        if isinstance(value, Sequence) and not value.is_open and value.elements:
            return all(self._are_integers(each.node, each.scope) for each in value.elements)
        return False

    def _is_dtype(self, node: ast.expr, scope: Scope) -> bool:
        value = self._evaluator.only(node, scope)
        return isinstance(value, External) and canonical(value.name) in _DTYPES

    def _is_comparison(self, node: ast.expr, scope: Scope) -> bool:
        """Whether an expression compares tensors, or is a name for what does."""
        return all(
            isinstance(site.node, ast.Compare)
            and len(site.node.ops) == 1
            and isinstance(site.node.ops[0], _COMPARISONS)
            and self._is_tensor(site.node, site.scope)
            for site in self._written(node, scope)
        )

    def _is_tensor(self, node: ast.expr, scope: Scope) -> bool:
        return self._tensors.kind(node, scope) in (Kind.TENSOR, Kind.PARAMETER)
