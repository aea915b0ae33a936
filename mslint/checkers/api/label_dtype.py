"""# label-dtype (MSL711)

## What it does

Finds labels of a dtype that the loss does not take: int64 for
`nn.CrossEntropyLoss` and, up to MindSpore 2.0, `nn.NLLLoss`, and uint8 for
these and for `ops.cross_entropy` and `ops.nll_loss`.

## Why is this bad

PyTorch's cross entropy asks for int64. `nn.CrossEntropyLoss` of MindSpore asks
for int32 and raises at anything else, and int64 is what lists, NumPy arrays of
integers and `argmax` give.

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
MindSpore's, such as `ops.argmax`. What a data set yields is not known. The
losses of `mindspore.mint` do not run on CPU and were not measured.

## Versions

MindSpore 1.10 to 2.10; int64 for `nn.NLLLoss` in 1.10 and 2.0 only.

## References

- MindSpore: `mindspore.nn.CrossEntropyLoss`, `mindspore.nn.NLLLoss`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from packaging.version import Version

from mslint.calls import place
from mslint.context import Context
from mslint.dtypes import Dtypes
from mslint.edits import call_method, rename_call
from mslint.facts.names import canonical
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.model.names import Scope, is_guarded
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
    if name in ("NLLLoss", "nll_loss"):
        scores = ops.log_softmax(scores, -1)
    if dtype == "int64":
        labels = ms.Tensor([0, 1], ms.int64)
        loss_fn = nn.CrossEntropyLoss() if name == "CrossEntropyLoss" else nn.NLLLoss()
        return {"loss": float(loss_fn(scores, labels).asnumpy())}  # MSL711
    small = ms.Tensor([0, 1], ms.uint8)
    if name == "CrossEntropyLoss":
        return {"loss": float(nn.CrossEntropyLoss()(scores, small).asnumpy())}  # MSL711
    if name == "NLLLoss":
        return {"loss": float(nn.NLLLoss()(scores, small).asnumpy())}  # MSL711
    if name == "cross_entropy":
        return {"loss": float(ops.cross_entropy(scores, small).asnumpy())}  # MSL711
    return {"loss": float(ops.nll_loss(scores, small).asnumpy())}  # MSL711
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(kind):
    """The loss of two rows."""
    name, _, _ = kind.partition(".")
    scores = ms.Tensor(np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]]), ms.float32)
    if name in ("NLLLoss", "nll_loss"):
        scores = ops.log_softmax(scores, -1)
    labels = ms.Tensor([0, 1], ms.int32)
    if name == "CrossEntropyLoss":
        return {"loss": float(nn.CrossEntropyLoss()(scores, labels).asnumpy())}
    if name == "NLLLoss":
        return {"loss": float(nn.NLLLoss()(scores, labels).asnumpy())}
    if name == "cross_entropy":
        return {"loss": float(ops.cross_entropy(scores, labels).asnumpy())}
    return {"loss": float(ops.nll_loss(scores, labels).asnumpy())}
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Raises("TypeError", "should be Int32"),), variant="CrossEntropyLoss.int64"),
        Proof((Raises("TypeError", "should be Int32"),), until="2.0", variant="NLLLoss.int64"),
        Proof((Raises("TypeError", "should be Int32"),), variant="CrossEntropyLoss.uint8"),
        Proof((Raises("TypeError", "should be Int32|UInt8"),), variant="NLLLoss.uint8"),
        Proof((Raises("TypeError", "UInt8"),), variant="cross_entropy.uint8"),
        Proof((Raises("TypeError", "UInt8"),), variant="nll_loss.uint8"),
    ),
    original='''\
import torch


def observe(kind):
    name, _, _ = kind.partition(".")
    scores = torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]])
    labels = torch.tensor([0, 1], dtype=torch.int64)
    if name in ("CrossEntropyLoss", "cross_entropy"):
        return {"loss": float(torch.nn.functional.cross_entropy(scores, labels))}
    return {"loss": float(torch.nn.functional.nll_loss(torch.log_softmax(scores, -1), labels))}
''',
)

_CROSS_ENTROPY = "mindspore.nn.CrossEntropyLoss"
_NLL = "mindspore.nn.NLLLoss"
_FUNCTIONS = {"mindspore.ops.cross_entropy": "target", "mindspore.ops.nll_loss": "target"}
"""Losses that are called themselves, and their parameter for the labels."""
_NLL_TAKES_INT64_SINCE = Version("2.5")
_CASTS_SINCE = Version("2.0")
_CALLED_LIKE_A_LOSS = re.compile(r"loss|crit|entropy|nll|objective|(^|_)ce(_|$)", re.IGNORECASE)
_SMALL_AND_LARGE = frozenset({"int64", "uint8"})
"""The dtypes of labels that are judged."""
_LABELS = frozenset({"labels", "target"})


@dataclass(frozen=True, slots=True)
class _Labels:
    """The labels of one call, and the canonical names of the losses that it may be."""

    losses: frozenset[str]
    site: Site


def check(context: Context) -> Iterator[Finding]:
    """Every call of such a loss with labels that are known to be of such a dtype."""
    dtypes: Dtypes | None = None
    for labels in (*_of_functions(context), *_of_layers(context)):
        dtypes = dtypes or Dtypes(context.evaluator, context.tensors, context.target)
        given = dtypes.at(labels.site)
        if given <= _SMALL_AND_LARGE:
            refusing = sorted(loss for loss in labels.losses if not given & _taken(loss, context.target))
            if refusing:
                yield from _findings(refusing[0], labels.site, dtypes, context)


def _findings(loss: str, site: Site, dtypes: Dtypes, context: Context) -> Iterator[Finding]:
    """One finding for each expression of the file that brings such labels in."""
    nodes: dict[ast.expr, str] = {}
    for possible in context.evaluator.at(site):
        node = place(context.module, site, possible)
        if node is not None:
            nodes.setdefault(node, min(filter(None, dtypes.of(possible))))
    for node, dtype in nodes.items():
        fix = _fix(node, context) if node is site.node else None
        yield context.finding(RULE, node, fix=fix, loss=loss.removeprefix("mindspore."), dtype=dtype)


def _taken(loss: str, target: Version) -> frozenset[str]:
    """The dtypes of integers that a loss takes, of int64 and the smaller ones."""
    is_strict = loss == _CROSS_ENTROPY or (loss == _NLL and target < _NLL_TAKES_INT64_SINCE)
    return frozenset({"int32"}) if is_strict else frozenset({"int32", "int64"})


def _of_functions(context: Context) -> Iterator[_Labels]:
    for call in context.calls.to(*_FUNCTIONS):
        site = call.expression(_FUNCTIONS[call.name], 1)
        if site is not None:
            yield _Labels(frozenset({call.name}), site)


def _of_layers(context: Context) -> Iterator[_Labels]:
    for call in context.module.calls:
        if not _may_be_layer(call.node.func) or is_guarded(call.scope, call.node):
            continue
        labels = _labels(call.node)
        losses = _losses(call.node.func, call.scope, context) if labels is not None else None
        if labels is not None and losses:
            yield _Labels(losses, Site(labels, call.scope))


def _may_be_layer(function: ast.expr) -> bool:
    """Whether an expression that is called looks like a layer for a loss."""
    if isinstance(function, ast.Name | ast.Attribute):
        name = function.id if isinstance(function, ast.Name) else function.attr
        return _CALLED_LIKE_A_LOSS.search(name) is not None
    return isinstance(function, ast.Call) and _may_be_layer(function.func)


def _labels(call: ast.Call) -> ast.expr | None:
    keyword = next((each.value for each in call.keywords if each.arg in _LABELS), None)
    if keyword is not None or len(call.args) < 2 or any(isinstance(each, ast.Starred) for each in call.args[:2]):
        return keyword
    return call.args[1]


def _losses(function: ast.expr, scope: Scope, context: Context) -> frozenset[str]:
    """The losses that an expression can be; none where it can be anything else."""
    found = set()
    for value in context.evaluator.values(function, scope):
        if not isinstance(value, Instance) or not isinstance(value.of, External):
            return frozenset()
        found.add(canonical(value.of.name))
    return frozenset(found) if found <= {_CROSS_ENTROPY, _NLL} else frozenset()


def _fix(node: ast.expr, context: Context) -> Fix | None:
    if context.target < _CASTS_SINCE:
        return None
    is_long = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "long"
    if is_long and isinstance(node, ast.Call):
        return rename_call(node, "int", Applicability.SAFE)
    return call_method(node, "int")
