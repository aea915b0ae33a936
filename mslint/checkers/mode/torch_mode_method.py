"""# torch-mode-method (MSL105)

## What it does

Finds `train()` and `eval()` called on a Cell.

## Why is this bad

A Cell has neither; `set_train(True)` and `set_train(False)` take their place.
The call raises AttributeError.

## Example

```python
net.train()
train_epoch(net, data)
net.eval()
```

## Use instead

```python
net.set_train()
train_epoch(net, data)
net.set_train(False)
```

## Fix safety

The fix writes `set_train(...)`. It is safe: the call raises as it stands.

## Limits

The receiver has to be known as a Cell: built in the file, passed to the
function in the file, or reached by a train step that mslint can follow into
another file. A function that is given the network from elsewhere is not judged.
Cells whose classes define the method, or extend something that is not known,
are left alone, and so are objects that a condition asks for their kind, files
that add methods to other objects, and `train` with several arguments, which is
not PyTorch's.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Cell.set_train`
- PyTorch: `torch.nn.Module.train`, `torch.nn.Module.eval`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.cells import KnownCell, asks_for_kind, cells_at, heirs, patches_classes
from mslint.context import Context
from mslint.edits import rename_call
from mslint.finding import Applicability, Finding, Fix, Severity
from mslint.model.evaluator import Evaluator
from mslint.model.guards import is_guarded
from mslint.model.names import Call
from mslint.patches import may_add
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.training.events import TorchModeCall

RULE = Rule(
    code="MSL105",
    symbol="torch-mode-method",
    summary="train() or eval() called on a Cell, which has neither",
    message="{network} is a Cell: on MindSpore {target} {effect}; write {instead} in place of {method}()",
    seen=(
        Seen("1.10", None, Severity.ERROR, "cells have no train() and no eval(), so this raises AttributeError"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(variant):
    """How far a batch around 3 moves the running mean of the norm."""
    net = nn.SequentialCell([nn.BatchNorm1d(4)])
    if variant == "train":
        net.train()  # MSL105
    else:
        net.eval()  # MSL105
    net(ms.Tensor(np.full((8, 4), 3), ms.float32))
    return {"moved": float(net[0].moving_mean.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(variant):
    """How far a batch around 3 moves the running mean of the norm."""
    net = nn.SequentialCell([nn.BatchNorm1d(4)])
    if variant == "train":
        net.set_train()
    else:
        net.set_train(False)
    net(ms.Tensor(np.full((8, 4), 3), ms.float32))
    return {"moved": float(net[0].moving_mean.asnumpy().mean())}
''',
    related=("MSL104",),
    proofs=(
        Proof((Raises("AttributeError", "train"),), variant="train"),
        Proof((Raises("AttributeError", "eval"),), variant="eval"),
    ),
    original='''\
import torch
from torch import nn


def observe(variant):
    net = nn.Sequential(nn.BatchNorm1d(4))
    if variant == "train":
        net.train()
    else:
        net.eval()
    net(torch.full((8, 4), 3.0))
    return {"moved": float(net[0].running_mean.mean())}
''',
)  # fmt: skip

_METHODS = ("train", "eval")


def check(context: Context) -> Iterator[Finding]:
    """Every such call on what is known to be a cell."""
    calls = {call.node: call for call in context.module.calls_named(_METHODS) if _is_mode_method(call.node)}
    reported: set[ast.expr] = set()
    if calls and not _may_be_added(context):
        for call in calls.values():
            cells = _cells(call, context.evaluator)
            if cells:
                reported.add(call.node)
                yield _finding(context, call.node, cells[0].name, _method(call.node))
    for seen in context.training.of(TorchModeCall):
        node = seen.place.node
        if node not in reported and not _may_be_added(context):
            reported.add(node)
            yield _finding(context, node, seen.cell.name, seen.method)


def _may_be_added(context: Context) -> bool:
    """Whether the file, or one that it imports, may give cells such a method."""
    return patches_classes(context.module, *_METHODS) or any(may_add(name, context.evaluator) for name in _METHODS)


def _finding(context: Context, node: ast.expr, network: str, method: str) -> Finding:
    instead = "set_train()" if method == "train" else "set_train(False)"
    fix = _fix(node) if isinstance(node, ast.Call) and _is_mode_method(node) else None
    return context.finding(RULE, node, fix=fix, network=network, method=method, instead=instead)


def _is_mode_method(node: ast.Call) -> bool:
    """Whether a call is spelled as one of PyTorch's two."""
    name = _method(node)
    if name not in _METHODS or any(isinstance(argument, ast.Starred) for argument in node.args):
        return False
    if name == "eval":
        return not node.args and not node.keywords
    return len(node.args) + len(node.keywords) < 2 and all(keyword.arg == "mode" for keyword in node.keywords)


def _method(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _cells(call: Call, evaluator: Evaluator) -> list[KnownCell]:
    """The cells that the receiver can be; none where one of them may have the method."""
    function = call.node.func
    if not isinstance(function, ast.Attribute) or is_guarded(call.scope, call.node):
        return []
    cells = cells_at(function.value, call.scope, evaluator)
    if not cells or asks_for_kind(call.scope, call.node):
        return []
    name = function.attr
    for cell in cells:
        below = (heir for class_ in cell.classes[:1] for heir in heirs(class_, evaluator))
        if cell.defines(name) or any(name in heir.bindings for heir in below):
            return []
    return cells


def _fix(node: ast.Call) -> Fix | None:
    if _method(node) == "train":
        return rename_call(node, "set_train", Applicability.SAFE)
    return rename_call(node, "set_train", Applicability.SAFE, arguments="False")
