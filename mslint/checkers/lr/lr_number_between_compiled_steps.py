"""# lr-number-between-compiled-steps (MSL310)

## What it does

Finds `group["lr"] = number` in plain Python, on an optimizer of
`mindspore.experimental.optim` or `mindspore.mint.optim`, between two calls of
the compiled code that the optimizer steps in: a function under `@jit`, what
`jit(f)` is made of, or a cell in graph mode. The write may stand in a helper,
in the `step()` of a scheduler class, or in another file.

## Why is this bad

What the compiled function reads from `group["lr"]` is fixed when it is compiled
in its first call. `param_groups` shows the new number, every step goes on with
the old rate. It makes no difference whether the gradient is compiled together
with the step or only the call of the optimizer is.

## Example

```python
@ms.jit
def train_step(x, y):
    loss, grads = grad_fn(x, y)
    optimizer(grads)
    return loss


for epoch in range(epochs):
    for group in optimizer.param_groups:
        group["lr"] = rate(epoch)
    for x, y in data:
        train_step(x, y)
```

## Use instead

```python
for epoch in range(epochs):
    for group in optimizer.param_groups:
        ops.assign(group["lr"], rate(epoch))
    for x, y in data:
        train_step(x, y)
```

The schedulers of `mindspore.experimental.optim.lr_scheduler` do this.

## Fix safety

`ops.assign`, which is honoured in compiled code and outside, takes the place of
the statement, where all that the file writes to the rates of the optimizer is
repaired so. The fix is unsafe: `ops.assign` fails where a number was assigned
before, by another file for example. No fix for `update`, and where the file has no
name for `ops` or `mindspore`.

## Limits

The compiled step has to be seen to run before the write and again after it, or
before it in a function that is called from elsewhere. Where the same optimizer
also steps in plain code nothing is reported. A Tensor is MSL306, a write in
compiled code MSL301, `mint.optim.SGD` MSL308, MindTorch MSL905.

## Versions

MindSpore 2.5 to 2.10, measured alike for SGD and Adam of
`mindspore.experimental.optim`; for Adam of `mindspore.mint.optim` from 2.7 on.

## References

- MindSpore: `mindspore.experimental.optim.Optimizer`, `mindspore.jit`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.entries import assign_to_entries
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Proof, Rule, Seen, Stays
from mslint.training.events import Change, Changed, OptimizerStep
from mslint.training.kinds import is_integer, is_tensor
from mslint.training.library import COMPILERS

RULE = Rule(
    code="MSL310",
    symbol="lr-number-between-compiled-steps",
    summary="a number is written to the rate of a parameter group between steps that are compiled",
    message=(
        '{what} group["lr"] between steps that are compiled: on MindSpore {target} {effect}; '
        'use ops.assign(group["lr"], value)'
    ),
    seen=(Seen("2.5", None, Severity.WARNING, "the compiled step keeps the rate of its first call"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import mint, nn
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


class Net(nn.Cell):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def construct(self, gradient):
        return (self.weight * gradient).sum()


class Step(nn.Cell):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def construct(self, gradient):
        self.optimizer((gradient,))
        return gradient


class Scheduler:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        for group in self.optimizer.param_groups:
            group["lr"] = 0.5  # MSL310


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.Adam([weight], lr=0.1) if variant == "Adam" else optim.SGD([weight], lr=0.1)
    grad_fn = ms.value_and_grad(Net(weight), None, optimizer.parameters)
    scheduler = Scheduler(optimizer)

    def plain(gradient):
        loss, gradients = grad_fn(gradient)
        optimizer(gradients)
        return loss

    @ms.jit
    def whole(gradient):
        loss, gradients = grad_fn(gradient)
        optimizer(gradients)
        return loss

    @ms.jit
    def only_step(gradient):
        optimizer((gradient,))
        return gradient

    def change():
        for group in optimizer.param_groups:
            group["lr"] = 0.5  # MSL310

    if variant == "step alone":
        return moves(only_step, weight, change)
    if variant == "jit(f)":
        return moves(ms.jit(plain), weight, change)
    if variant == "scheduler":
        return moves(whole, weight, scheduler.step)
    if variant == "GRAPH_MODE":
        ms.set_context(mode=ms.GRAPH_MODE)
        return moves(Step(optimizer), weight, change)
    if variant == "mint Adam":
        other = mint.optim.Adam([weight], lr=0.1)

        @ms.jit
        def mint_step(gradient):
            other((gradient,))
            return gradient

        def change_other():
            other.param_groups[0]["lr"] = 0.5  # MSL310

        return moves(mint_step, weight, change_other)
    return moves(whole, weight, change)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import mint, nn, ops
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


class Net(nn.Cell):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def construct(self, gradient):
        return (self.weight * gradient).sum()


class Step(nn.Cell):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def construct(self, gradient):
        self.optimizer((gradient,))
        return gradient


class Scheduler:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        for group in self.optimizer.param_groups:
            ops.assign(group["lr"], 0.5)


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    if variant == "mint Adam":
        optimizer = mint.optim.Adam([weight], lr=0.1)
    else:
        optimizer = optim.Adam([weight], lr=0.1) if variant == "Adam" else optim.SGD([weight], lr=0.1)
    grad_fn = ms.value_and_grad(Net(weight), None, optimizer.parameters)
    scheduler = Scheduler(optimizer)

    def plain(gradient):
        loss, gradients = grad_fn(gradient)
        optimizer(gradients)
        return loss

    @ms.jit
    def whole(gradient):
        loss, gradients = grad_fn(gradient)
        optimizer(gradients)
        return loss

    @ms.jit
    def only_step(gradient):
        optimizer((gradient,))
        return gradient

    if variant in ("step alone", "mint Adam"):
        return moves(only_step, weight, scheduler.step)
    if variant == "jit(f)":
        return moves(ms.jit(plain), weight, scheduler.step)
    if variant == "GRAPH_MODE":
        ms.set_context(mode=ms.GRAPH_MODE)
        return moves(Step(optimizer), weight, scheduler.step)
    return moves(whole, weight, scheduler.step)
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL301", "MSL302", "MSL306"),
    proofs=(
        Proof((Stays("moves"),), since="2.5", variant="@jit"),
        Proof((Stays("moves"),), since="2.5", variant="Adam"),
        Proof((Stays("moves"),), since="2.5", variant="jit(f)"),
        Proof((Stays("moves"),), since="2.5", variant="step alone"),
        Proof((Stays("moves"),), since="2.5", variant="scheduler"),
        Proof((Stays("moves"),), since="2.5", variant="GRAPH_MODE"),
        Proof((Stays("moves"),), since="2.7", variant="mint Adam"),
    ),
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

_JUDGED = ("mindspore.experimental.optim.", "mindspore.mint.optim.")
_FIXED = "mindspore.mint.optim.SGD"
_MINT = "mindspore.mint."
_MINT_SINCE = Version("2.7")


def check(context: Context) -> Iterator[Finding]:
    """Every such write, once."""
    training = context.training
    changes = [change for change in training.of(Change) if _is_suspect(change, context.target)]
    if not changes:
        return
    compiled = _compiled_by_name(context)
    plain = {
        step.optimizer
        for step in training.of(OptimizerStep)
        if step.region is None and getattr(step.entered, "name", "") not in compiled
    }
    reported = set()
    found = [change for change in changes if change.optimizer not in plain]
    repairs = assign_to_entries(context, [change.place for change in found])
    for change in found:
        if change.place.node in reported:
            continue
        reported.add(change.place.node)
        what = "this sets" if change.place.is_direct else "this call sets"
        yield context.finding(RULE, change.place.node, what=what, fix=repairs.get(change.place.node))


def _compiled_by_name(context: Context) -> set[str]:
    """The names of functions that the file compiles by a call, as in `jit(step)`.

    Nothing calls these as they are, where only their being defined made them run.
    """
    found = set()
    for call in context.calls.to(*COMPILERS):
        given = call.node.args[0] if call.node.args else None
        if isinstance(given, ast.Attribute):
            found.add(given.attr)
        elif isinstance(given, ast.Name):
            found.add(given.id)
    return found


def _is_suspect(change: Change, target: Version) -> bool:
    """Whether a change writes a rate between compiled steps, and is no other rule's."""
    optimizer = change.optimizer
    if change.changed is not Changed.ENTRY or change.is_graph or not change.is_between_compiled_steps:
        return False
    if optimizer.cls is not None or not optimizer.library.startswith(_JUDGED) or optimizer.library == _FIXED:
        return False
    if optimizer.library.startswith(_MINT):
        return target >= _MINT_SINCE
    return not is_tensor(change.value) and not is_integer(change.value)
