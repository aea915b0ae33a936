"""# lr-attribute-ignored (MSL303)

## What it does

Finds `optimizer.lr = value` on the optimizers of MindSpore, and
`optimizer.learning_rate = number`.

## Why is this bad

No optimizer has an attribute `lr`: the assignment makes one that nothing reads,
and training goes on with the old rate; `optimizer.lr *= 0.1` reads it first, which
raises AttributeError. `learning_rate` is a Parameter on the
optimizers of `mindspore.nn`, which takes no number (TypeError); with a rate for
each parameter group it is a tuple of them, and the assignment is ignored. On
`mindspore.experimental.optim` and `mindspore.mint.optim` neither attribute
exists, and both are ignored.

## Example

```python
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
optimizer.lr = 0.01
```

## Use instead

```python
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
ops.assign(optimizer.learning_rate, 0.01)
```

With parameter groups: `ops.assign(group["lr"], 0.01)` for each group of
`optimizer.param_groups`, or of `optimizer.learning_rate` on `mindspore.nn`.

## Fix safety

On the optimizers of `mindspore.nn` that have one rate, `ops.assign` takes the
place of the assignment. For a number that is assigned to `learning_rate`, which
raises, the fix is safe. For `lr` it is unsafe, as the attribute may be meant as a
note; there is none where the file reads `lr` of the same name. No fix for rates of
groups, for optimizers with `param_groups`, where a loop has to take the place, and
where the file has no name for `ops` or `mindspore`.

## Limits

The optimizer has to be known. A class of one's own that extends an optimizer
may read its `lr`, and is not flagged. Where the same optimizer is also given a
rate in a way that it sees, `lr` is taken to be a note for other code. What is
assigned to `learning_rate` has to be known to be a number; a Tensor is MSL304.

## Versions

MindSpore 1.10 to 2.10, measured alike in plain code. In a function under `@jit`
2.0 raises; in a `construct` in graph mode 2.0 to 2.10 do.

## References

- MindSpore: `mindspore.nn.Optimizer`, `mindspore.experimental.optim.Optimizer`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint.assignments import Assigner
from mslint.context import Context
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.model.walk import walk
from mslint.rule import Differs, Proof, Raises, Rule, Seen, Stays
from mslint.training.events import Change, Changed, RateForm
from mslint.training.kinds import is_number
from mslint.training.library import has_groups
from mslint.training.objects import Instance

RULE = Rule(
    code="MSL303",
    symbol="lr-attribute-ignored",
    summary="the learning rate is assigned to an attribute that the optimizer does not read",
    message="{optimizer} {reason}: on MindSpore {target} {result}; use {advice}",
    seen=(Seen("1.10", None, Severity.WARNING, "this is silently ignored and the old rate stays"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


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


def native(weight, variant):
    """With an optimizer of mindspore.nn."""
    optimizer = nn.SGD([weight], learning_rate=0.1)

    def step(gradient):
        optimizer((gradient,))

    def change():
        optimizer.lr = 0.5  # MSL303

    def set_attribute():
        setattr(optimizer, "lr", 0.5)  # MSL303

    def rename():
        optimizer.learning_rate = 0.5  # MSL303

    if variant.endswith("jit"):

        @ms.jit
        def compiled(gradient):
            optimizer.lr = 0.5  # MSL303
            optimizer((gradient,))
            return gradient

        return moves(compiled, weight, int)
    if variant.endswith("learning_rate"):
        return moves(step, weight, rename)
    return moves(step, weight, set_attribute if variant.endswith("setattr") else change)


def experimental(weight, variant):
    """With one that has param_groups."""
    from mindspore.experimental import optim

    optimizer = optim.SGD([weight], lr=0.1)

    def step(gradient):
        optimizer((gradient,))

    def change():
        optimizer.lr = 0.5  # MSL303

    def rename():
        optimizer.learning_rate = 0.5  # MSL303

    if variant.endswith("jit"):

        @ms.jit
        def compiled(gradient):
            optimizer.lr = 0.5  # MSL303
            optimizer((gradient,))
            return gradient

        return moves(compiled, weight, int)
    return moves(step, weight, rename if variant.endswith("learning_rate") else change)


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    return native(weight, variant) if variant.startswith("nn") else experimental(weight, variant)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


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
    if variant.startswith("nn"):
        optimizer = nn.SGD([weight], learning_rate=0.1)
        rate = optimizer.learning_rate
    else:
        from mindspore.experimental import optim

        optimizer = optim.SGD([weight], lr=0.1)
        rate = optimizer.param_groups[0]["lr"]

    def change():
        ops.assign(rate, ms.Tensor(0.5, ms.float32))

    def step(gradient):
        optimizer((gradient,))

    if variant.endswith("jit"):

        @ms.jit
        def compiled(gradient):
            ops.assign(rate, 0.5)
            optimizer((gradient,))
            return gradient

        return moves(compiled, weight, int)
    return moves(step, weight, change)
''',
    confidence=Confidence.INFERENCE,
    related=("MSL304", "MSL305"),
    proofs=(
        Proof((Stays("moves"),), since="1.10", variant="nn, lr"),
        Proof((Stays("moves"),), since="1.10", variant="nn, setattr"),
        Proof((Raises("TypeError"),), since="1.10", variant="nn, learning_rate"),
        Proof((Raises("TypeError"),), since="2.0", until="2.0", variant="nn, lr, jit"),
        Proof((Differs("moves", 0.3),), since="2.5", variant="nn, lr, jit"),
        Proof((Stays("moves"),), since="2.5", variant="experimental, lr"),
        Proof((Stays("moves"),), since="2.5", variant="experimental, learning_rate"),
        Proof((Differs("moves", 0.3),), since="2.5", variant="experimental, lr, jit"),
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    moves = []
    for number in range(4):
        if number == 2 or variant.endswith("jit"):
            for group in optimizer.param_groups:
                group["lr"] = 0.5
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        moves.append(round(before - float(weight.mean()), 4))
    return {"moves": moves}
""",
)

