"""# tensor-method-by-version (MSL520)

## What it does

Finds methods and operators of tensors that give something else than in PyTorch,
by version: `max(1)`, `min(1)`, `transpose(0, 1)`, `repeat(...)`, `split(n)`,
`item()` of a sum, division of whole numbers, `max(axis=1)[0]`, and `equal` as a
condition.

## Why is this bad

Before 2.5 these names followed NumPy: `x.max(1)` gives the maxima without their
indices, so that `x.max(1)[0]` is the first maximum; `x.transpose(0, 1)` leaves a
matrix as it is; whole numbers divided by whole numbers are rounded, so that an
accuracy becomes 0; `repeat` repeats each element, up to 2.5. Since 2.5 `max(1)`
and `transpose(0, 1)` do what PyTorch's do, but in compiled code, under `@jit`
and in graph mode, they still follow NumPy: the same line gives one result in one
mode and another in the other. `max(axis=1)` has
no indices in any version. In PyTorch they mean something else, and nothing
raises. `a.equal(b)` compares element by element; PyTorch's gives one answer.

## Example

```python
best = x.max(1)[0]
swapped = matrix.transpose(0, 1)
accuracy = (predicted == labels).sum() / len(labels)
```

## Use instead

```python
best = x.max(axis=1)
swapped = matrix.swapaxes(0, 1)
accuracy = (predicted == labels).astype(ms.float32).sum() / len(labels)
```

## Fix safety

Unsafe: `transpose(0, 1)` becomes `swapaxes(0, 1)`, which has PyTorch's meaning in
every version.

## Limits

Off by default: a program that was written for MindSpore may mean what it does
there. `max(1)` and `repeat` can be NumPy's; unpacking what `max` gives into two
names, dividing whole numbers by `/`, and a `transpose` that changes nothing can
not, and are warnings, as is what stands under `@jit`. A `construct` may run
compiled or not. Numbers whose kind is not known are not judged. The warnings and
errors among its forms are off with it: pylint and flake8 turn a message on or
off as a whole, and all doors show the same.

## Versions

`max(1)` and `transpose` up to 2.0, and from 2.5 on in compiled code; division up
to 2.0; `repeat` up to 2.5; `split(n)` in 1.10; `max(axis=1)[0]` in all.

## References

- MindSpore: `mindspore.Tensor`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mslint import edits
from mslint.compiled import Compiled, compiled
from mslint.context import Context
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.integers import Integers, Whole
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.model.names import Scope
from mslint.model.values import Constant
from mslint.model.walk import walk
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.tensors import Kind

RULE = Rule(
    code="MSL520",
    symbol="tensor-method-by-version",
    summary="a method of tensors that gives something else than in PyTorch, by version",
    message="{what}: on MindSpore {target} {effect_here}; {instead}",
    seen=(Seen("1.10", None, Severity.PARITY, "it gives something else than in PyTorch"),),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
import numpy as np
from mindspore import ops


def observe(form):
    """Numbers of a tensor."""
    x = ms.Tensor(np.array([[3, 1], [2, 6]]), ms.float32)
    whole = ms.Tensor([3, 1, 2], ms.int32)
    if form == "compiled max":

        @ms.jit
        def best(x: ms.Tensor):
            return x.max(1)[0]  # MSL520

        y = best(x)
    elif form == "compiled transpose":

        @ms.jit
        def turned(x: ms.Tensor):
            return x.transpose(0, 1)  # MSL520

        y = turned(x)
    elif form == "max(axis)":
        y = x.max(axis=1)[0]  # MSL520
    elif form == "equal":
        return {"value": 1.0 if x.equal(x) else 0.0}  # MSL520
    elif form == "max":
        y = x.max(1)[0]
    elif form == "unpacked":
        y, _ = x.min(1)
    elif form == "transpose":
        y = x.transpose(0, 1)
    elif form == "repeat":
        y = x[0].repeat(2)
    elif form == "divided":
        y = whole / 2
    elif form == "accuracy":
        y = (whole == ms.Tensor([3, 2, 2], ms.int32)).sum() / 3
    elif form == "div":
        y = whole.div(2)
    elif form == "split":
        y = x.split(1)[0]
    else:
        return {"value": float(x.sum().item())}
    return {"value": [float(each) for each in y.asnumpy().ravel()]}
''',
    good='''\
import mindspore as ms
import numpy as np
from mindspore import ops


def observe(form):
    """Numbers of a tensor."""
    x = ms.Tensor(np.array([[3, 1], [2, 6]]), ms.float32)
    whole = ms.Tensor([3, 1, 2], ms.int32)
    if form in ("max(axis)", "max", "compiled max"):
        y = x.max(axis=1)
    elif form == "equal":
        return {"value": float((x == x).all().asnumpy())}
    elif form == "unpacked":
        y = x.min(axis=1)
    elif form in ("transpose", "compiled transpose"):
        y = x.swapaxes(0, 1)
    elif form == "repeat":
        y = ops.Tile()(x[0], (2,))
    elif form in ("divided", "div"):
        y = whole.astype(ms.float32) / 2
    elif form == "accuracy":
        y = (whole == ms.Tensor([3, 2, 2], ms.int32)).astype(ms.float32).sum() / 3
    elif form == "split":
        y = x[:1]
    else:
        return {"value": float(x.sum().asnumpy())}
    return {"value": [float(each) for each in y.asnumpy().ravel()]}
''',
    proofs=(
        Proof((Differs("value", 0.5),), variant="max(axis)"),
        Proof((Raises(("ValueError", "RuntimeError")),), "2.0", variant="equal"),
        Proof((Differs("value", 0.5),), "2.5", variant="compiled max"),
        Proof((Differs("value", 0.5),), "2.5", variant="compiled transpose"),
        Proof((Differs("value", 0.5),), until="2.0", variant="max"),
        Proof((Differs("value", 0.5),), until="2.0", variant="unpacked"),
        Proof((Differs("value", 0.5),), until="2.0", variant="transpose"),
        Proof((Differs("value", 0.5),), until="2.5", variant="repeat"),
        Proof((Differs("value", 0.4),), until="2.0", variant="divided"),
        Proof((Differs("value", 0.4),), until="2.0", variant="accuracy"),
        Proof((Differs("value", 0.4),), "2.0", "2.0", variant="div"),
        Proof((Differs("value", 0.5),), until="1.10", variant="split"),
        Proof((Raises("ValueError", "size 1"),), until="2.0", variant="item"),
    ),
    original="""\
