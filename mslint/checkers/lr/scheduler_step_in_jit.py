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
- A scheduler class of the project in MindTorch: does not compile.
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

## Fix safety

No fix: the call has to move to where the compiled function is called.

## Limits

The scheduler has to be known. A sampler's or an environment's `step()` is not a
scheduler's. A class of the project that extends `LRScheduler` and only defines
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
from mslint.rule import Proof, Rule, Seen, Stays
from mslint.training.events import SchedulerStep, Setting
from mslint.training.objects import Function, Sequence, Tuple, Value, atoms

RULE = Rule(
    code="MSL302",
    symbol="scheduler-step-in-jit",
    summary="a learning-rate scheduler steps inside compiled code",
    message="{scheduler}.step() runs in compiled code: on MindSpore {target} {result}; call it outside",
    seen=(Seen("2.5", None, Severity.WARNING, "a rate written by a class of one's own is silently ignored there"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore.experimental import optim


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * 0.5**self.count


def observe():
    """What each of three steps moves a weight by, where the rate should halve after each."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)
    scheduler = Halving(optimizer)

    @ms.jit
    def step(gradient):
        optimizer((gradient,))
        scheduler.step()  # MSL302
        return gradient

    moves = []
    for _ in range(3):
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        moves.append(round(before - float(weight.asnumpy().mean()), 5))
    return {"moves": moves}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore.experimental import optim


class Halving:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * 0.5**self.count


def observe():
    """What each of three steps moves a weight by, where the rate should halve after each."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)
    scheduler = Halving(optimizer)

    def step(gradient):
        optimizer((gradient,))
        return gradient

    moves = []
    for _ in range(3):
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        scheduler.step()
        moves.append(round(before - float(weight.asnumpy().mean()), 5))
    return {"moves": moves}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL301",),
    proofs=(Proof((Stays("moves"),), since="2.5"),),
)

_COMPOUNDS_SINCE = Version("2.8")
_FIXED_RATE = "mindspore.mint.optim.SGD"
_MINDTORCH = "mindtorch."
_TAKES_FUNCTION = ("LambdaLR", "MultiplicativeLR")
_ADVICE = "it gave the right rates when measured, but the documentation keeps it out of compiled code"


def check(context: Context) -> Iterator[Finding]:
    """Every step of a scheduler in compiled code, once."""
    reported = set()
    for step in context.training.scheduler_steps:
        if not step.is_graph or step.place.node in reported:
            continue
        judged = _judge(step, context.target)
        if judged is not None:
            severity, result = judged
            reported.add(step.place.node)
            yield context.finding(
                RULE, step.place.node, severity=severity, scheduler=step.class_name, result=result
            )


def _judge(step: SchedulerStep, target: Version) -> tuple[Severity, str] | None:
    """How bad it is, and what happens; None where it is right."""
    if step.optimizer_name == _FIXED_RATE:
        return Severity.WARNING, "mint.optim.SGD keeps the rate it was built with, so it changes nothing"
    if step.optimizer_name.startswith(_MINDTORCH) or step.scheduler.startswith(_MINDTORCH):
        if step.is_own:
            return Severity.ERROR, "a scheduler class of one's own does not compile there with MindTorch"
        return Severity.ADVICE, _ADVICE
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
