"""# tensor-method (MSL704)

## What it does

Finds methods and attributes of PyTorch's tensors that MindSpore's have not:
`cuda()`, `cpu()`, `is_cuda`, `relu()`, `new_tensor(...)`, in-place methods, and
whatever the version at hand does not have yet. Also `size()`, which is no
method here, `real` and `imag`, which are, `to("cuda")`, and the fields `values`
and `indices` of what `max(1)`, `sort()` and `topk(2)` give; and `max(dim=1)`,
`ops.max(x)` and the same of `min` used as tensors.

## Why is this bad

They raise, mostly AttributeError. `x.size` is the number of elements, so
calling it raises TypeError; `x.real` is a method, so that reckoning with it
raises TypeError. `to` took no device before 2.8, and takes none of PyTorch's
since. `max(dim=1)` and `sort()` give plain tuples; `max(1)` gives a tuple or the
values alone, by version and mode (MSL520).

## Example

```python
def construct(self, x):
    batch, channels = x.size(0), x.size(1)
    return self.dense(x).relu()
```

## Use instead

```python
def construct(self, x):
    batch, channels = x.shape[0], x.shape[1]
    return ops.relu(self.dense(x))
```

## Fix safety

Safe: `x.size()` becomes `x.shape`, `x.size(i)` becomes `x.shape[i]`, `x.real`
becomes `x.real()`, `x.relu()` becomes `ops.relu(x)` where the file has `ops`,
`x.sort().indices` becomes `x.sort()[1]`, and in old versions `numpy()` becomes
`asnumpy()`. Unsafe: `cuda()`, `cpu()` and
`contiguous()` are left out, though after `cpu()` an array may be expected.

## Limits

Only what is known to be MindSpore's is judged, by the tables of what each
version has (`mslint api Tensor.NAME`). What PyTorch's tensors know of gradients
has rules of its own. Where a file gives something an attribute of this name, or
asks for it by `hasattr`, nothing is reported, nor in files that import mindnlp,
MindTorch or MSAdapter. Of 2.5 and 2.6 nightly builds were measured: what they
lack and the next version has is not reported.

## Versions

MindSpore 1.10 to 2.10; which names are missing differs: 494 in 1.10, 328 in
2.0, 247 in 2.10.

## References

- MindSpore: `mindspore.Tensor`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from packaging.version import Version

from mslint import edits, pairs
from mslint.context import Context
from mslint.facts import members, torch_tensor
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.iterators import text_of
from mslint.model.guards import is_guarded
from mslint.model.names import Scope, dotted
from mslint.model.values import Constant
from mslint.model.walk import walk
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.tensors import Kind

RULE = Rule(
    code="MSL704",
    symbol="tensor-method",
    summary="a method or attribute of PyTorch's tensors that MindSpore's have not",
    message="{what}: on MindSpore {target} {effect_here}{instead}",
    seen=(Seen("1.10", None, Severity.ERROR, "it raises"),),
    confidence=Confidence.INFERENCE,
    bad='''\
import mindspore as ms
import numpy as np


def observe(form):
    """Numbers of a tensor."""
    x = ms.Tensor(np.array([[1, -2, 3], [4, 5, 6]]), ms.float32)
    if form == "size":
        return {"value": [float(each) for each in x.size()]}  # MSL704
    if form == "size(0)":
        return {"value": float(x.size(0))}  # MSL704
    if form == "is_cuda":
        return {"value": float(x.is_cuda)}  # MSL704
    if form == "unsqueeze_":
        x.unsqueeze_(0)  # MSL704
        return {"value": float(x.ndim)}
    if form == "device":
        return {"value": float(str(x.device).startswith("cuda"))}
    if form == "real":
        z = ms.Tensor(np.array([1 + 2j, 3 - 1j]), ms.complex64)
        return {"value": float((z.real * 2).asnumpy().sum())}  # MSL704
    if form == "max.values":
        y = x.max(1).values  # MSL704
    elif form == "max as tensor":
        y = x.max(dim=1) - 1  # MSL704
    elif form == "sort.indices":
        y = x.sort(1).indices  # MSL704
    elif form == "cuda":
        y = x.cuda()  # MSL704
    elif form == "cpu":
        y = x.cpu()  # MSL704
    elif form == "to cuda":
        y = x.to("cuda")  # MSL704
    elif form == "relu":
        y = x.relu()  # MSL704
    elif form == "new_tensor":
        y = x.new_tensor([7.0])  # MSL704
    elif form == "permute":
        y = x.permute(1, 0)
    elif form == "clone":
        y = x.clone()
    elif form == "add_":
        y = x.add_(1)
    elif form == "numpy":
        return {"value": float(x.numpy().sum())}
    else:
        y = x.data
    return {"value": [float(each) for each in y.asnumpy().ravel()]}
''',
    good='''\
import mindspore as ms
import numpy as np
from mindspore import ops


def observe(form):
    """Numbers of a tensor."""
    x = ms.Tensor(np.array([[1, -2, 3], [4, 5, 6]]), ms.float32)
    if form == "size":
        return {"value": [float(each) for each in x.shape]}
    if form == "size(0)":
        return {"value": float(x.shape[0])}
    if form in ("is_cuda", "device"):
        return {"value": float(ms.get_context("device_target") == "GPU")}
    if form == "unsqueeze_":
        x = ops.expand_dims(x, 0)
        return {"value": float(x.ndim)}
    if form == "real":
        z = ms.Tensor(np.array([1 + 2j, 3 - 1j]), ms.complex64)
        return {"value": float((z.real() * 2).asnumpy().sum())}
    if form == "numpy":
        return {"value": float(x.asnumpy().sum())}
    y = x
    if form == "max.values":
        y = x.max(axis=1)
    elif form == "max as tensor":
        y = x.max(axis=1) - 1
    elif form == "sort.indices":
        y = x.sort(1)[1]
    elif form == "relu":
        y = ops.ReLU()(x)
    elif form == "new_tensor":
        y = ms.Tensor([7.0], x.dtype)
    elif form == "permute":
        y = x.transpose(1, 0)
    elif form == "clone":
        y = x.copy()
    elif form == "add_":
        y = x + 1
    return {"value": [float(each) for each in y.asnumpy().ravel()]}
''',
    proofs=(
        Proof((Raises("TypeError", "not callable"),), variant="size"),
        Proof((Raises("TypeError", "not callable"),), variant="size(0)"),
        *(
            Proof((Raises("AttributeError", name),), variant=name)
            for name in ("cuda", "cpu", "is_cuda", "relu", "new_tensor", "unsqueeze_")
        ),
        Proof((Raises("AttributeError", "values"),), variant="max.values"),
        Proof((Raises("AttributeError", "indices"),), "2.0", variant="sort.indices"),
        Proof((Raises("TypeError", "unsupported operand"),), "2.5", variant="max as tensor"),
        Proof((Raises(("TypeError", "ValueError")),), "2.0", variant="to cuda"),
        Proof((Raises("TypeError", "unsupported operand"),), "2.0", variant="real"),
        *(Proof((Raises("AttributeError", name),), until="1.10", variant=name) for name in ("permute", "numpy")),
        *(Proof((Raises("AttributeError", name),), until="2.0", variant=name) for name in ("clone", "add_")),
        Proof((Raises("AttributeError", "device"),), until="2.5", variant="device"),
        Proof((Raises("AttributeError", "data"),), until="2.7", variant="data"),
    ),
    original="""\
