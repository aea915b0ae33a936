"""# training-attribute (MSL104)

## What it does

Finds assignments to the attribute `training` of a network that holds layers.

## Why is this bad

Unlike `set_train`, the assignment changes this one cell and none of the layers
inside: Dropout and BatchNorm keep their mode while `net.training` shows the new
one. In GRAPH_MODE not even the cell itself is compiled anew. Nothing is raised.

## Example

```python
net.training = True
```

## Use instead

```python
net.set_train()
```

## Fix safety

The fix writes `set_train(...)`. It is unsafe: the layers inside then change
their mode.

## Limits

The network has to be known as a Cell that holds others. A class that assigns its
own `training` is left alone, as are layers without layers inside, for which the
assignment is enough outside of GRAPH_MODE, loops over the cells of a network,
and an assignment beside a `set_train` of the same network.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Cell.set_train`
- PyTorch: `torch.nn.Module.train`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mslint.cells import KnownCell, asks_for_kind, cells_at
from mslint.context import Context
from mslint.edits import call_in_place_of_assignment
from mslint.finding import Finding, Severity
from mslint.model.classes import self_class
from mslint.model.evaluator import Evaluator
from mslint.model.guards import is_guarded
from mslint.model.names import AttributeWrite, start_of
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import OwnModeWrite

RULE = Rule(
    code="MSL104",
    symbol="training-attribute",
    summary="training assigned instead of set_train(): the layers inside keep their mode",
    message="on MindSpore {target} {effect}: those of {network} keep theirs; call set_train(...)",
    seen=(
        Seen(
            "1.10", None, Severity.WARNING,
            "assigning training changes this one cell and not the mode of the layers inside",
        ),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(mode):
    """How far a batch around 3 moves the running mean of the norm."""
    net = nn.SequentialCell([nn.Dense(4, 4, weight_init="zeros", bias_init="ones"), nn.BatchNorm1d(4)])
    if mode == "on":
        net.training = True  # MSL104
    else:
        net.set_train()
        net.training = False  # MSL104
    net(ms.Tensor(np.full((8, 4), 3), ms.float32))
    return {"moved": float(net[1].moving_mean.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(mode):
    """How far a batch around 3 moves the running mean of the norm."""
    net = nn.SequentialCell([nn.Dense(4, 4, weight_init="zeros", bias_init="ones"), nn.BatchNorm1d(4)])
    if mode == "on":
        net.set_train(True)
    else:
        net.set_train()
        net.set_train(False)
    net(ms.Tensor(np.full((8, 4), 3), ms.float32))
    return {"moved": float(net[1].moving_mean.asnumpy().mean())}
''',
    related=("MSL101", "MSL105"),
    proofs=(
        Proof((Differs("moved", 0.05),), variant="on"),
        Proof((Differs("moved", 0.05),), variant="off"),
    ),
    original='''\
import torch
from torch import nn


def observe(mode):
    net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
    nn.init.zeros_(net[0].weight)
    nn.init.ones_(net[0].bias)
    net.train(mode == "on")
    net(torch.full((8, 4), 3.0))
    return {"moved": float(net[1].running_mean.mean())}
''',
)  # fmt: skip

_BESIDE = 2
"""How many lines below the assignment a `set_train` makes up for it."""
_ASSIGNMENT = re.compile(r"\.training *= *")


def check(context: Context) -> Iterator[Finding]:
    """Every such assignment to the attribute of something that is known to be a network."""
    module = context.module
    writes = {
        write.target: write
        for scope in (module.scope, *module.scopes.values())
        for write in scope.writes
        if write.target.attr == "training"
    }
    reported: dict[ast.expr, str] = {}
    for target, write in writes.items():
        cells = _cells(write, context.evaluator)
        if cells and not _is_set_beside(write):
            reported[target] = cells[0].name
    for seen in context.training.of(OwnModeWrite):
        write_here = writes.get(seen.place.node) if isinstance(seen.place.node, ast.Attribute) else None
        if seen.holds_cells and (write_here is None or not _is_set_beside(write_here)):
            reported.setdefault(seen.place.node, seen.cell.name)
    for node, network in reported.items():
        write_here = writes.get(node) if isinstance(node, ast.Attribute) else None
        fix = None
        if write_here is not None and isinstance(write_here.statement, ast.Assign):
            fix = call_in_place_of_assignment(write_here.statement, "set_train", _ASSIGNMENT, module.source.lines)
        yield context.finding(RULE, node, fix=fix, network=network)


def _cells(write: AttributeWrite, evaluator: Evaluator) -> list[KnownCell]:
    """The cells whose attribute is assigned; none where one of them holds no others."""
    holder = write.target.value
    if self_class(holder, write.scope) is not None or is_guarded(write.scope, write.target):
        return []
    cells = cells_at(holder, write.scope, evaluator)
    if any(_is_own_property(cell) or not _holds_cells(cell, evaluator) for cell in cells):
        return []
    return [] if asks_for_kind(write.scope, write.target) else cells


def _is_own_property(cell: KnownCell) -> bool:
    """Whether a class of the project says itself what `training` is."""
    return any("training" in class_.bindings for class_ in cell.classes)


def _holds_cells(cell: KnownCell, evaluator: Evaluator) -> bool:
    """Whether a cell surely holds others."""
    if not cell.classes:
        return cell.is_container
    return any(
        cells_at(site.node, site.scope, evaluator)
        for class_ in cell.classes
        for sites in evaluator.classes.writes(class_).values()
        for site, index in sites
        if not index
    )


def _is_set_beside(write: AttributeWrite) -> bool:
    """Whether one of the next lines also calls `set_train` of the same thing."""
    holder = ast.dump(write.target.value)
    block = write.scope.block_at(start_of(write.target))
    return any(
        call.scope is write.scope
        and write.scope.block_at(start_of(call.node)) is block
        and isinstance(call.node.func, ast.Attribute)
        and call.node.func.attr == "set_train"
        and 0 < call.node.lineno - write.target.lineno <= _BESIDE
        and ast.dump(call.node.func.value) == holder
        for call in write.scope.module.calls
    )
