"""# torch-api-in-mindspore-file (MSL708)

## What it does

Finds places where PyTorch and MindSpore meet: a tensor of MindSpore's given to
a function or layer of PyTorch, a tensor or data type of PyTorch's given to
MindSpore, and a data type compared with one of the other framework.

## Why is this bad

Neither framework takes the other's tensors and data types: TypeError. Such
calls are what is left over of a port. `x.dtype == torch.float16` does not
raise; it is False for every tensor of MindSpore's, so its branch is never
taken.

## Example

```python
noise = torch.randn(2, 4)
output = net(noise.to(torch.float16))
loss = torch.mean(net(x))
```

## Use instead

```python
noise = ops.randn(2, 4)
output = net(noise.astype(ms.float16))
loss = ops.mean(net(x))
```

## Fix safety

Safe: a data type of PyTorch's becomes MindSpore's, in the spelling under which
the file imports `mindspore`. Functions have no fix: their arguments may have
other names.

## Limits

Programs that use both frameworks, converters of checkpoints and comparisons,
are left alone as long as each is given its own, or arrays of NumPy. So is a
file that imports mindnlp, MindTorch or MSAdapter, where `torch` may be
MindSpore itself. What is not known to be a tensor of one of the two is not
judged.

## Versions

MindSpore 1.10 to 2.10, measured beside PyTorch 1.12 (up to MindSpore 2.7) and
2.13.

## References

- MindSpore: `mindspore.Tensor.asnumpy`, `mindspore.Tensor.from_numpy`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mslint import edits, patches
from mslint.context import Context
from mslint.facts import names, results, torch_values
from mslint.facts.names import canonical
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.model.names import Call, Scope
from mslint.model.values import External, Instance, Member, Value
from mslint.model.walk import walk
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.tensors import Kind

RULE = Rule(
    code="MSL708",
    symbol="torch-api-in-mindspore-file",
    summary="PyTorch given to MindSpore, or MindSpore to PyTorch",
    message="{what}: on MindSpore {target} {effect_here}; {instead}",
    seen=(Seen("1.10", None, Severity.ERROR, "it raises, for neither framework takes the other's"),),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
import numpy as np
import torch
from mindspore import nn, ops


def observe(form):
    """A sum of numbers that went through both frameworks."""
    x = ms.Tensor(np.array([[1, -2], [3, 4]]), ms.float32)
    t = torch.ones(2, 2)
    net = nn.Dense(2, 2, weight_init="ones", has_bias=False)
    if form == "function":
        y = torch.abs(x)  # MSL708
    elif form == "list":
        y = torch.cat([x, x])  # MSL708
    elif form == "layer":
        y = torch.nn.ReLU()(x)  # MSL708
    elif form == "operator":
        y = x + t  # MSL708
    elif form == "tensor":
        y = ms.Tensor(t)  # MSL708
    elif form == "ops":
        y = ops.ReLU()(t)  # MSL708
    elif form == "cell":
        y = net(t)  # MSL708
    elif form == "method":
        y = x.astype(torch.float16)  # MSL708
    elif form == "dtype":
        y = ms.Tensor([1.0, 2.0], dtype=torch.float32)  # MSL708
    else:
        y = x * 2 if x.dtype == torch.float32 else x  # MSL708
    return {"sum": float(np.sum(y.asnumpy()))}
''',
    good='''\
import mindspore as ms
import numpy as np
import torch
from mindspore import nn, ops


def observe(form):
    """A sum of numbers that went through both frameworks."""
    x = ms.Tensor(np.array([[1, -2], [3, 4]]), ms.float32)
    t = torch.ones(2, 2)
    net = nn.Dense(2, 2, weight_init="ones", has_bias=False)
    if form == "function":
        y = ops.Abs()(x)
    elif form == "list":
        return {"sum": float(np.sum(np.concatenate([x.asnumpy(), x.asnumpy()])))}
    elif form == "layer":
        y = nn.ReLU()(x)
    elif form == "operator":
        y = x + ms.Tensor(t.numpy())
    elif form == "tensor":
        y = ms.Tensor(t.numpy())
    elif form == "ops":
        y = ops.ReLU()(ms.Tensor(t.numpy()))
    elif form == "cell":
        y = net(ms.Tensor(t.numpy()))
    elif form == "method":
        y = x.astype(ms.float16)
    elif form == "dtype":
        y = ms.Tensor([1.0, 2.0], dtype=ms.float32)
    else:
        y = x * 2 if x.dtype == ms.float32 else x
    return {"sum": float(np.sum(y.asnumpy()))}
''',
    proofs=(
        *(
            Proof((Raises("TypeError"),), variant=name)
            for name in ("function", "list", "layer", "operator", "tensor", "ops", "cell", "method", "dtype")
        ),
        Proof((Differs("sum", 6),), variant="compared"),
    ),
    original="""\
import torch


