"""# mint-sgd-lr-fixed (MSL308)

## What it does

Finds changes of the rate of `mindspore.mint.optim.SGD` after it was built:
`group["lr"] = value`, `ops.assign(group["lr"], value)`, `set_data`, and the
`step()` of a learning-rate scheduler on it.

## Why is this bad

This optimizer copies its rate when it is built and steps with the copy. Every
later change shows in `param_groups` and is silently ignored by the step.

## Example

```python
optimizer = mint.optim.SGD(net.trainable_params(), lr=0.1)
scheduler = lr_scheduler.StepLR(optimizer, step_size=30)
...
scheduler.step()
```

## Use instead

```python
optimizer = optim.SGD(net.trainable_params(), lr=0.1)  # mindspore.experimental.optim
scheduler = lr_scheduler.StepLR(optimizer, step_size=30)
...
scheduler.step()
```

## Fix safety

The call that builds the optimizer is made one of
`mindspore.experimental.optim.SGD`, which takes the same arguments. The fix is
unsafe: it changes every step of this optimizer, and what is written to
`group["lr"]` between compiled steps is then MSL310. No fix where the optimizer is
built in another file or without a rate, where a Tensor is written to its rate,
which would be MSL306 then, and where the file has no name for `mindspore` or
`mindspore.experimental.optim`.

## Limits

The optimizer has to be known. `group["lr"] = value` in compiled code is MSL301,
a scheduler's `step()` there MSL302.

## Versions

MindSpore 2.8 to 2.10, measured in a function under `@jit`, as the eager step of
this optimizer does nothing on CPU. The source reads the copy in both, in 2.7 too.

## References

- MindSpore: `mindspore.mint.optim.SGD`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.assignments import name_of_optim
from mslint.context import Context, span_of
from mslint.finding import Applicability, Confidence, Edit, Finding, Fix, Severity
from mslint.model.values import External
from mslint.rule import Proof, Rule, Seen, Stays
from mslint.training.events import Change, Changed, RateWrite, SchedulerStep
from mslint.training.kinds import is_integer, is_tensor
from mslint.training.objects import Instance, Value

RULE = Rule(
    code="MSL308",
    symbol="mint-sgd-lr-fixed",
    summary="the learning rate of mint.optim.SGD is changed after it was built",
    message="{what}: on MindSpore {target} {effect}; use mindspore.experimental.optim.SGD",
    seen=(Seen("2.8", None, Severity.WARNING, "mint.optim.SGD keeps the rate it was built with"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import mint, ops
from mindspore.experimental.optim import lr_scheduler


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
    optimizer = mint.optim.SGD([weight], lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=5.0)

    @ms.jit
    def step(gradient):
        optimizer((gradient,))
        return gradient

    def write():
        optimizer.param_groups[0]["lr"] = 0.5  # MSL308

    def assign():
        ops.assign(optimizer.param_groups[0]["lr"], 0.5)  # MSL308

    def schedule():
        scheduler.step()  # MSL308

    if variant == "number":
        return moves(step, weight, write)
    if variant == "assign":
        return moves(step, weight, assign)
    return moves(step, weight, schedule)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler


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
    optimizer = optim.SGD([weight], lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=5.0)

    @ms.jit
    def step(gradient):
        optimizer((gradient,))
        return gradient

    def assign():
        ops.assign(optimizer.param_groups[0]["lr"], 0.5)

    def schedule():
        scheduler.step()

    return moves(step, weight, schedule if variant == "StepLR" else assign)
''',
    confidence=Confidence.INFERENCE,
    related=("MSL301", "MSL302", "MSL310"),
    proofs=tuple(Proof((Stays("moves"),), since="2.8", variant=variant) for variant in ("number", "assign", "StepLR")),
    original="""\
import torch


def observe(variant=""):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    moves = []
    for number in range(4):
        if number == 2:
            for group in optimizer.param_groups:
                group["lr"] = 0.5
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        moves.append(round(before - float(weight.mean()), 4))
    return {"moves": moves}
""",
)

_SGD = "mindspore.mint.optim.SGD"
_OF_RATE = {
    Changed.ENTRY: 'group["lr"] = value has no effect',
    Changed.DATA: "{name} on the rate has no effect",
    Changed.ASSIGNED: "{name} to the rate has no effect",
}


def check(context: Context) -> Iterator[Finding]:
    """Every change of such a rate, once."""
    reported: set[ast.expr] = set()
    for change in context.training.of(Change):
        if change.optimizer.library != _SGD or change.changed not in _OF_RATE or _is_of_others(change):
            continue
        if change.place.node not in reported:
            reported.add(change.place.node)
            what = _OF_RATE[change.changed].format(name=change.name)
            yield context.finding(RULE, change.place.node, what=what, fix=_fix(change.optimizer, context))
    for step in context.training.of(SchedulerStep):
        if step.optimizer_name == _SGD and _is_stock(step) and step.place.node not in reported:
            reported.add(step.place.node)
            fix = _fix(step.optimizer, context)
            yield context.finding(RULE, step.place.node, what=f"{step.class_name}.step() has no effect", fix=fix)


def _fix(optimizer: Value | None, context: Context) -> Fix | None:
    """The SGD that reads its rate, in place of the one that does not."""
    if not isinstance(optimizer, Instance) or optimizer.arguments.get(1, "lr") is None:
        return None
    writes = [write for write in context.training.of(RateWrite) if write.optimizer is optimizer]
    if any(is_tensor(write.value) or is_integer(write.value) for write in writes):
        # The other optimizer would ignore these, for another reason.
        return None
    for call in context.module.calls:
        if call.node is optimizer.site and isinstance(call.node.func, ast.Name | ast.Attribute):
            optim = name_of_optim(context.module, call.scope)
            is_written_out = context.evaluator.only(call.node.func, call.scope) == External(_SGD)
            if optim is None or not is_written_out:
                return None
            edit = Edit(span_of(call.node.func), f"{optim}.SGD")
            return Fix(f"write {optim}.SGD", (edit,), Applicability.UNSAFE)
    return None


def _is_of_others(change: Change) -> bool:
    """Whether other rules report it: what is written in compiled code, and what does not compile."""
    return change.is_graph and change.changed is not Changed.ASSIGNED


def _is_stock(step: SchedulerStep) -> bool:
    """Whether a step is outside compiled code and what it writes is not seen itself."""
    return not step.is_graph and not step.writes
