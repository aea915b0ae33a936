"""# lr-assigned-in-jit (MSL301)

## What it does

Finds `group["lr"] = value` on an optimizer with `param_groups`
(`mindspore.experimental.optim`, `mindspore.mint.optim`) in compiled
code: in a function under `@jit` or `ms_function`, in what `jit(f)` is made of,
in a `construct` under graph mode, and in everything that these call. In a loop
over the groups, by index, through an alias, with `update` or in a helper in
another file is all the same.

## Why is this bad

Inside a graph the assignment replaces an entry of a dictionary that the
compiled optimizer does not read. It is silently ignored: training goes on with
the old rate, in every step. Outside compiled code a Python number is honoured.

## Example

```python
@ms.jit
def train_step(x, y, rate):
    loss, grads = grad_fn(x, y)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer(grads)
    return loss
```

## Use instead

```python
@ms.jit
def train_step(x, y, rate):
    loss, grads = grad_fn(x, y)
    for group in optimizer.param_groups:
        ops.assign(group["lr"], rate)
    optimizer(grads)
    return loss
```

## Fix safety

No fix. `ops.assign` is honoured in compiled code and outside; only
`mint.optim.SGD` keeps the rate that it was built with whatever is done.

## Limits

Code has to be known to be compiled. `capture_mode="bytecode"` is not taken to be.
A write in the `step()` of a scheduler class is reported by MSL302, at the call.
`mindspore.nn` optimizers have no `param_groups` and are not this rule's.
MindTorch's are MSL905's.
Graph mode that is chosen on the command line of the program is not seen. A
compiled function counts whether or not something calls it. From 2.8 on, `*=`
does what was meant where it is called once for each change; it is reported all
the same.

## Versions

MindSpore 2.5 to 2.10, all measured alike for `=`. `group["lr"] *= factor` in
compiled code is ignored up to 2.7; from 2.8 on it is applied in every call,
while the same statement outside compiled code is ignored: reported as advice.

## References

- MindSpore: `mindspore.experimental.optim.Optimizer`, `mindspore.jit`
"""

from __future__ import annotations

from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Agrees, Differs, Proof, Rule, Seen, Stays
from mslint.training.events import RateWrite, Setting

RULE = Rule(
    code="MSL301",
    symbol="lr-assigned-in-jit",
    summary="the learning rate of a parameter group is assigned inside compiled code",
    message='{what} group["lr"] in compiled code: on MindSpore {target} {result}; {advice}',
    seen=(Seen("2.5", None, Severity.WARNING, "that is silently ignored and the old rate stays"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim


def moves(step, weight):
    """What each of three steps moves the weight by."""
    found = []
    for _ in range(3):
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 5))
    return {"moves": found}


class Step(nn.Cell):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def construct(self, gradient):
        for group in self.optimizer.param_groups:
            group["lr"] = 0.5  # MSL301
        self.optimizer((gradient,))
        return gradient


def observe(region):
    """Where the optimizer has the rate 0.1, and each step sets 0.5 or halves it."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)

    def assigning(gradient):
        for group in optimizer.param_groups:
            group["lr"] = 0.5  # MSL301
        optimizer((gradient,))
        return gradient

    @ms.jit
    def decorated(gradient):
        for group in optimizer.param_groups:
            group["lr"] = 0.5  # MSL301
        optimizer((gradient,))
        return gradient

    @ms.jit
    def multiplying(gradient):
        for group in optimizer.param_groups:
            group["lr"] *= 0.5  # MSL301
        optimizer((gradient,))
        return gradient

    if region == "@jit":
        return moves(decorated, weight)
    if region == "jit(f)":
        return moves(ms.jit(assigning), weight)
    if region == "*=":
        return moves(multiplying, weight)
    ms.set_context(mode=ms.GRAPH_MODE)
    return moves(Step(optimizer), weight)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim


def moves(step, weight):
    """What each of three steps moves the weight by."""
    found = []
    for _ in range(3):
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 5))
    return {"moves": found}


class Step(nn.Cell):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def construct(self, gradient):
        for group in self.optimizer.param_groups:
            ops.assign(group["lr"], 0.5)
        self.optimizer((gradient,))
        return gradient


def observe(region):
    """Where the optimizer has the rate 0.1, and each step sets 0.5 or halves it."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)

    def assigning(gradient):
        for group in optimizer.param_groups:
            ops.assign(group["lr"], 0.5)
        optimizer((gradient,))
        return gradient

    @ms.jit
    def decorated(gradient):
        for group in optimizer.param_groups:
            ops.assign(group["lr"], 0.5)
        optimizer((gradient,))
        return gradient

    @ms.jit
    def multiplying(gradient):
        for group in optimizer.param_groups:
            ops.assign(group["lr"], group["lr"] * 0.5)
        optimizer((gradient,))
        return gradient

    if region == "@jit":
        return moves(decorated, weight)
    if region == "jit(f)":
        return moves(ms.jit(assigning), weight)
    if region == "*=":
        return moves(multiplying, weight)
    ms.set_context(mode=ms.GRAPH_MODE)
    return moves(Step(optimizer), weight)
''',
    confidence=Confidence.INFERENCE,
    related=("MSL302",),
    proofs=(
        Proof((Differs("moves", 0.3),), since="2.5", variant="@jit"),
        Proof((Differs("moves", 0.3),), since="2.5", variant="jit(f)"),
        Proof((Differs("moves", 0.3),), since="2.5", variant="GRAPH_MODE"),
        Proof((Stays("moves"),), since="2.5", until="2.7", variant="*="),
        Proof((Agrees("moves", 1e-4),), since="2.8", variant="*="),
    ),
    original="""\
import torch


def observe(region):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)

    def step():
        for group in optimizer.param_groups:
            group["lr"] = group["lr"] * 0.5 if region == "*=" else 0.5
        optimizer.step()

    moves = []
    for _ in range(3):
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        step()
        moves.append(round(before - float(weight.mean()), 5))
    return {"moves": moves}
""",
)

_COMPOUNDS_SINCE = Version("2.8")
_FIXED = "mindspore.mint.optim.SGD"
_MINDTORCH = "mindtorch."


def check(context: Context) -> Iterator[Finding]:
    """Every write in compiled code that is not a scheduler's own."""
    reported = set()
    for write in context.training.of(RateWrite):
        if not write.is_graph or write.steps or write.optimizer_name.startswith(_MINDTORCH):
            continue
        if write.place.node in reported:
            continue
        reported.add(write.place.node)
        compounds = write.setting is Setting.AUGMENTED and context.target >= _COMPOUNDS_SINCE
        result = "that is silently ignored and the old rate stays"
        if compounds and not _is_fixed(write):
            result = "that is applied in every call, though outside compiled code it would be ignored"
        yield context.finding(
            RULE,
            write.place.node,
            severity=Severity.ADVICE if compounds and not _is_fixed(write) else None,
            what="this assigns" if write.place.is_direct else "this call leads to an assignment of",
            result=result,
            advice=_advice(write),
        )


def _is_fixed(write: RateWrite) -> bool:
    return write.optimizer_name == _FIXED


def _advice(write: RateWrite) -> str:
    if _is_fixed(write):
        return "mint.optim.SGD keeps the rate it was built with; use another optimizer"
    return 'use ops.assign(group["lr"], value)'
