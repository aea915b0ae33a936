"""# lr-assigned-in-static-graph (MSL905)

## What it does

In programs for MindTorch, finds `group["lr"] = value` in compiled code (under
`@jit`, in what `jit(f)` is made of, in what these call), and the same outside
where the step of the optimizer was compiled and has run before.

## Why is this bad

Compiled code does not read the dictionary `group` again. Inside it the
assignment is silently ignored and the step keeps the old rate; between two
calls of a compiled step it is ignored just so: the step was compiled with the
rate that it saw at its first call. In plain Python a float is honoured.

## Example

```python
import mindspore as ms
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


@ms.jit
def train_step(x, y):
    loss, gradients = compute(x, y)
    optimizer.step(gradients)
    return loss


for epoch in range(10):
    for group in optimizer.param_groups:
        group["lr"] = 0.1 * 0.5**epoch
    for x, y in data:
        train_step(x, y)
```

## Use instead

```python
for epoch in range(10):
    for group in optimizer.param_groups:
        ms.ops.assign(group["lr"], 0.1 * 0.5**epoch)
    for x, y in data:
        train_step(x, y)
```

## Fix safety

No fix: `ops.assign` needs an import, and raises TypeError where a number was
assigned before.

## Limits

Code has to be known to be compiled, and the optimizer to be MindTorch's. A
write in the `step()` of a scheduler class that runs in compiled code is
reported by MSL906, at the call.

## Versions

MindTorch 0.3 and 0.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen, Stays
from mslint.training.events import RateWrite

RULE = Rule(
    code="MSL905",
    symbol="lr-assigned-in-static-graph",
    summary="MindTorch: the learning rate is assigned where the step is compiled",
    message='{what}: on {package} {target} {effect}; use mindspore.ops.assign(group["lr"], value)',
    seen=(
        Seen(
            "0.3",
            None,
            Severity.WARNING,
            "that is silently ignored and the compiled step keeps its rate",
            package="mindtorch",
        ),
    ),
    bad='''\
import mindspore as ms
import mindtorch.torch as torch


def observe(place):
    """What each of three steps moves the weight by, where the rate is 0.1 and is to be 0.5 from the second on."""
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)

    @ms.jit
    def step(gradient):
        optimizer.step((gradient,))
        return gradient

    @ms.jit
    def step_with_rate(gradient):
        for group in optimizer.param_groups:
            group["lr"] = 0.5  # MSL905
        optimizer.step((gradient,))
        return gradient

    moves = []
    for number in range(3):
        before = float(weight)
        if number and place == "in the step":
            step_with_rate(ms.Tensor([1.0]))
        else:
            if number:
                for group in optimizer.param_groups:
                    group["lr"] = 0.5  # MSL905
            step(ms.Tensor([1.0]))
        moves.append(before - float(weight))
    return {"moves": moves}
''',
    good='''\
import mindspore as ms
import mindtorch.torch as torch


def observe(place):
    """What each of three steps moves the weight by, where the rate is 0.1 and is to be 0.5 from the second on."""
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)

    @ms.jit
    def step(gradient):
        optimizer.step((gradient,))
        return gradient

    @ms.jit
    def step_with_rate(gradient):
        for group in optimizer.param_groups:
            ms.ops.assign(group["lr"], 0.5)
        optimizer.step((gradient,))
        return gradient

    moves = []
    for number in range(3):
        before = float(weight)
        if number and place == "in the step":
            step_with_rate(ms.Tensor([1.0]))
        else:
            if number:
                for group in optimizer.param_groups:
                    ms.ops.assign(group["lr"], 0.5)
            step(ms.Tensor([1.0]))
        moves.append(before - float(weight))
    return {"moves": moves}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL301", "MSL901", "MSL906"),
    proofs=(
        Proof((Differs("moves", 0.3),), since="0.3", variant="in the step", package="mindtorch"),
        Proof((Differs("moves", 0.3), Stays("moves")), since="0.3", variant="between steps", package="mindtorch"),
    ),
    original="""\
import torch


def observe(place):
    weight = torch.nn.Parameter(torch.tensor([0.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    moves = []
    for number in range(3):
        before = float(weight.detach())
        if number:
            for group in optimizer.param_groups:
                group["lr"] = 0.5
        weight.grad = torch.ones(1)
        optimizer.step()
        moves.append(before - float(weight.detach()))
    return {"moves": moves}
""",
)

_MINDTORCH = "mindtorch."


def check(context: Context) -> Iterator[Finding]:
    """Every write that a compiled step does not see, once, and not a scheduler's own in compiled code."""
    reported = set()
    for write in context.training.of(RateWrite):
        is_judged = write.optimizer_name.startswith(_MINDTORCH) and (write.is_graph or write.is_compiled)
        if not is_judged or (write.is_graph and write.steps) or write.place.node in reported:
            continue
        reported.add(write.place.node)
        what = 'group["lr"] is assigned in compiled code'
        if not write.is_graph:
            what = 'group["lr"] is assigned between calls of a compiled step'
        yield context.finding(RULE, write.place.node, what=what)