import torch


def observe(form):
    x = torch.tensor([[1.0, -2.0, 3.0], [4.0, 5.0, 6.0]])
    if form == "size":
        return {"value": [float(each) for each in x.size()]}
    if form == "size(0)":
        return {"value": float(x.size(0))}
    if form == "is_cuda":
        return {"value": float(x.is_cuda)}
    if form == "unsqueeze_":
        x.unsqueeze_(0)
        return {"value": float(x.ndim)}
    if form == "device":
        return {"value": float(str(x.device).startswith("cuda"))}
    if form == "real":
        z = torch.tensor([1 + 2j, 3 - 1j])
        return {"value": float((z.real * 2).sum())}
    if form == "numpy":
        return {"value": float(x.numpy().sum())}
    y = x.data
    if form == "max.values":
        y = x.max(1).values
    elif form == "max as tensor":
        y = x.amax(1) - 1
    elif form == "sort.indices":
        y = x.sort(1).indices
    elif form in ("cuda", "to cuda"):
        y = x.cuda() if torch.cuda.is_available() else x
    elif form == "cpu":
        y = x.cpu()
    elif form == "relu":
        y = x.relu()
    elif form == "new_tensor":
        y = x.new_tensor([7.0])
    elif form == "permute":
        y = x.permute(1, 0)
    elif form == "clone":
        y = x.clone()
    elif form == "add_":
        y = x.add_(1)
    return {"value": [float(each) for each in y.ravel()]}
