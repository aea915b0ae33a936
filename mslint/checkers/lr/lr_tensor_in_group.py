"""# lr-tensor-in-group (MSL306)

## What it does

Finds `group["lr"] = value` outside compiled code on the optimizers of
`mindspore.experimental.optim`, where the value is a Tensor, a Parameter or an
integer. What is computed from `group["lr"]` itself is a Tensor:
`group["lr"] *= 0.1`, `group["lr"] = max(group["lr"] * 0.1, 1e-6)`.

## Why is this bad

These optimizers keep each rate as a Parameter and look at `group["lr"]` only
where it is a float of Python. Anything else is silently ignored, and training
goes on with the old rate.

## Example

```python
for group in optimizer.param_groups:
    group["lr"] *= 0.1
```

## Use instead

```python
for group in optimizer.param_groups:
    ops.assign(group["lr"], group["lr"] * 0.1)
```

## Fix safety

`ops.assign` takes the place of the statement, where all that the file writes to
the rates of the optimizer is repaired so. The fix is unsafe: `ops.assign` fails
where a number was assigned to `group["lr"]` before, by another file for example,
and it raises for float64. No fix for `update`, and where the file has no name for
`ops` or `mindspore`. (`float(...)` around the value is honoured too, outside
compiled code only.)

## Limits

The kind of the value has to be known: a Tensor that comes from a call that is
not followed is not found. `mindspore.mint.optim.Adam` was seen to take Tensors
and is not flagged. Writes in compiled code are MSL301, MindTorch is MSL901's.

## Versions

MindSpore 2.5 to 2.10, measured alike for SGD and Adam.

## References

- MindSpore: `mindspore.experimental.optim.Optimizer`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.entries import assign_to_entries
from mslint.finding import Confidence, Finding, Severity
from mslint.model.walk import walk
from mslint.rule import Proof, Rule, Seen, Stays
from mslint.tensors import Kind
from mslint.training.events import RateWrite, Setting
from mslint.training.kinds import is_integer, is_tensor
from mslint.training.objects import Instance, Rate, Symbol

RULE = Rule(
    code="MSL306",
    symbol="lr-tensor-in-group",
    summary="the learning rate of a parameter group is set to something that is not a float",
    message=('{what} group["lr"] {value}: on MindSpore {target} {effect}; use ops.assign(group["lr"], value)'),
    seen=(Seen("2.5", None, Severity.WARNING, "only a float of Python is read there and the old rate stays"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore.experimental import optim


def moves(step, weight, change):
    """What each of four steps moves the weight by, where the rate is changed after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": found}


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.Adam([weight], lr=0.1) if variant == "Adam" else optim.SGD([weight], lr=0.1)

    def step(gradient):
        optimizer((gradient,))

    def multiply():
        for group in optimizer.param_groups:
            group["lr"] *= 5.0  # MSL306

    def compute():
        for group in optimizer.param_groups:
            group["lr"] = max(group["lr"] * 5.0, 1e-6)  # MSL306

    def replace():
        for group in optimizer.param_groups:
            group["lr"] = ms.Tensor(0.5, ms.float32)  # MSL306

    def whole():
        for group in optimizer.param_groups:
            group["lr"] = 1  # MSL306

    if variant == "*=":
        return moves(step, weight, multiply)
    if variant == "computed":
        return moves(step, weight, compute)
    if variant == "integer":
        return moves(step, weight, whole)
    return moves(step, weight, replace)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


def moves(step, weight, change):
    """What each of four steps moves the weight by, where the rate is changed after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": found}


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.Adam([weight], lr=0.1) if variant == "Adam" else optim.SGD([weight], lr=0.1)

    def step(gradient):
        optimizer((gradient,))

    def multiply():
        for group in optimizer.param_groups:
            ops.assign(group["lr"], group["lr"] * 5.0)

    def replace():
        for group in optimizer.param_groups:
            group["lr"] = 1.0 if variant == "integer" else 0.5

    return moves(step, weight, multiply if variant in ("*=", "computed") else replace)
''',
    confidence=Confidence.INFERENCE,
    related=("MSL301", "MSL310"),
    proofs=tuple(
        Proof((Stays("moves"),), since="2.5", variant=variant)
        for variant in ("Tensor", "Adam", "*=", "computed", "integer")
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = (torch.optim.Adam if variant == "Adam" else torch.optim.SGD)([weight], lr=0.1)
    moves = []
    for number in range(4):
        if number == 2:
            for group in optimizer.param_groups:
                group["lr"] = 1 if variant == "integer" else group["lr"] * 5.0
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        moves.append(round(before - float(weight.mean()), 4))
    return {"moves": moves}
""",
)

_READS_FLOATS = "mindspore.experimental.optim."


def check(context: Context) -> Iterator[Finding]:
    """Every such write outside compiled code, once."""
    reported = set()
    writes = context.training.of(RateWrite)
    found = [write for write in writes if not write.is_graph and _is_ignored(write, context)]
    repairs = assign_to_entries(context, [write.place for write in found])
    for write in found:
        if write.place.node in reported:
            continue
        reported.add(write.place.node)
        yield context.finding(
            RULE,
            write.place.node,
            what="this sets" if write.place.is_direct else "this call sets",
            value=_what(write),
            fix=repairs.get(write.place.node),
        )


def _is_ignored(write: RateWrite, context: Context) -> bool:
    """Whether the optimizer of a write does not read the value."""
    optimizer = write.optimizer
    if not isinstance(optimizer, Instance) or optimizer.cls is not None:
        return False
    if not optimizer.library.startswith(_READS_FLOATS) or write.value == Rate(optimizer):
        return False
    return is_tensor(write.value) or is_integer(write.value) or _is_written_as_tensor(write, context)


def _is_written_as_tensor(write: RateWrite, context: Context) -> bool:
    """Whether what is assigned is a call of MindSpore's that gives a tensor."""
    if not write.place.is_direct or write.setting is not Setting.ASSIGNED or not isinstance(write.value, Symbol):
        return False
    for statement, scope in walk(context.module, ast.Assign):
        if write.place.node in statement.targets and isinstance(statement.value, ast.Call):
            return context.tensors.kind(statement.value, scope) in (Kind.PARAMETER, Kind.TENSOR)
    return False


def _what(write: RateWrite) -> str:
    if is_integer(write.value):
        return "to an integer"
    return 'to a Tensor, which group["lr"] is' if write.setting is Setting.AUGMENTED else "to a Tensor"
