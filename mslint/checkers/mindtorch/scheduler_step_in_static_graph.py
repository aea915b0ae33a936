"""# scheduler-step-in-static-graph (MSL906)

## What it does

In programs for MindTorch, finds `step()` of a learning-rate scheduler in
compiled code: under `@jit`, in what `jit(f)` is made of, and in what these call.

## Why is this bad

It depends on the scheduler, and the message says which it is:

- A plain class of the project that writes `group["lr"]`: silently ignored, the
  rate stays where it was, or it does not compile.
- A class that extends `LRScheduler` and asks for `last_epoch` or `base_lrs`: an
  `if` on them does not compile, in an expression they keep the value that they
  had when the step was compiled, so the rate stays.
- `CosineAnnealingWarmRestarts` and `OneCycleLR`: raise.
- `StepLR`, `MultiStepLR`, `ExponentialLR`, `LinearLR` and `CosineAnnealingLR`,
  and a class whose `get_lr` only multiplies the rates: gave the right rates when
  measured. MindTorch documents the call outside, so this is advice.

## Example

```python
import mindspore as ms
import mindtorch.torch as torch

scheduler = WarmUp(optimizer)


@ms.jit
def train_step(x, y):
    loss, gradients = compute(x, y)
    optimizer.step(gradients)
    scheduler.step()
    return loss
```

## Use instead

```python
@ms.jit
def train_step(x, y):
    loss, gradients = compute(x, y)
    optimizer.step(gradients)
    return loss


for x, y in data:
    loss = train_step(x, y)
    scheduler.step()
```

A class of the project has to write `mindspore.ops.assign(group["lr"], value)`
there, see MSL905.

## Fix safety

No fix: the call has to move to where the compiled function is called.

## Limits

The scheduler and its optimizer have to be known to be MindTorch's. Others are
MSL302's.

## Versions

MindTorch 0.3 and 0.4.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.model.names import Scope
from mslint.rule import Agrees, Proof, Raises, Rule, Seen, Stays
from mslint.training.events import SchedulerStep

RULE = Rule(
    code="MSL906",
    symbol="scheduler-step-in-static-graph",
    summary="MindTorch: a learning-rate scheduler steps inside compiled code",
    message="{scheduler}.step() runs in compiled code: on {package} {target} {result}; call it outside",
    seen=(
        Seen(
            "0.3",
            None,
            Severity.WARNING,
            "a scheduler class of one's own does not compile there, or its rates are silently ignored",
            package="mindtorch",
        ),
    ),
    bad='''\
import mindspore as ms
import mindtorch.torch as torch
from mindtorch.torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, LRScheduler, OneCycleLR, StepLR


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * 0.5**self.count


class ByBase(LRScheduler):
    def get_lr(self):
        return [rate * 0.5**self.last_epoch for rate in self.base_lrs]


class ByBranch(LRScheduler):
    def get_lr(self):
        if self.last_epoch == 0:
            return [group["lr"] for group in self.optimizer.param_groups]
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


def make(kind, optimizer):
    """A scheduler of this kind that halves the rate after each step."""
    if kind == "StepLR":
        return StepLR(optimizer, 1, gamma=0.5)
    if kind == "OneCycleLR":
        return OneCycleLR(optimizer, 0.5, total_steps=10, cycle_momentum=False)
    if kind == "CosineAnnealingWarmRestarts":
        return CosineAnnealingWarmRestarts(optimizer, 3)
    if kind == "plain class":
        return Halving(optimizer)
    return ByBase(optimizer) if kind == "base_lrs" else ByBranch(optimizer)


def observe(kind):
    """What each of three steps moves the weight by, where the rate begins with 0.1."""
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    scheduler = make(kind, optimizer)

    @ms.jit
    def step(gradient):
        optimizer.step((gradient,))
        scheduler.step()  # MSL906
        return gradient

    moves = []
    for _ in range(3):
        before = float(weight)
        step(ms.Tensor([1.0]))
        moves.append(before - float(weight))
    return {"moves": moves}
''',
    good='''\
import mindspore as ms
import mindtorch.torch as torch
from mindtorch.torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, LRScheduler, OneCycleLR, StepLR


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            ms.ops.assign(group["lr"], 0.1 * 0.5**self.count)


class ByBase(LRScheduler):
    def get_lr(self):
        return [rate * 0.5**self.last_epoch for rate in self.base_lrs]


class ByBranch(LRScheduler):
    def get_lr(self):
        if self.last_epoch == 0:
            return [group["lr"] for group in self.optimizer.param_groups]
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


def make(kind, optimizer):
    """A scheduler of this kind that halves the rate after each step."""
    if kind == "StepLR":
        return StepLR(optimizer, 1, gamma=0.5)
    if kind == "OneCycleLR":
        return OneCycleLR(optimizer, 0.5, total_steps=10, cycle_momentum=False)
    if kind == "CosineAnnealingWarmRestarts":
        return CosineAnnealingWarmRestarts(optimizer, 3)
    if kind == "plain class":
        return Halving(optimizer)
    return ByBase(optimizer) if kind == "base_lrs" else ByBranch(optimizer)


def observe(kind):
    """What each of three steps moves the weight by, where the rate begins with 0.1."""
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    scheduler = make(kind, optimizer)

    @ms.jit
    def step(gradient):
        optimizer.step((gradient,))
        return gradient

    moves = []
    for _ in range(3):
        before = float(weight)
        step(ms.Tensor([1.0]))
        moves.append(before - float(weight))
        scheduler.step()
    return {"moves": moves}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL302", "MSL905"),
    proofs=(
        Proof((Stays("moves"),), since="0.3", variant="plain class", package="mindtorch"),
        Proof((Stays("moves"),), since="0.3", variant="base_lrs", package="mindtorch"),
        Proof((Raises("RuntimeError"),), since="0.3", variant="branch on last_epoch", package="mindtorch"),
        Proof((Raises("TypeError"),), since="0.3", variant="CosineAnnealingWarmRestarts", package="mindtorch"),
        Proof((Raises("UnboundLocalError"),), since="0.3", variant="OneCycleLR", package="mindtorch"),
        Proof((Agrees("moves", 1e-4),), since="0.3", variant="StepLR", package="mindtorch"),
    ),
    original='''\
import torch
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, LRScheduler, OneCycleLR, StepLR


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * 0.5**self.count


class ByBase(LRScheduler):
    def get_lr(self):
        return [rate * 0.5**self.last_epoch for rate in self.base_lrs]


class ByBranch(LRScheduler):
    def get_lr(self):
        if self.last_epoch == 0:
            return [group["lr"] for group in self.optimizer.param_groups]
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


def make(kind, optimizer):
    """A scheduler of this kind that halves the rate after each step."""
    if kind == "StepLR":
        return StepLR(optimizer, 1, gamma=0.5)
    if kind == "OneCycleLR":
        return OneCycleLR(optimizer, 0.5, total_steps=10, cycle_momentum=False)
    if kind == "CosineAnnealingWarmRestarts":
        return CosineAnnealingWarmRestarts(optimizer, 3)
    if kind == "plain class":
        return Halving(optimizer)
    return ByBase(optimizer) if kind == "base_lrs" else ByBranch(optimizer)


def observe(kind):
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    scheduler = make(kind, optimizer)
    moves = []
    for _ in range(3):
        before = float(weight.detach())
        weight.grad = torch.ones(1)
        optimizer.step()
        scheduler.step()
        moves.append(before - float(weight.detach()))
    return {"moves": moves}
''',
)

_MINDTORCH = "mindtorch."
_RAISE = frozenset({"CosineAnnealingWarmRestarts", "OneCycleLR"})
_RIGHT = frozenset({"CosineAnnealingLR", "ExponentialLR", "LinearLR", "MultiStepLR", "StepLR"})
_COUNTERS = frozenset({"last_epoch", "base_lrs", "_step_count"})
_MEASURED = "it gave the right rates when measured, but the documentation keeps it out of compiled code"
_DOCUMENTED = "the documentation keeps it out of compiled code"


def check(context: Context) -> Iterator[Finding]:
    """Every step of a MindTorch scheduler in compiled code, once."""
    reported = set()
    for step in context.training.of(SchedulerStep):
        is_mindtorch = step.optimizer_name.startswith(_MINDTORCH) or step.scheduler.startswith(_MINDTORCH)
        if not step.is_graph or not is_mindtorch or step.place.node in reported:
            continue
        reported.add(step.place.node)
        severity, result = _judge(step)
        yield context.finding(RULE, step.place.node, severity=severity, scheduler=step.class_name, result=result)


def _judge(step: SchedulerStep) -> tuple[Severity, str]:
    if step.writes:
        return Severity.WARNING, 'the group["lr"] it writes is silently ignored there, or it does not compile'
    if step.class_scope is not None:
        if not _asks_for_epoch(step.class_scope):
            return Severity.ADVICE, _MEASURED
        result = "what it makes of last_epoch and base_lrs does not compile there, or silently keeps its first value"
        return Severity.WARNING, result
    if step.class_name in _RAISE:
        return Severity.ERROR, "it raises there"
    return Severity.ADVICE, _MEASURED if step.class_name in _RIGHT else _DOCUMENTED


def _asks_for_epoch(scope: Scope) -> bool:
    """Whether a scheduler class looks at what changes from step to step."""
    return any(isinstance(node, ast.Attribute) and node.attr in _COUNTERS for node in ast.walk(scope.node))