""",
)

_SPARSE = ("mindspore.COOTensor", "mindspore.CSRTensor")
_SIZE, _TO = "size", "to"
_DEVICES_SINCE = (2, 8)
"""When `to` began to take a device."""
_FOREIGN_DEVICES = ("cuda", "gpu", "mps", "xpu")
_LEFT_OUT = frozenset({"contiguous", "cpu", "cuda"})
_RENAMED = {"numpy": "asnumpy", "permute": "transpose", "unsqueeze": "expand_dims"}
_SIZES = frozenset({"nelement", "numel"})
_FIELDS = {"values": 0, "indices": 1}
_BY_AXIS = frozenset({"max", "min"})
_OF_TUPLES = frozenset({"count", "index"})


def check(context: Context) -> Iterator[Finding]:
    """Every such call, and every such attribute that is read."""
    names = _names(context.target)
    if names is None:
        return
    module = context.module
    for call in module.calls_named(names.called):
        function = call.node.func
        if isinstance(function, ast.Attribute):
            yield from _called(function, call.node, call.scope, context)
    for node, scope in module.reads_of(names.read):
        yield from _read(node, scope, context)
    for node, scope in module.reads_of(_FIELDS.keys() - names.read):
        yield from _field(node, scope, context)
    yield from _pairs_as_tensors(context)


class _Names(NamedTuple):
    """What to look for in a version."""

    called: frozenset[str]
    read: frozenset[str]


@cache
def _names(target: Version) -> _Names | None:
    """The names to look for; None where nothing is known of the version."""
    absent = torch_tensor.absent(torch_tensor.TENSOR, target)
    if not absent:
        return None
    absent |= torch_tensor.absent(torch_tensor.PARAMETER, target)
    read = (torch_tensor.attributes_of_torch() & absent) | torch_tensor.METHODS_HERE
    return _Names(absent | {_SIZE, _TO}, frozenset(read))


def _called(function: ast.Attribute, call: ast.Call, scope: Scope, context: Context) -> Iterator[Finding]:
    name, source = function.attr, context.module.source
    if name == _SIZE:
        if _has(function, scope, context):
            fix = edits.read_attribute(call, "shape", source) or edits.index_attribute(call, "shape", source)
            index = f"[{text_of(call.args[0])}]" if call.args else ""
            instead = f"write {text_of(function.value)}.shape{index}"
            yield _finding(context, function, call, "size is a number, not a method", instead, fix)
    elif name == _TO and members.has_member(torch_tensor.TENSOR, name, context.target):
        if _is_foreign_device(call, scope, context) and _has(function, scope, context):
            instead = torch_tensor.instead("cuda", context.target)
            yield _finding(context, function, call, "to takes no such device", instead, None)
    else:
        kind = _without(function, scope, context)
        if kind is not None:
            instead = torch_tensor.instead(name, context.target)
            effect = f"{kind.name.lower()}s have no {name}"
            yield _finding(context, function, call, effect, instead, _fix(name, call, context))


def _read(node: ast.Attribute, scope: Scope, context: Context) -> Iterator[Finding]:
    name = node.attr
    if name in torch_tensor.METHODS_HERE and members.has_member(torch_tensor.TENSOR, name, context.target):
        if _has(node, scope, context):
            yield _finding(context, node, node, f"{name} is a method", f"write {name}()", edits.call_it(node))
        return
    kind = _without(node, scope, context)
    if kind is not None:
        effect = f"{kind.name.lower()}s have no {name}"
        yield _finding(context, node, node, effect, torch_tensor.instead(name, context.target), None)


def _field(node: ast.Attribute, scope: Scope, context: Context) -> Iterator[Finding]:
    """`x.max(1).values` and `ops.topk(x, 2).indices`."""
    given = pairs.given(context.evaluator.only(node.value, scope), context.tensors, context.target)
    if given is None or _is_expected(node, scope, context):
        return
    if given is not pairs.Given.PAIR:
        yield _finding(context, node, node, f"it has no {node.attr}", "write max(axis=...) or argmax(axis=...)", None)
        return
    index = _FIELDS[node.attr]
    fix = edits.index_in_place(node, index, context.module.source)
    yield _finding(context, node, node, "that is a plain tuple", f"write [{index}]", fix)


def _pairs_as_tensors(context: Context) -> Iterator[Finding]:
    """`x.max(dim=1).asnumpy()` and `x.max(dim=1) < 4`, where `max(dim=1)` gives a tuple."""
    tensors, evaluator = context.tensors, context.evaluator
    calls = {
        call.node
        for call in context.module.calls_named(_BY_AXIS)
        if isinstance(call.node.func, ast.Attribute)
        and pairs.given_by_call(call.node, call.scope, tensors, evaluator, context.target) is pairs.Given.PAIR
    }
    for node, scope in walk(context.module, ast.expr) if calls else ():
        for call in _operands(node):
            if call not in calls or is_guarded(scope, node):
                continue
            assert isinstance(call, ast.Call)
            assert isinstance(call.func, ast.Attribute)
            effect = "it gives a tuple of values and indices, which is no tensor"
            is_method = tensors.kind(call.func.value, scope) is not None
            instead = "write axis= for the values alone" if is_method else f"write a{call.func.attr} for the values"
            yield _finding(context, call.func, call, effect, instead, None)


def _operands(node: ast.expr) -> list[ast.expr]:
    """What in an expression must be a tensor or a number."""
    if isinstance(node, ast.Attribute):
        return [] if node.attr in _FIELDS or node.attr in _OF_TUPLES else [node.value]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right] if isinstance(node.op, ast.Div | ast.Pow | ast.Sub) else []
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
        return [node.left, node.comparators[0]]
    return []


def _has(node: ast.Attribute, scope: Scope, context: Context) -> bool:
    """Whether a member that MindSpore's tensors have is asked of one, and is MindSpore's own."""
    return _is_tensor(context.tensors.without(node.attr, node.value, scope)) and not _is_expected(node, scope, context)


def _without(node: ast.Attribute, scope: Scope, context: Context) -> Kind | None:
    """The kind of the tensor or parameter of which a member is asked that it has not."""
    if is_guarded(scope, node):
        return None
    known = context.tensors.known(node.value, scope)
    for each in known:
        classes = [torch_tensor.PARAMETER if each.kind is Kind.PARAMETER else torch_tensor.TENSOR]
        if not each.is_exact:
            classes.append(torch_tensor.PARAMETER)
            if any(members.has_member(other, node.attr, context.target) for other in _SPARSE):
                return None
        if any(node.attr not in torch_tensor.absent(class_name, context.target) for class_name in classes):
            return None
    kind = context.tensors.without(node.attr, node.value, scope) if known else None
    return kind if _is_tensor(kind) and not _is_expected(node, scope, context) else None


def _is_tensor(kind: Kind | None) -> bool:
    return kind in (Kind.TENSOR, Kind.PARAMETER)


def _is_expected(node: ast.Attribute, scope: Scope, context: Context) -> bool:
    """Whether the file reckons with objects that have the attribute: it assigns it, asks for it or guards its use."""
    module, name = context.module, node.attr
    if is_guarded(scope, node):
        return True
    scopes = (module.scope, *module.scopes.values())
    if any(write.target.attr == name for each in scopes for write in each.writes):
        return True
    return any(
        isinstance(call.node.func, ast.Name)
        and call.node.func.id in ("getattr", "hasattr")
        and len(call.node.args) > 1
        and isinstance(call.node.args[1], ast.Constant)
        and call.node.args[1].value == name
        for call in module.calls
    )


def _is_foreign_device(call: ast.Call, scope: Scope, context: Context) -> bool:
    """Whether `to` is given a device that this version does not take, as a string or under a name that tells one."""
    given = call.args[0] if call.args else next((each.value for each in call.keywords if each.arg == "device"), None)
    name = given.id if isinstance(given, ast.Name) else given.attr if isinstance(given, ast.Attribute) else ""
    if given is None or not (isinstance(given, ast.Constant) or "device" in name.lower()):
        return False
    value = context.evaluator.only(given, scope)
    if not isinstance(value, Constant) or not isinstance(value.value, str):
        return False
    takes_devices = context.target.release[:2] >= _DEVICES_SINCE
    return not takes_devices or value.value.startswith(_FOREIGN_DEVICES)


def _fix(name: str, call: ast.Call, context: Context) -> Fix | None:
    source = context.module.source
    if name in _LEFT_OUT:
        return edits.leave_method_out(call, source)
    if name in _RENAMED:
        return edits.rename_call(call, _RENAMED[name], Applicability.SAFE)
    if name in _SIZES:
        return edits.read_attribute(call, "size", source)
    module, _, last = torch_tensor.function(name, context.target).rpartition(".")
    is_told = torch_tensor.instead(name, context.target) == f"write {module}.{last}"
    if is_told and module == "mindspore.ops" and edits.knows_ops(context.module):
        return edits.as_function(call, f"ops.{last}", source)
    return None


def _finding(
    context: Context, node: ast.Attribute, whole: ast.expr, effect: str, instead: str, fix: Fix | None
) -> Finding:
    receiver = ast.unparse(node.value) if dotted(node.value) else "x"
    ending = f"; {instead}".replace("{x}", receiver) if instead else ""
    return context.finding(RULE, node, fix=fix, what=text_of(whole), effect_here=effect, instead=ending)