import torch


def observe(form):
    x = torch.tensor([[3.0, 1.0], [2.0, 6.0]])
    whole = torch.tensor([3, 1, 2])
    if form == "max(axis)":
        y = x.max(axis=1)[0]
    elif form == "equal":
        return {"value": 1.0 if x.equal(x) else 0.0}
    elif form in ("max", "compiled max"):
        y = x.max(1)[0]
    elif form == "unpacked":
        y, _ = x.min(1)
    elif form in ("transpose", "compiled transpose"):
        y = x.transpose(0, 1)
    elif form == "repeat":
        y = x[0].repeat(2)
    elif form == "divided":
        y = whole / 2
    elif form == "accuracy":
        y = (whole == torch.tensor([3, 2, 2])).sum() / 3
    elif form == "div":
        y = whole.div(2)
    elif form == "split":
        y = x.split(1)[0]
    else:
        return {"value": float(x.sum().item())}
    return {"value": [float(each) for each in y.ravel()]}
""",
)

_AFTER_NUMPY = (2, 0)
"""The newest version in which most of these names followed NumPy."""
_REPEAT_AFTER_NUMPY = (2, 5)
_MODES_DIFFER = (2, 5)
"""Since when they follow NumPy in compiled code alone."""
_REPEAT_TAKES = 2
_METHODS = frozenset({"div", "equal", "item", "max", "min", "repeat", "split", "transpose", "true_divide"})
_REDUCTIONS = frozenset({"max", "mean", "min", "prod", "sum"})
_SAME = {(0, 1), (-2, -1), (0, -1), (-2, 1)}
"""The axes of a matrix in their order."""
_WARNING, _PARITY = Severity.WARNING, Severity.PARITY


class _Fault(NamedTuple):
    """What is wrong with a call."""

    severity: Severity
    effect: str
    instead: str
    fix: Fix | None = None


def check(context: Context) -> Iterator[Finding]:
    """Every such call and division."""
    calls = [call for call in context.module.calls_named(_METHODS) if isinstance(call.node.func, ast.Attribute)]
    uses = _Uses(context) if calls else None
    for call in calls:
        function = call.node.func
        assert isinstance(function, ast.Attribute)
        assert uses is not None
        fault = _fault(function, call.node, call.scope, uses, context)
        if fault is not None and _is_tensor_method(function, call.scope, context):
            yield _finding(call.node, fault, context)
    if context.target.release[:2] <= _AFTER_NUMPY and "/" in context.module.source.text:
        yield from _divisions(context)


class _Uses:
    """What is done with the results of calls in a file."""

    def __init__(self, context: Context) -> None:
        self.unpacked: set[ast.expr] = set()
        """Unpacked into two names."""
        self.indexed: set[ast.expr] = set()
        """Indexed by 0 or 1."""
        self.conditions: set[ast.expr] = set()
        """Asked whether true."""
        kinds = (ast.Assert, ast.Assign, ast.BoolOp, ast.If, ast.IfExp, ast.Subscript, ast.UnaryOp, ast.While)
        for node, _ in walk(context.module, *kinds):
            if isinstance(node, ast.Assign):
                if isinstance(node.targets[0], ast.Tuple) and len(node.targets[0].elts) == 2:
                    self.unpacked.add(node.value)
            elif isinstance(node, ast.Subscript):
                if isinstance(node.slice, ast.Constant) and node.slice.value in (0, 1):
                    self.indexed.add(node.value)
            elif isinstance(node, ast.BoolOp):
                self.conditions.update(node.values)
            elif isinstance(node, ast.UnaryOp):
                if isinstance(node.op, ast.Not):
                    self.conditions.add(node.operand)
            elif isinstance(node, ast.Assert | ast.If | ast.IfExp | ast.While):
                self.conditions.add(node.test)


def _fault(function: ast.Attribute, call: ast.Call, scope: Scope, uses: _Uses, context: Context) -> _Fault | None:
    """What is wrong with a call, if it is one of a tensor's method."""
    name, minor = function.attr, context.target.release[:2]
    if name == "equal":
        is_asked = call in uses.conditions and minor >= _AFTER_NUMPY
        return _Fault(_PARITY, "it compares element by element", "write (a == b).all()") if is_asked else None
    if name in ("max", "min") and _is_by_axis(call, scope, context):
        is_pair = call in uses.unpacked or call in uses.indexed
        if not call.keywords and minor >= _MODES_DIFFER and is_pair:
            instead = f"{name}(dim=...)"
            return _in_compiled_code("gets the values without their indices", instead, scope, context)
        return _without_indices(name, call, uses, minor)
    if name == "repeat" and minor <= _REPEAT_AFTER_NUMPY and call.args and not call.keywords:
        # More than a number and an axis raise, which is MSL712's.
        is_accepted = len(call.args) <= _REPEAT_TAKES
        instead = "write mindspore.ops.Tile()"
        effect = "it repeats each element, where PyTorch's repeats the whole"
        return _Fault(_PARITY, effect, instead) if is_accepted else None
    if name == "transpose" and minor >= _MODES_DIFFER and _integers(call, scope, context) in _SAME:
        return _in_compiled_code("takes the order of all axes, so a matrix stays as it is", "swapaxes", scope, context)
    if minor > _AFTER_NUMPY:
        return None
    if name == "item" and not call.args and _is_reduced(function.value):
        return _Fault(Severity.ERROR, "item() of a tensor without dimensions raises ValueError", "write asnumpy()")
    if name == "transpose" and _integers(call, scope, context) in _SAME:
        fix = edits.rename_call(call, "swapaxes", Applicability.UNSAFE)
        return _Fault(_WARNING, "it takes the order of all axes, so a matrix stays as it is", "write swapaxes", fix)
    if name in ("div", "true_divide") and minor >= (2, 0) and len(call.args) == 1 and not call.keywords:
        return _rounded(function.value, call.args[0], scope, context)
    if name == "split" and minor < _AFTER_NUMPY and len(call.args) == 1 and not call.keywords:
        return _Fault(_WARNING, "split(n) means axis n and one part", "write mindspore.ops.Split(axis, parts)")
    return None


