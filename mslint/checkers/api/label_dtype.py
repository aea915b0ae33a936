"""# label-dtype (MSL711)

## What it does

Finds labels of int64, or uint8, for `nn.CrossEntropyLoss` and, up to MindSpore
2.0, for `nn.NLLLoss`.

## Why is this bad

PyTorch's cross entropy asks for int64. `nn.CrossEntropyLoss` of MindSpore asks
for int32 and raises at other integers, and int64 is what lists, NumPy arrays of
integers and `argmax` give. `ops.cross_entropy` and `ops.nll_loss` take both.

## Example

```python
loss_fn = nn.CrossEntropyLoss()
labels = ms.Tensor([0, 1], ms.int64)
loss = loss_fn(logits, labels)
```

## Use instead

```python
loss_fn = nn.CrossEntropyLoss()
labels = ms.Tensor([0, 1], ms.int32)
loss = loss_fn(logits, labels)
```

## Fix safety

Safe: the loss raises without it, and a class has the same number in int32.
`long()` becomes `int()`, other labels get an `int()` where they are given to
the loss. In 1.10 tensors have no `int()`, and there is no fix.

## Limits

The dtype has to follow from the text: from a dtype that is named, from a cast,
from a list of integers, from NumPy's functions (as on Linux and macOS) or from
MindSpore's, such as `ops.argmax`. What a data set yields is not known. A layer
is looked at where it is called under a name that speaks of a loss. The losses of
`mindspore.mint` do not run on CPU and were not measured.

## Versions

MindSpore 1.10 to 2.10; `nn.NLLLoss` in 1.10 and 2.0 only.

## References

- MindSpore: `mindspore.nn.CrossEntropyLoss`, `mindspore.nn.NLLLoss`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from packaging.version import Version

from mslint.calls import place
from mslint.context import Context
from mslint.dtypes import Dtype, Dtypes
from mslint.edits import call_method, rename_call
from mslint.facts.names import canonical
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.model.guards import is_guarded
from mslint.model.names import Scope
from mslint.model.values import External, Instance, Site
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL711",
    symbol="label-dtype",
    summary="labels of a dtype that the loss does not take",
    message="{loss} takes labels of int32: on MindSpore {target} {dtype} {effect}; cast them, as with int()",
    seen=(Seen("1.10", None, Severity.ERROR, "raises TypeError"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(kind):
    """The loss of two rows."""
    name, _, dtype = kind.partition(".")
    scores = ms.Tensor(np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]]), ms.float32)
    if name == "NLLLoss":
        scores = ops.log_softmax(scores, -1)
    labels = ms.Tensor([0, 1], ms.int64 if dtype == "int64" else ms.uint8)
    loss_fn = nn.CrossEntropyLoss() if name == "CrossEntropyLoss" else nn.NLLLoss()
    return {"loss": float(loss_fn(scores, labels).asnumpy())}  # MSL711
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(kind):
    """The loss of two rows."""
    name, _, _ = kind.partition(".")
    scores = ms.Tensor(np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]]), ms.float32)
    if name == "NLLLoss":
        scores = ops.log_softmax(scores, -1)
    labels = ms.Tensor([0, 1], ms.int32)
    loss_fn = nn.CrossEntropyLoss() if name == "CrossEntropyLoss" else nn.NLLLoss()
    return {"loss": float(loss_fn(scores, labels).asnumpy())}
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Raises("TypeError", "should be Int32"),), variant="CrossEntropyLoss.int64"),
        Proof((Raises("TypeError", "should be Int32"),), until="2.0", variant="NLLLoss.int64"),
        Proof((Raises("TypeError", "should be Int32"),), variant="CrossEntropyLoss.uint8"),
        Proof((Raises("TypeError", "should be Int32"),), until="2.0", variant="NLLLoss.uint8"),
    ),
    original="""\
import torch