_IGNORED = "this is silently ignored and the old rate stays"
_SEEN_IN_JIT_SINCE = Version("2.0")
_IGNORES_IN_JIT_SINCE = Version("2.5")
_HONOURED = frozenset({Changed.ASSIGNED, Changed.DATA, Changed.ENTRY})


def check(context: Context) -> Iterator[Finding]:
    """Every such assignment, once."""
    changes = context.training.of(Change)
    honoured = {change.optimizer for change in changes if change.changed in _HONOURED}
    assigner = Assigner(context.module)
    reported = set()
    for change in changes:
        if change.changed is not Changed.ATTRIBUTE or change.place.node in reported:
            continue
        judged = _judge(change, context.target)
        if judged is None or (change.name == "lr" and change.optimizer in honoured):
            continue
        reported.add(change.place.node)
        severity, reason, result = judged
        yield context.finding(
            RULE,
            change.place.node,
            severity=severity,
            optimizer=change.optimizer.name,
            reason=reason,
            result=result,
            advice=_advice(change.optimizer),
            fix=_fix([each for each in changes if each.place.node is change.place.node], assigner, context),
        )


def _judge(change: Change, target: Version) -> tuple[Severity, str, str] | None:
    """How bad it is, why, and what happens; None where it is right or not known."""
    optimizer = change.optimizer
    if optimizer.cls is not None or not optimizer.library.startswith("mindspore."):
        return None
    is_known = change.name == "learning_rate" and not has_groups(optimizer.library)
    if is_known and not is_number(change.value):
        return None
    reason = f"has no attribute {change.name}"
    if is_known:
        reason = "keeps learning_rate as a Parameter, which takes no number"
    if change.is_graph and target < _SEEN_IN_JIT_SINCE:
        return None
    if change.is_graph and (change.graph_mode is True or target < _IGNORES_IN_JIT_SINCE):
        return Severity.ERROR, reason, "this does not compile"
    if is_known and change.form is not RateForm.PER_GROUP:
        return Severity.ERROR, reason, "this raises TypeError"
    if not is_known and _is_augmented(change):
        return Severity.ERROR, reason, "this raises AttributeError"
    return Severity.WARNING, reason, _IGNORED


def _is_augmented(change: Change) -> bool:
    """Whether the attribute is read first, as in `optimizer.lr *= 0.1`, and the optimizer never got it."""
    scope = change.place.scope
    writes = scope.writes if scope is not None else []
    is_augmented = any(
        write.target is change.place.node and isinstance(write.statement, ast.AugAssign) for write in writes
    )
    return is_augmented and change.name not in change.optimizer.fields


def _fix(changes: list[Change], assigner: Assigner, context: Context) -> Fix | None:
    """`ops.assign`, where each optimizer that the place is about has one rate and is of `mindspore.nn`."""
    place = changes[0].place
    if not place.is_direct or any(not _has_one_rate(change) for change in changes):
        return None
    if changes[0].name == "lr" and _reads_rate(place.node, context):
        return None
    is_number_of_python = all(change.name == "learning_rate" and is_number(change.value) for change in changes)
    applicability = Applicability.SAFE if is_number_of_python else Applicability.UNSAFE
    return assigner.in_place_of(place.node, place.scope, "learning_rate", applicability)


def _has_one_rate(change: Change) -> bool:
    optimizer = change.optimizer
    is_plain = change.changed is Changed.ATTRIBUTE and change.form is RateForm.ONE
    return is_plain and optimizer.cls is None and not has_groups(optimizer.library)


def _reads_rate(target: ast.expr, context: Context) -> bool:
    """Whether the file reads `lr` of what is called as the owner of `target` is."""
    owner = (
        target.value
        if isinstance(target, ast.Attribute)
        else target.args[0]
        if isinstance(target, ast.Call)
        else target
    )
    return any(
        node.attr == "lr" and isinstance(node.ctx, ast.Load) and _last_name(node.value) == _last_name(owner)
        for node, _ in walk(context.module, ast.Attribute)
    )


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _advice(optimizer: Instance) -> str:
    if optimizer.library == "mindspore.mint.optim.SGD":
        return "another optimizer: this one keeps the rate it was built with"
    if has_groups(optimizer.library):
        return 'ops.assign(group["lr"], value) for each group of param_groups'
    return "ops.assign(optimizer.learning_rate, value)"