def _in_compiled_code(effect: str, instead: str, scope: Scope, context: Context) -> _Fault | None:
    """What is wrong where the code is compiled, which still follows NumPy."""
    how = compiled(scope, context.evaluator)
    if how is Compiled.NEVER:
        return None
    severity = _WARNING if how is Compiled.ALWAYS else _PARITY
    return _Fault(severity, f"compiled code {effect}", f"write {instead}")


def _without_indices(name: str, call: ast.Call, uses: _Uses, minor: tuple[int, ...]) -> _Fault | None:
    is_by_keyword = bool(call.keywords)
    if not is_by_keyword and minor > _AFTER_NUMPY:
        return None
    effect = f"{name} gives the values without their indices"
    instead = f"write {name}(axis=...) for the values and arg{name} for the indices"
    if call in uses.unpacked:
        return _Fault(_WARNING, effect, instead)
    is_used_as_pair = call in uses.indexed
    return _Fault(_PARITY, effect, instead) if is_used_as_pair or not is_by_keyword else None


def _is_by_axis(call: ast.Call, scope: Scope, context: Context) -> bool:
    """Whether `max` and its like are told one axis, by position or as `axis`."""
    if call.keywords:
        given = next((each.value for each in call.keywords if each.arg == "axis"), None)
    else:
        given = call.args[0] if call.args else None
    value = None if given is None else context.evaluator.only(given, scope)
    return isinstance(value, Constant) and type(value.value) is int


