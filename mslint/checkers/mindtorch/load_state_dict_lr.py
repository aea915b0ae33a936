"""# load-state-dict-lr (MSL907)

## What it does

In programs for MindTorch, finds `optimizer.load_state_dict(...)` after which
nothing puts the loaded learning rate into effect.

## Why is this bad

`load_state_dict` puts a new Parameter with the loaded rate into `group["lr"]`.
The step uses the Parameter that the optimizer was built with. So a run that is
resumed prints the loaded rate and trains with the one of the constructor,
without a message. `ops.assign(group["lr"], value)` after loading has no effect
either.

## Example

```python
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
optimizer.load_state_dict(checkpoint["optimizer"])
```

## Use instead

```python
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
optimizer.load_state_dict(checkpoint["optimizer"])
for group in optimizer.param_groups:
    group["lr"] = float(group["lr"])
```

Where the step is compiled, which does not see the dictionary change, write
`mindspore.ops.assign(optimizer.lrs[0], value)` for each group.

## Fix safety

No fix: which of the two is needed depends on the train step.

## Limits

Silent where `group["lr"]` of the same optimizer is written after loading, where
`optimizer.lrs` is used, and where a scheduler of `lr_scheduler` steps the
optimizer: its rates do reach the step. The optimizer has to be known.

## Versions

MindTorch 0.3 and 0.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import AttributeRead, MethodCall, RateWrite, SchedulerMade

RULE = Rule(
    code="MSL907",
    symbol="load-state-dict-lr",
    summary="MindTorch: the learning rate of a loaded optimizer state is not used",
    message="load_state_dict: on {package} {target} {effect}; after it write "
    'group["lr"] = float(group["lr"]) for each group, or mindspore.ops.assign(optimizer.lrs[i], value)',
    seen=(
        Seen(
            "0.3",
            None,
            Severity.WARNING,
            "the step silently keeps the rate of the constructor, though the loaded one is shown",
            package="mindtorch",
        ),
    ),
    bad='''\
import mindtorch.torch as torch


def observe():
    """What a step with a gradient of 1 makes of a weight of 2, after the rate 0.5 was loaded."""
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    state = optimizer.state_dict()
    state["param_groups"][0]["lr"] = 0.5
    optimizer.load_state_dict(state)  # MSL907
    optimizer.step((torch.ones(1),))
    return {"weight": float(weight)}
''',
    good='''\
import mindtorch.torch as torch


def observe():
    """What a step with a gradient of 1 makes of a weight of 2, after the rate 0.5 was loaded."""
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    state = optimizer.state_dict()
    state["param_groups"][0]["lr"] = 0.5
    optimizer.load_state_dict(state)
    for group in optimizer.param_groups:
        group["lr"] = float(group["lr"])
    optimizer.step((torch.ones(1),))
    return {"weight": float(weight)}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL901", "MSL905"),
    proofs=(Proof((Differs("weight", 0.3),), since="0.3", package="mindtorch"),),
    original="""\
import torch


def observe():
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    state = optimizer.state_dict()
    state["param_groups"][0]["lr"] = 0.5
    optimizer.load_state_dict(state)
    weight.grad = torch.ones(1)
    optimizer.step()
    return {"weight": float(weight.detach())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every such call that nothing makes good."""
    events = context.training.recording.events
    reported = set()
    for number, event in enumerate(events):
        if not isinstance(event, MethodCall) or event.name != "load_state_dict":
            continue
        optimizer = event.receiver
        if not event.optimizer_name.startswith("mindtorch.") or event.place.node in reported:
            continue
        scheduled = any(isinstance(each, SchedulerMade) and each.optimizer is optimizer for each in events)
        written = any(isinstance(each, RateWrite) and each.optimizer is optimizer for each in events[number:])
        reached = any(isinstance(each, AttributeRead) and each.receiver is optimizer for each in events)
        if not scheduled and not written and not reached:
            reported.add(event.place.node)
            yield context.finding(RULE, event.place.node)
