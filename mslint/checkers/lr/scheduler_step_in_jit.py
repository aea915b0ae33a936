"""# scheduler-step-in-jit (MSL302)

## What it does

Finds `step()` of a learning-rate scheduler in compiled code: in a function
under `@jit` or `ms_function`, in what `jit(f)` is made of, in a `construct`
under graph mode, and in everything that these call.

## Why is this bad

It depends on the scheduler, and the message says which it is:

- A class of the project that writes `group["lr"]`: silently ignored, the rate
  stays where it was.
- Any scheduler on `mint.optim.SGD`, which keeps the rate it was built with:
  silently ignored.
- `CosineAnnealingWarmRestarts`: raises TypeError.
- `LambdaLR` and `MultiplicativeLR` given a lambda in the call itself: the lambda
  cannot be parsed, TypeError or ValueError.
- The other schedulers of `mindspore.experimental.optim.lr_scheduler`: gave the
  right rates when measured. MindSpore documents the call outside, so this is
  advice.

## Example

```python
@ms.jit
def train_step(x, y):
    loss, grads = grad_fn(x, y)
    optimizer(grads)
    scheduler.step()
    return loss
```

## Use instead

```python
@ms.jit
def train_step(x, y):
    loss, grads = grad_fn(x, y)
    optimizer(grads)
    return loss


for x, y in data:
    loss = train_step(x, y)
    scheduler.step()
```

A class of the project has to write `ops.assign(group["lr"], value)` there: a
number assigned to `group["lr"]` between two calls of a compiled step is ignored
as well.

## Fix safety

No fix: the call has to move to where the compiled function is called.

## Limits

The scheduler has to be known. A sampler's or an environment's `step()` is not a
scheduler's. MindTorch's schedulers are MSL906's. A class of the project that extends `LRScheduler` and only defines
`get_lr` was right everywhere and is not flagged. `capture_mode="bytecode"` is
not taken to be compiled.

## Versions

MindSpore 2.5 to 2.10, measured alike, except that a plain class whose `step()`
only does `group["lr"] *= factor` is ignored up to 2.7 and applied from 2.8 on
(advice). On `mint.optim.SGD` the rate is measured from 2.8 on.

## References

- MindSpore: `mindspore.experimental.optim.lr_scheduler`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Agrees, Proof, Raises, Rule, Seen, Stays
from mslint.training.events import SchedulerStep, Setting
from mslint.training.objects import Function, Sequence, Tuple, Value, atoms

RULE = Rule(
    code="MSL302",
    symbol="scheduler-step-in-jit",
    summary="a learning-rate scheduler steps inside compiled code",
    message="{scheduler}.step() runs in compiled code: on MindSpore {target} {result}; {advice}",
    seen=(Seen("2.5", None, Severity.WARNING, "a rate written by a class of one's own is silently ignored there"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import mint, nn
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler


def moves(step, weight):
    """What each of three steps moves the weight by."""
    found = []
    for _ in range(3):
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 5))
    return {"moves": found}


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * 0.5**self.count


class Step(nn.Cell):
    def __init__(self, optimizer, scheduler):
        super().__init__()
        self.optimizer = optimizer
        self.scheduler = scheduler

    def construct(self, gradient):
        self.optimizer((gradient,))
        self.scheduler.step()  # MSL302
        return gradient


def on_mint(weight):
    """A step of mint.optim.SGD."""
    optimizer = mint.optim.SGD([weight], lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)

    @ms.jit
    def step(gradient):
        optimizer((gradient,))
        scheduler.step()  # MSL302
        return gradient

    return step


def observe(variant):
    """Where the optimizer has the rate 0.1, and the scheduler halves it after each step."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    if variant == "mint.optim.SGD":
        return moves(on_mint(weight), weight)
    optimizer = optim.SGD([weight], lr=0.1)
    own = Halving(optimizer)

    def plain(gradient):
        optimizer((gradient,))
        own.step()  # MSL302
        return gradient

    @ms.jit
    def decorated(gradient):
        optimizer((gradient,))
        own.step()  # MSL302
        return gradient

    if variant == "own class, @jit":
        return moves(decorated, weight)
    if variant == "own class, jit(f)":
        return moves(ms.jit(plain), weight)
    if variant == "own class, GRAPH_MODE":
        ms.set_context(mode=ms.GRAPH_MODE)
        return moves(Step(optimizer, own), weight)
    if variant == "StepLR":
        scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    elif variant == "LambdaLR with a lambda":
        scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)
    else:
        scheduler = lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3)

    @ms.jit
    def stock(gradient):
        optimizer((gradient,))
        scheduler.step()  # MSL302
        return gradient

    return moves(stock, weight)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler


def moves(step, weight, scheduler):
    """What each of three steps moves the weight by."""
    found = []
    for _ in range(3):
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 5))
        scheduler.step()
    return {"moves": found}


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            ops.assign(group["lr"], 0.1 * 0.5**self.count)


class Step(nn.Cell):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def construct(self, gradient):
        self.optimizer((gradient,))
        return gradient