def _is_reduced(node: ast.expr) -> bool:
    """`x.sum()`: all of a tensor made one number."""
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return False
    return isinstance(node.func, ast.Attribute) and node.func.attr in _REDUCTIONS


def _integers(call: ast.Call, scope: Scope, context: Context) -> tuple[int, ...]:
    """The arguments of a call, where all are known whole numbers."""
    values = [context.evaluator.only(each, scope) for each in call.args]
    numbers = [value.value for value in values if isinstance(value, Constant) and type(value.value) is int]
    return tuple(numbers) if len(numbers) == len(values) and not call.keywords else ()


def _divisions(context: Context) -> Iterator[Finding]:
    for node, scope in walk(context.module, ast.BinOp):
        if isinstance(node.op, ast.Div) and not is_guarded(scope, node):
            fault = _rounded(node.left, node.right, scope, context)
            if fault is not None:
                yield _finding(node, fault, context)


def _rounded(left: ast.expr, right: ast.expr, scope: Scope, context: Context) -> _Fault | None:
    integers = Integers(context.evaluator, context.tensors)
    sides = {integers.whole(left, scope), integers.whole(right, scope)}
    if None in sides or Whole.TENSOR not in sides:
        return None
    effect = "whole numbers divided by whole numbers are rounded"
    return _Fault(_WARNING, effect, "write astype(mindspore.float32) first")


def _is_tensor_method(function: ast.Attribute, scope: Scope, context: Context) -> bool:
    if is_guarded(scope, function):
        return False
    return context.tensors.without(function.attr, function.value, scope) in (Kind.TENSOR, Kind.PARAMETER)


def _finding(node: ast.expr, fault: _Fault, context: Context) -> Finding:
    return context.finding(
        RULE,
        node,
        severity=fault.severity,
        fix=fault.fix,
        what=text_of(node),
        effect_here=fault.effect,
        instead=fault.instead,
    )