def observe(form):
    x = torch.tensor([[1.0, -2.0], [3.0, 4.0]])
    t = torch.ones(2, 2)
    net = torch.nn.Linear(2, 2, bias=False)
    torch.nn.init.ones_(net.weight)
    if form == "function":
        y = torch.abs(x)
    elif form == "list":
        y = torch.cat([x, x])
    elif form == "layer":
        y = torch.nn.ReLU()(x)
    elif form == "operator":
        y = x + t
    elif form == "tensor":
        y = torch.Tensor(t)
    elif form == "ops":
        y = torch.relu(t)
    elif form == "cell":
        y = net(t)
    elif form == "method":
        y = x.to(torch.float16)
    elif form == "dtype":
        y = torch.tensor([1.0, 2.0], dtype=torch.float32)
    else:
        y = x * 2 if x.dtype == torch.float32 else x
    return {"sum": float(y.sum())}
""",
)

_TENSORS = (Kind.TENSOR, Kind.PARAMETER)
_CONVERTERS = frozenset({"torch.Tensor", "torch.as_tensor", "torch.from_numpy", "torch.tensor"})
"""They take arrays, which MindSpore's tensors are not."""
_COMPARED = re.compile(r"\.dtype\s*(?:[=!]=|in\b|not\s+in\b)")
_ARITHMETIC = (ast.Add, ast.Div, ast.FloorDiv, ast.MatMult, ast.Mod, ast.Mult, ast.Pow, ast.Sub)


def check(context: Context) -> Iterator[Finding]:
    """Every place where one framework is given what is the other's."""
    module = context.module
    packages = {each.module.partition(".")[0] for each in module.imports if not each.level}
    if "torch" not in packages or "mindspore" not in packages or patches.imports_patching_package(module):
        return
    meeting = _Meeting(context)
    calls = [call for call in module.calls if not is_guarded(call.scope, call.node)]
    for call in calls:
        yield from meeting.at_torch_call(call)
    for call in calls:
        yield from meeting.at_mindspore_call(call)
    for node, scope in walk(module, ast.BinOp):
        if isinstance(node.op, _ARITHMETIC) and not is_guarded(scope, node):
            yield from meeting.at_operator(node, scope)
    if _COMPARED.search(module.source.text):
        for compared, scope in walk(module, ast.Compare):
            if not is_guarded(scope, compared):
                yield from meeting.at_comparison(compared, scope)


