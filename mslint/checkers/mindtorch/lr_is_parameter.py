"""# lr-is-parameter (MSL901)

## What it does

In programs for MindTorch, finds `group["lr"]` of an optimizer used as the
Python number that it is in PyTorch: printed, formatted, rounded, given to
`json`, kept in a list; and multiplied or set to something that is no Python
float. The same goes for what `get_last_lr()` of a scheduler gives, where it
is formatted, rounded or given to `json`.

## Why is this bad

The rate of a MindTorch optimizer is a MindSpore `Parameter`. As text it is
`Parameter (name=learning_rate_group_0, ...)`; a format such as `:.4f`, `round`
with a number of digits and `json` raise TypeError. A list of rates holds one
and the same Parameter many times, which always shows the newest rate.

When the optimizer steps it takes the entry only if it is a Python `float`.
Anything else is silently ignored, and training goes on with the old rate:
`group["lr"] *= 0.1` and `group["lr"] = group["lr"] * 0.1`, which make a tensor,
an `int` such as 1, a `numpy.float32`.

## Example

```python
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for group in optimizer.param_groups:
    print(f"lr {group['lr']:.4f}")
    group["lr"] *= 0.1
```

## Use instead

```python
import mindtorch.torch as torch

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for group in optimizer.param_groups:
    print(f"lr {float(group['lr']):.4f}")
    group["lr"] = float(group["lr"]) * 0.1
```

## Fix safety

The fix puts `float(...)` around the rate that is printed, rounded or kept,
which is safe. Texts in `f"..."` and writes have no fix.

## Limits

The optimizer has to be known, and to have its rate as it was made: where a
number was assigned before, the entry is a number. `%.4f` and comparisons work
with a Parameter and are not flagged. What is assigned has to be known to be no
float. In compiled code assignments are MSL905's.

## Versions

MindTorch 0.3 and 0.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.training.events import RateUse, RateWrite, Setting, Use
from mslint.training.kinds import is_no_float

RULE = Rule(
    code="MSL901",
    symbol="lr-is-parameter",
    summary="MindTorch: a learning rate, which is a Parameter, is used as a number",
    message="on {package} {target} the learning rate is a Parameter, not a number: {result}; {advice}",
    seen=(Seen("0.3", None, Severity.WARNING, "the rate is a Parameter", package="mindtorch"),),
    bad='''\
import json

import mindtorch.torch as torch


def shown(text):
    """The number that a text is."""
    return {"rate": float(text) if text[0].isdigit() else -1.0}


def observe(use):
    """What a use of the rate 0.01 gives, or what one step with a changed rate makes of a weight of 2."""
    weight = torch.nn.Parameter(torch.tensor(2.0))
    optimizer = torch.optim.SGD([weight], lr=0.01)
    [group] = optimizer.param_groups
    if use == "text":
        return shown(f"{group['lr']}")  # MSL901
    if use == "format":
        return shown(f"{group['lr']:.4f}")  # MSL901
    if use == "round":
        return {"rate": round(group["lr"], 4)}  # MSL901
    if use == "json":
        return shown(json.dumps([group["lr"]])[1:-1])  # MSL901
    if use == "get_last_lr":
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        return shown("{:.4f}".format(scheduler.get_last_lr()[0]))  # MSL901
    if use == "history":
        history = []
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        for _ in range(3):
            history.append(group["lr"])  # MSL901
            scheduler.step()
        return {"rate": [float(each) for each in history]}
    if use == "int":
        group["lr"] = 1  # MSL901
    elif use == "*=":
        group["lr"] *= 10  # MSL901
    else:
        group["lr"] = max(group["lr"] * 10, 1e-6)  # MSL901
    optimizer.step((torch.tensor(4.0),))
    return {"weight": float(weight)}
''',
    good='''\
import json

import mindtorch.torch as torch


def shown(text):
    """The number that a text is."""
    return {"rate": float(text) if text[0].isdigit() else -1.0}


def observe(use):
    """What a use of the rate 0.01 gives, or what one step with a changed rate makes of a weight of 2."""
    weight = torch.nn.Parameter(torch.tensor(2.0))
    optimizer = torch.optim.SGD([weight], lr=0.01)
    [group] = optimizer.param_groups
    if use == "text":
        return shown(f"{float(group['lr'])}")
    if use == "format":
        return shown(f"{float(group['lr']):.4f}")
    if use == "round":
        return {"rate": round(float(group["lr"]), 4)}
    if use == "json":
        return shown(json.dumps([float(group["lr"])])[1:-1])
    if use == "get_last_lr":
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        return shown("{:.4f}".format(float(scheduler.get_last_lr()[0])))
    if use == "history":
        history = []
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        for _ in range(3):
            history.append(float(group["lr"]))
            scheduler.step()
        return {"rate": [float(each) for each in history]}
    if use == "int":
        group["lr"] = 1.0
    elif use == "*=":
        group["lr"] = float(group["lr"]) * 10
    else:
        group["lr"] = max(float(group["lr"]) * 10, 1e-6)
    optimizer.step((torch.tensor(4.0),))
    return {"weight": float(weight)}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL904", "MSL905"),
    proofs=(
        Proof((Differs("rate", 1.0),), since="0.3", variant="text", package="mindtorch"),
        Proof((Raises("TypeError", "format"),), since="0.3", variant="format", package="mindtorch"),
        Proof((Raises("TypeError", "round"),), since="0.3", variant="round", package="mindtorch"),
        Proof((Raises("TypeError", "JSON"),), since="0.3", variant="json", package="mindtorch"),
        Proof((Raises("TypeError", "format"),), since="0.3", variant="get_last_lr", package="mindtorch"),
        Proof((Differs("rate", 0.005),), since="0.3", variant="history", package="mindtorch"),
        Proof((Differs("weight", 1.0),), since="0.3", variant="int", package="mindtorch"),
        Proof((Differs("weight", 0.3),), since="0.3", variant="*=", package="mindtorch"),
        Proof((Differs("weight", 0.3),), since="0.3", variant="max", package="mindtorch"),
    ),
    original="""\
