"""Which calls give values and their indices, which in PyTorch is a named tuple."""

from __future__ import annotations

import ast
import enum

from packaging.version import Version

from mslint.facts import members, results, torch_tensor
from mslint.facts.names import canonical
from mslint.facts.worlds import World, world_of
from mslint.model.evaluator import Evaluator
from mslint.model.names import Scope
from mslint.model.values import External, Instance, Value
from mslint.tensors import Kind, Tensors

_NAMES = frozenset({"cummax", "cummin", "kthvalue", "max", "median", "min", "sort", "topk"})
"""What gives values and indices, as methods and as functions."""
_BY_AXIS = frozenset({"max", "min"})
_WHOLE_IN_MINT = frozenset({"max", "median", "min"})
"""What gives one number without `dim`, in mint as in PyTorch."""
_WITH_DIM = 2
_TORCH_KEYWORDS = frozenset({"dim", "keepdim"})
_PAIRS_SINCE = (2, 5)
"""When `max(1)` and `min(1)` began to give the indices, in code that is not compiled."""
_FUNCTIONS_SINCE = (2, 0)
"""When `ops.max` began to give the values first."""


class Given(enum.Enum):
    """What such a call gives."""

    PAIR = enum.auto()
    """A plain tuple of values and indices."""
    VALUES = enum.auto()
    """A tensor of the values alone."""
    EITHER = enum.auto()
    """A plain tuple, but in compiled code the values alone."""


def given(value: Value, tensors: Tensors, target: Version) -> Given | None:
    """What a value is that such a call gave; None for what is none."""
    site = value.site if isinstance(value, Instance) else None
    if not isinstance(value, Instance) or site is None or not isinstance(site.node, ast.Call):
        return None
    if isinstance(value.of, External):
        return _given_by_function(value.of, site.node, target)
    return given_by_method(site.node, site.scope, tensors, target)


def given_by_call(
    call: ast.Call, scope: Scope, tensors: Tensors, evaluator: Evaluator, target: Version
) -> Given | None:
    """What a call of `ops.max` and its like, or of a tensor's method, gives; None for other calls."""
    function = evaluator.only(call.func, scope)
    if isinstance(function, External):
        return _given_by_function(function, call, target)
    return given_by_method(call, scope, tensors, target)


def _given_by_function(function: External, call: ast.Call, target: Version) -> Given | None:
    name = canonical(function.name)
    last = name.rpartition(".")[2]
    if world_of(name) is World.MINT and last in _WHOLE_IN_MINT and _has_no_dim(call):
        return None
    is_pair = target.release[:2] >= _FUNCTIONS_SINCE and results.gives_tensors(name)
    return Given.PAIR if is_pair and last in _NAMES else None


def _has_no_dim(call: ast.Call) -> bool:
    return len(call.args) < _WITH_DIM and all(each.arg is not None and each.arg != "dim" for each in call.keywords)


def given_by_method(call: ast.Call, scope: Scope, tensors: Tensors, target: Version) -> Given | None:
    """What a call of a tensor's method gives; None for other calls."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in _NAMES:
        return None
    is_by_axis = function.attr in _BY_AXIS
    if is_by_axis and not call.args and not call.keywords:
        return None
    if not members.has_member(torch_tensor.TENSOR, function.attr, target):
        return None
    if tensors.without(function.attr, function.value, scope) not in (Kind.TENSOR, Kind.PARAMETER):
        return None
    if not is_by_axis:
        return Given.PAIR
    if target.release[:2] < _PAIRS_SINCE or any(each.arg not in _TORCH_KEYWORDS for each in call.keywords):
        return Given.VALUES
    return Given.PAIR if any(each.arg == "dim" for each in call.keywords) else Given.EITHER