class _Meeting:
    """Finds what is of the one framework and of the other."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._reported: set[ast.expr] = set()
        """The calls of PyTorch that were reported; that their results go to MindSpore has the same cause."""

    # -- places --------------------------------------------------------

    def at_torch_call(self, call: Call) -> Iterator[Finding]:
        """`torch.relu(x)`, `torch.cat([x, y])`, `torch.nn.ReLU()(x)`."""
        name = self._torch_callee(call.node.func, call.scope) if _given(call.node) else ""
        if name:
            found = next((each for each in _given(call.node) if self._is_of_mindspore(each, call.scope)), None)
            if found is not None:
                self._reported.add(call.node)
                yield self._to_torch(name, call.node, found)

    def at_mindspore_call(self, call: Call) -> Iterator[Finding]:
        """`ops.relu(t)`, `ms.Tensor(t)`, `net(t)`, `x.astype(torch.float16)`."""
        given = _given(call.node)
        is_torch = [self._torch_dtype(each, call.scope) or self._has_torch_tensor(each, call.scope) for each in given]
        if any(is_torch) and self._is_mindspore_callee(call.node.func, call.scope):
            for each in given:
                yield from self._to_mindspore(each, call.node.func, call.scope)

    def at_operator(self, node: ast.BinOp, scope: Scope) -> Iterator[Finding]:
        for own, other in ((node.left, node.right), (node.right, node.left)):
            if self._is_torch_tensor(other, scope) and self._kind(own, scope) in _TENSORS:
                yield self._finding(other, f"{text_of(other)} meets MindSpore's {text_of(own)}", self._converted(other))
                return

    def at_comparison(self, node: ast.Compare, scope: Scope) -> Iterator[Finding]:
        """`x.dtype == torch.float16` and `x.dtype in (torch.float16, torch.bfloat16)`."""
        sides = (node.left, node.comparators[0])
        for own, other in (sides, sides[::-1]):
            is_dtype = isinstance(own, ast.Attribute) and own.attr == "dtype"
            if len(node.ops) > 1 or not is_dtype or not isinstance(own, ast.Attribute):
                continue
            each = other.elts if isinstance(other, ast.Tuple | ast.List | ast.Set) else [other]
            dtypes = [self._torch_dtype(element, scope) for element in each]
            if dtypes and all(dtypes) and self._kind(own.value, scope) in _TENSORS:
                is_negated = isinstance(node.ops[0], ast.NotEq | ast.NotIn)
                yield self._context.finding(
                    RULE,
                    node,
                    severity=Severity.WARNING,
                    what=f"{text_of(node)} compares MindSpore's data type with PyTorch's",
                    effect_here=f"it is always {is_negated}",
                    instead=self._dtype_words(dtypes[0] or ""),
                    fix=self._dtype_fix(other, dtypes[0] or ""),
                )

    # -- what is whose -------------------------------------------------

    def _torch_callee(self, function: ast.expr, scope: Scope) -> str:
        """The function or layer of PyTorch that is called, if it works on tensors."""
        value = self._context.evaluator.only(function, scope)
        if isinstance(value, External) and (torch_values.works_on_tensors(value.name) or value.name in _CONVERTERS):
            return value.name
        if isinstance(value, Instance) and isinstance(value.of, External):
            module, _, last = value.of.name.rpartition(".")
            if module == "torch.nn" and last[:1].isupper():
                return value.of.name
        return ""

    def _is_mindspore_callee(self, function: ast.expr, scope: Scope) -> bool:
        """Whether a function, class, layer, operator or method of MindSpore is called that works on tensors."""
        for value in self._context.evaluator.values(function, scope):
            if isinstance(value, External):
                name = canonical(value.name)
                is_array = name.startswith("mindspore.numpy.")
                works = results.gives_tensor(name) or results.gives_tensors(name) or results.is_cell(name)
                return (works and not is_array) or name == results.PARAMETER
        known = self._context.tensors.known(function, scope)
        if known:
            return all(each.kind in (Kind.CELL, Kind.OPERATOR) and each.class_ is None for each in known)
        if not isinstance(function, ast.Attribute) or not results.method_gives_tensor(function.attr):
            return False
        return self._context.tensors.without(function.attr, function.value, scope) in _TENSORS

    def _is_of_mindspore(self, node: ast.expr, scope: Scope) -> bool:
        return any(self._kind(each, scope) in _TENSORS for each in _elements(node))

    def _kind(self, node: ast.expr, scope: Scope) -> Kind | None:
        return None if isinstance(node, ast.Constant) else self._context.tensors.kind(node, scope)

    def _has_torch_tensor(self, node: ast.expr, scope: Scope) -> bool:
        return any(self._is_torch_tensor(each, scope) for each in _elements(node))

    def _is_torch_tensor(self, node: ast.expr, scope: Scope) -> bool:
        if isinstance(node, ast.Constant) or node in self._reported:
            return False
        values = self._context.evaluator.values(node, scope)
        return bool(values) and all(map(_is_torch_tensor, values))

    def _torch_dtype(self, node: ast.expr, scope: Scope) -> str | None:
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        value = self._context.evaluator.only(node, scope)
        return torch_values.dtype(value.name) if isinstance(value, External) else None

    # -- findings ------------------------------------------------------

    def _to_torch(self, name: str, call: ast.Call, found: ast.expr) -> Finding:
        found_name = torch_values.counterpart(name, self._context.target)
        is_own = found_name and name not in _CONVERTERS
        instead = f"write {found_name}" if is_own else "keep MindSpore's tensor, or convert it with asnumpy()"
        return self._finding(call, f"{name} is given MindSpore's {text_of(found)}", instead)

    def _to_mindspore(self, node: ast.expr, function: ast.expr, scope: Scope) -> Iterator[Finding]:
        dtype = self._torch_dtype(node, scope)
        if dtype:
            what = f"{text_of(function)} is given PyTorch's {text_of(node)}"
            yield self._finding(node, what, self._dtype_words(dtype), self._dtype_fix(node, dtype))
            return
        for each in _elements(node):
            if self._is_torch_tensor(each, scope):
                what = f"{text_of(function)} is given PyTorch's {text_of(each)}"
                yield self._finding(each, what, self._converted(each))
                return

    def _converted(self, node: ast.expr) -> str:
        return f"make it with MindSpore, or convert it: mindspore.Tensor({text_of(node)}.numpy())"

    def _dtype_words(self, dtype: str) -> str:
        return f"write mindspore.{dtype}" if self._has(dtype) else "this version has no such data type"

    def _dtype_fix(self, node: ast.expr, dtype: str) -> Fix | None:
        return edits.mindspore_dtype(node, dtype, self._context.module) if self._has(dtype) else None

    def _has(self, dtype: str) -> bool:
        return bool(names.exists(f"mindspore.{dtype}", self._context.target))

    def _finding(self, node: ast.expr, what: str, instead: str, fix: Fix | None = None) -> Finding:
        return self._context.finding(RULE, node, what=what, effect_here="it raises TypeError", instead=instead, fix=fix)


def _given(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call."""
    positional = [each.value if isinstance(each, ast.Starred) else each for each in call.args]
    return [*positional, *(each.value for each in call.keywords)]


def _elements(node: ast.expr) -> list[ast.expr]:
    """The elements of a list that is written out, else the expression itself."""
    return node.elts if isinstance(node, ast.List | ast.Tuple) else [node]


def _is_torch_tensor(value: Value) -> bool:
    """Whether a value is what a function of PyTorch gives, or a method of that."""
    if not isinstance(value, Instance):
        return False
    if isinstance(value.of, External):
        return torch_values.gives_tensor(value.of.name)
    if not isinstance(value.of, Member):
        return False
    return results.method_gives_tensor(value.of.name) and _is_torch_tensor(value.of.base)
