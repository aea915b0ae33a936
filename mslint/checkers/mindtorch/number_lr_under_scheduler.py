"""# number-lr-under-scheduler (MSL904)

## What it does

In programs for MindTorch, finds schedulers of `lr_scheduler` made for an
optimizer whose `group["lr"]` was set to a number before, and numbers assigned
to `group["lr"]` after such a scheduler was made.

## Why is this bad

MindTorch's schedulers change the Parameter that `group["lr"]` is at first. Made
when a number stands there, they raise AttributeError ("'float' object has no
attribute 'value'"). When a number is put there later, the optimizer uses that
number in every step from then on and the scheduler's rates never reach it: the
schedule silently stops. In PyTorch the schedule goes on from the new number.

## Example

```python
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
for group in optimizer.param_groups:
    group["lr"] = 0.5
```

## Use instead

```python
import mindspore as ms
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
for group in optimizer.param_groups:
    ms.ops.assign(group["lr"], 0.5)
```

## Fix safety

No fix: `ops.assign` needs an import and a `group["lr"]` that is still a Parameter.

## Limits

Optimizer and scheduler have to be known, and the order in which they are made
and written. A scheduler class of one's own works with numbers and is not flagged.

## Versions

MindTorch 0.3 and 0.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Proof, Raises, Rule, Seen, Stays
from mslint.training.events import RateWrite, SchedulerMade
from mslint.training.kinds import is_no_float

RULE = Rule(
    code="MSL904",
    symbol="number-lr-under-scheduler",
    summary='MindTorch: a number stands in group["lr"] where a scheduler needs a Parameter',
    message='{what}: on {package} {target} {result}; use mindspore.ops.assign(group["lr"], value)',
    seen=(
        Seen("0.3", None, Severity.WARNING, "the scheduler's rates do not reach the optimizer", package="mindtorch"),
    ),
    bad='''\
import mindtorch.torch as torch
from mindtorch.torch.optim.lr_scheduler import StepLR


def observe(order):
    """The rate after each of three steps of a scheduler, where the rate was set to 0.5 by hand."""
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.01)
    [group] = optimizer.param_groups
    if order == "number first":
        group["lr"] = 0.5
        scheduler = StepLR(optimizer, 1)  # MSL904
    else:
        scheduler = StepLR(optimizer, 1)
        group["lr"] = 0.5  # MSL904
    rates = []
    for _ in range(3):
        scheduler.step()
        rates.append(float(group["lr"]))
    return {"rates": rates}
''',
    good='''\
import mindspore as ms
import mindtorch.torch as torch
from mindtorch.torch.optim.lr_scheduler import StepLR


def observe(order):
    """The rate after each of three steps of a scheduler, where the rate was set to 0.5 by hand."""
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.01)
    [group] = optimizer.param_groups
    if order == "number first":
        ms.ops.assign(group["lr"], 0.5)
        scheduler = StepLR(optimizer, 1)
    else:
        scheduler = StepLR(optimizer, 1)
        ms.ops.assign(group["lr"], 0.5)
    rates = []
    for _ in range(3):
        scheduler.step()
        rates.append(float(group["lr"]))
    return {"rates": rates}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL901",),
    proofs=(
        Proof((Raises("AttributeError", "value"),), since="0.3", variant="number first", package="mindtorch"),
        Proof((Stays("rates"),), since="0.3", variant="scheduler first", package="mindtorch"),
    ),
    original="""\
import torch
from torch.optim.lr_scheduler import StepLR


def observe(order):
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.01)
    [group] = optimizer.param_groups
    if order == "number first":
        group["lr"] = 0.5
        scheduler = StepLR(optimizer, 1)
    else:
        scheduler = StepLR(optimizer, 1)
        group["lr"] = 0.5
    rates = []
    for _ in range(3):
        optimizer.step()
        scheduler.step()
        rates.append(group["lr"])
    return {"rates": rates}
""",
)

_MINDTORCH = "mindtorch."


def check(context: Context) -> Iterator[Finding]:
    """Every scheduler over a number, and every number under a scheduler."""
    reported = set()
    for made in context.training.of(SchedulerMade):
        if made.on_number and made.scheduler.library.startswith(_MINDTORCH) and made.place.node not in reported:
            reported.add(made.place.node)
            yield context.finding(
                RULE,
                made.place.node,
                severity=Severity.ERROR,
                what=f'{made.scheduler.name} over a group["lr"] that was set to a number',
                result="it raises AttributeError, for it needs the Parameter that stood there",
            )
    for write in context.training.of(RateWrite):
        is_judged = write.optimizer_name.startswith(_MINDTORCH) and write.is_scheduled and not write.is_graph
        if is_judged and not write.is_compiled and not is_no_float(write.value) and write.place.node not in reported:
            reported.add(write.place.node)
            yield context.finding(
                RULE,
                write.place.node,
                what='this puts a number into group["lr"] under a scheduler',
                result="the scheduler's rates do not reach the optimizer any more, and the schedule silently stops",
            )