def observe(kind):
    name, _, _ = kind.partition(".")
    scores = torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]])
    labels = torch.tensor([0, 1], dtype=torch.int64)
    if name == "CrossEntropyLoss":
        return {"loss": float(torch.nn.functional.cross_entropy(scores, labels))}
    return {"loss": float(torch.nn.functional.nll_loss(torch.log_softmax(scores, -1), labels))}
""",
)

_CROSS_ENTROPY = "mindspore.nn.CrossEntropyLoss"
_NLL = "mindspore.nn.NLLLoss"
_NLL_TAKES_MORE_SINCE = Version("2.5")
_CASTS_SINCE = Version("2.0")
_CALLED_LIKE_A_LOSS = re.compile(r"loss|crit|entropy|nll|objective|(^|_)ce(_|$)", re.IGNORECASE)
_NOT_TAKEN = frozenset({Dtype("int64"), Dtype("uint8")})
"""The dtypes that are judged. Arrays are no labels at all."""
_LABELS = frozenset({"labels", "target"})


def check(context: Context) -> Iterator[Finding]:
    """Every call of such a loss with labels that are known to be of such a dtype."""
    dtypes: Dtypes | None = None
    called = [name for name in context.module.calls_by_name if not name or _sounds_like_loss(name)]
    for call in context.module.calls_named(called):
        labels = _labels(call.node) if _may_be_layer(call.node.func) else None
        if labels is None or is_guarded(call.scope, call.node):
            continue
        loss = _strict_loss(call.node.func, call.scope, context)
        if loss is None:
            continue
        dtypes = dtypes or Dtypes(context.evaluator, context.tensors, context.target)
        site = Site(labels, call.scope)
        if dtypes.at(site) <= _NOT_TAKEN:
            yield from _findings(loss, site, dtypes, context)


def _findings(loss: str, site: Site, dtypes: Dtypes, context: Context) -> Iterator[Finding]:
    """One finding for each expression of the file that brings such labels in."""
    nodes: dict[ast.expr, str] = {}
    for possible in context.evaluator.at(site):
        node = place(context.module, site, possible)
        if node is not None:
            nodes.setdefault(node, min(each.name for each in dtypes.of(possible) if each is not None))
    for node, dtype in nodes.items():
        fix = _fix(node, context) if node is site.node else None
        yield context.finding(RULE, node, fix=fix, loss=loss.removeprefix("mindspore."), dtype=dtype)


def _may_be_layer(function: ast.expr) -> bool:
    """Whether an expression that is called looks like a layer for a loss."""
    if isinstance(function, ast.Name | ast.Attribute):
        name = function.id if isinstance(function, ast.Name) else function.attr
        return _sounds_like_loss(name)
    return isinstance(function, ast.Call) and _may_be_layer(function.func)


@lru_cache(maxsize=4096)
def _sounds_like_loss(name: str) -> bool:
    return _CALLED_LIKE_A_LOSS.search(name) is not None


def _labels(call: ast.Call) -> ast.expr | None:
    keyword = next((each.value for each in call.keywords if each.arg in _LABELS), None)
    if keyword is not None or len(call.args) < 2 or any(isinstance(each, ast.Starred) for each in call.args[:2]):
        return keyword
    return call.args[1]


def _strict_loss(function: ast.expr, scope: Scope, context: Context) -> str | None:
    """The loss among those that an expression can be that takes int32 only; None where it can be something else."""
    found = set()
    for value in context.evaluator.values(function, scope):
        if not isinstance(value, Instance) or not isinstance(value.of, External):
            return None
        found.add(canonical(value.of.name))
    if not found <= {_CROSS_ENTROPY, _NLL}:
        return None
    if _CROSS_ENTROPY in found:
        return _CROSS_ENTROPY
    return _NLL if context.target < _NLL_TAKES_MORE_SINCE else None


def _fix(node: ast.expr, context: Context) -> Fix | None:
    if context.target < _CASTS_SINCE:
        return None
    is_long = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "long"
    if is_long and isinstance(node, ast.Call):
        return rename_call(node, "int", Applicability.SAFE)
    return call_method(node, "int")