def observe(variant):
    """Where the optimizer has the rate 0.1, and the scheduler halves it after each step."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)
    own = Halving(optimizer)

    def plain(gradient):
        optimizer((gradient,))
        return gradient

    @ms.jit
    def decorated(gradient):
        optimizer((gradient,))
        return gradient

    if variant == "own class, @jit":
        return moves(decorated, weight, own)
    if variant == "own class, jit(f)":
        return moves(ms.jit(plain), weight, own)
    if variant == "own class, GRAPH_MODE":
        ms.set_context(mode=ms.GRAPH_MODE)
        return moves(Step(optimizer), weight, own)
    if variant in ("StepLR", "mint.optim.SGD"):
        scheduler = lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    elif variant == "LambdaLR with a lambda":
        scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)
    else:
        scheduler = lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3)
    return moves(decorated, weight, scheduler)
''',
    confidence=Confidence.INFERENCE,
    related=("MSL301",),
    proofs=(
        Proof((Stays("moves"),), since="2.5", variant="own class, @jit"),
        Proof((Stays("moves"),), since="2.5", variant="own class, jit(f)"),
        Proof((Stays("moves"),), since="2.5", variant="own class, GRAPH_MODE"),
        Proof((Agrees("moves", 1e-4),), since="2.5", variant="StepLR"),
        Proof((Raises(("TypeError", "ValueError")),), since="2.5", variant="LambdaLR with a lambda"),
        Proof((Raises("TypeError"),), since="2.5", variant="CosineAnnealingWarmRestarts"),
        Proof((Stays("moves"),), since="2.8", variant="mint.optim.SGD"),
    ),
    original="""\
import torch


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * 0.5**self.count


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    if variant.startswith("own class"):
        scheduler = Halving(optimizer)
    elif variant in ("StepLR", "mint.optim.SGD"):
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
    elif variant == "LambdaLR with a lambda":
        scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)
    else:
        scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3)

    def step():
        optimizer.step()
        scheduler.step()

    moves = []
    for _ in range(3):
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        step()
        moves.append(round(before - float(weight.mean()), 5))
    return {"moves": moves}
""",
)

_FIXED_RATE_SINCE = Version("2.8")
"""Before, the weights do not move at all in compiled code on CPU, so nothing about the rate was seen."""
_COMPOUNDS_SINCE = Version("2.8")
_FIXED_RATE = "mindspore.mint.optim.SGD"
_MINDTORCH = "mindtorch."
_TAKES_FUNCTION = ("LambdaLR", "MultiplicativeLR")
_OWN_ADVICE = 'call it outside, and write the rate with ops.assign(group["lr"], value), which a compiled step sees'
_ADVICE = "it gave the right rates when measured, but the documentation keeps it out of compiled code"


def check(context: Context) -> Iterator[Finding]:
    """Every step of a scheduler in compiled code, once."""
    reported = set()
    for step in context.training.of(SchedulerStep):
        is_mindtorch = step.optimizer_name.startswith(_MINDTORCH) or step.scheduler.startswith(_MINDTORCH)
        if not step.is_graph or is_mindtorch or step.place.node in reported:
            continue
        judged = _judge(step, context.target)
        if judged is not None:
            severity, result = judged
            reported.add(step.place.node)
            advice = _OWN_ADVICE if step.writes and severity is Severity.WARNING else "call it outside"
            yield context.finding(
                RULE, step.place.node, severity=severity, scheduler=step.class_name, result=result, advice=advice
            )


def _judge(step: SchedulerStep, target: Version) -> tuple[Severity, str] | None:
    """How bad it is, and what happens; None where it is right."""
    if step.optimizer_name == _FIXED_RATE:
        if target < _FIXED_RATE_SINCE:
            return None
        return Severity.WARNING, "mint.optim.SGD keeps the rate it was built with, so it changes nothing"
    if step.writes:
        if step.writes == {Setting.AUGMENTED} and not step.scheduler and target >= _COMPOUNDS_SINCE:
            return Severity.ADVICE, "its `*=` is applied there, though outside compiled code it would be ignored"
        return Severity.WARNING, 'the group["lr"] it writes is silently ignored there and the old rate stays'
    if step.is_own:
        return None
    if step.class_name == "CosineAnnealingWarmRestarts":
        return Severity.ERROR, "it raises TypeError there"
    if step.class_name in _TAKES_FUNCTION and _has_inline_lambda(step.function):
        return Severity.ERROR, "the lambda it was given in the call cannot be parsed there, which raises"
    return Severity.ADVICE, _ADVICE


def _has_inline_lambda(value: Value | None) -> bool:
    """Whether a scheduler was given a lambda that does not stand in an assignment of its own."""
    for atom in atoms(value):
        if isinstance(atom, Tuple | Sequence):
            items = atom.items if isinstance(atom, Tuple) else atom.state["items"]
            if any(_has_inline_lambda(item) for item in items):
                return True
        elif isinstance(atom, Function) and isinstance(atom.node, ast.Lambda):
            return not _is_assigned(atom)
    return False


def _is_assigned(function: Function) -> bool:
    scope = function.frame.scope
    bindings = scope.bindings.values() if scope is not None else ()
    return any(binding.value is function.node for of_name in bindings for binding in of_name)