import json

import torch


def shown(text):
    return {"rate": float(text)}


def observe(use):
    weight = torch.nn.Parameter(torch.tensor(2.0))
    optimizer = torch.optim.SGD([weight], lr=0.01)
    [group] = optimizer.param_groups
    if use == "text":
        return shown(f"{group['lr']}")
    if use == "format":
        return shown(f"{group['lr']:.4f}")
    if use == "round":
        return {"rate": round(group["lr"], 4)}
    if use == "json":
        return shown(json.dumps([group["lr"]])[1:-1])
    if use == "get_last_lr":
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        return shown("{:.4f}".format(scheduler.get_last_lr()[0]))
    if use == "history":
        history = []
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        for _ in range(3):
            history.append(group["lr"])
            optimizer.step()
            scheduler.step()
        return {"rate": history}
    if use == "int":
        group["lr"] = 1
    elif use == "*=":
        group["lr"] *= 10
    else:
        group["lr"] = max(group["lr"] * 10, 1e-6)
    weight.grad = torch.tensor(4.0)
    optimizer.step()
    return {"weight": float(weight)}
""",
)

_RESULTS = {
    Use.TEXT: (Severity.WARNING, "as text it is 'Parameter (name=..., shape=...)'"),
    Use.FORMAT: (Severity.ERROR, "formatting it raises TypeError"),
    Use.ROUND: (Severity.ERROR, "rounding it to digits raises TypeError"),
    Use.JSON: (Severity.ERROR, "json raises TypeError for it"),
    Use.KEPT: (Severity.WARNING, "the list holds the Parameter itself, which changes with the rate"),
}
_WRAPPED = (Use.TEXT, Use.ROUND, Use.KEPT)
_MINDTORCH = "mindtorch."


def check(context: Context) -> Iterator[Finding]:
    """Every use of such a rate, and every write of something that the optimizer will not take."""
    reported = set()
    for use in context.training.of(RateUse):
        if use.place.node not in reported:
            reported.add(use.place.node)
            severity, result = _RESULTS[use.use]
            advice = "write float(...) around it"
            yield context.finding(RULE, use.place.node, severity=severity, fix=_fix(use), result=result, advice=advice)
    for write in context.training.of(RateWrite):
        is_judged = write.optimizer_name.startswith(_MINDTORCH) and write.on_parameter
        if not is_judged or write.is_graph or write.is_compiled or write.place.node in reported:
            continue
        if is_no_float(write.value):
            reported.add(write.place.node)
            what = "what this computes" if write.setting is Setting.AUGMENTED else "what this assigns"
            result = f"{what} is no Python float, so it is silently ignored and the old rate stays"
            yield context.finding(RULE, write.place.node, result=result, advice="assign a float, float(...) of it")


def _fix(use: RateUse) -> Fix | None:
    """`float(...)` around the rate, where it stands alone as an argument."""
    return edits.wrap_in_float(use.place.node) if use.use in _WRAPPED and use.place.is_direct else None
